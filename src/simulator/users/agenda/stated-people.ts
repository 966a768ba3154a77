import { contains } from "./normalise.js";
import { isForeign, mentionsIn, type Mention } from "./proper-names.js";
import { quotes, type Slot } from "./slot-names.js";
import { functionWords } from "./words.js";

const named = /\b(?:name|recipient|payee|beneficiary|receiver|patient|passenger|guest|contact|holder|customer)\b/;
const receives = /\b(?:recipient|payee|beneficiary|receiver)\b/;
const doctors =
  /\b(?:doctor|physician|dentist|gp|practitioner|specialist|consultant|surgeon|therapist|paediatrician|pediatrician|vet)\b/;
const roles =
  /\b(?:doctor|physician|dentist|gp|practitioner|specialist|consultant|surgeon|therapist|paediatrician|pediatrician|vet|nurse|midwife|manager|supervisor|boss|advis[eo]r|banker|agent|teacher|tutor|coach|trainer|instructor|stylist|hairdresser|barber|lawyer|attorney|technician|mechanic|engineer|driver|landlord|host|sender|clerk|officer)\b/;
const titles = /^(?:mr|mrs|ms|dr|miss|to|for|from|with|and|is|name|named)\.?$/;
const paidTo =
  /(?:\d[\d.,]*(?: ?(?:\p{Sc}|dollars|euros|pounds|usd|eur|gbp))?|\b(?:it|this|that|money|funds|payment|amount|transfer|wire|send)) to (?:mr |mrs |ms |dr )?(\p{L}+(?: \p{L}+)?)(?![\p{L}\p{N}])/gu;

/**
 * Facts that are people, of which a clause names another: "Rob Stone" for "Bob Stone", "Dr. Lee" for "Dr. Smith", or
 * somebody else who is paid, met or spoken for.
 */
export function wrongPeople(
  text: string,
  given: readonly Slot[],
  known: string,
  proper: ReadonlySet<string>,
): readonly Slot[] {
  const people = given.filter(({ shown }) => shown !== null && /^\p{L}[\p{L}' .-]*$/u.test(shown));
  const others = mentionsIn(text, proper).filter((mention) => isForeign(mention, known));
  return [
    ...people.filter(
      ({ words, shown }) =>
        (named.test(words) || roles.test(words)) &&
        (hasNamesake(text, shown ?? "") || (receives.test(words) && paysAnother(text, known))),
    ),
    ...wrongTitled(text, people.filter(isDoctor), titled),
    ...wrongTitled(
      text,
      people.filter(({ shown }) => /^(?:mr|mrs|ms|miss)\b/.test(shown ?? "")),
      addressed,
    ),
    ...others.flatMap((mention) => replaced(mention, text, people)),
  ];
}

/** Somebody of the same last name. */
function hasNamesake(text: string, name: string): boolean {
  const parts = name.split(" ");
  const last = parts.at(-1) ?? "";
  if (parts.length < 2) return false;
  return [...text.matchAll(/(\p{L}+\.?) (?=(\p{L}+))/gu)].some(
    ([, before = "", after]) =>
      after === last && !parts.includes(before) && !titles.test(before) && !functionWords.has(before),
  );
}

const paysAnother = (text: string, known: string): boolean =>
  [...text.matchAll(paidTo)].some(([, who = ""]) => {
    const [first = ""] = who.split(" ");
    return !functionWords.has(first) && !contains(known, first);
  });

const titled = /\b(?:dr|doctor|prof|professor)\.? ((?:\p{L}[\p{L}'-]*\.?(?: |$|(?=[^\p{L}]))){1,3})/gu;
const addressed = /\b(?:mr|mrs|ms|miss)\.? ((?:\p{L}[\p{L}'-]*\.?(?: |$|(?=[^\p{L}]))){1,3})/gu;
/** A fact that is a person, and one that is the user's own name. */
export const isPerson = ({ words, shown }: Slot): boolean =>
  shown !== null &&
  /^\p{L}[\p{L}' .-]*$/u.test(shown) &&
  (named.test(words) || roles.test(words) || /^dr\b/.test(shown));
export const isSelf = ({ words }: Slot): boolean =>
  /^(?:(?:my |your )?(?:(?:full|first|last|given|family|user|customer|patient|account|guest|passenger|contact) )?(?:sur)?name|patient|customer|guest|passenger|account holder)$/.test(
    words,
  );
const isDoctor = ({ words, shown }: Slot): boolean => doctors.test(words) || /^(?:dr|prof|doctor)\b/.test(shown ?? "");

/** The person of a title whom the user knows, where a clause names others of it only. */
function wrongTitled(text: string, people: readonly Slot[], title: RegExp): readonly Slot[] {
  const [own, ...more] = people;
  if (own === undefined) return [];
  const stated = [...text.matchAll(title)].map(([, words = ""]) => namesOf(words)).filter(({ length }) => length > 0);
  const isOne = (names: readonly string[]): boolean =>
    [own, ...more].some(({ shown }) => isSamePerson(names, shown ?? ""));
  return stated.length > 0 && !stated.some(isOne) ? [own] : [];
}

/** What follows a title, as far as it can be a name. */
function namesOf(words: string): readonly string[] {
  const all = words.replace(/[.]/g, "").trim().split(" ");
  const end = all.findIndex((word) => functionWords.has(word) || /day$|^(?:is|has|works?|sees?|offers?)$/.test(word));
  return end < 0 ? all : all.slice(0, end);
}

function isSamePerson(names: readonly string[], own: string): boolean {
  const parts = own.replace(/[.]/g, "").split(" ");
  const last = parts.at(-1) ?? "";
  const first = parts.find((part) => !titles.test(part)) ?? last;
  return names.includes(last) || (names.length === 1 && names[0] === first);
}

const meets = /\b(?:with|see|seeing|meet|meeting|visit|visiting|consult|by) (?:(?:mr|mrs|ms|dr)\.? )?$/;
const meeting =
  /\b(?:appointment|book\w*|schedul\w*|reschedul\w*|meet\w*|see|seeing|consult\w*|visit\w*|session|call|slot|lesson|speak|talk|reserv\w*|move)\b/;
const onBehalf = /\b(?:for|in the name of|under(?: the name)?(?: of)?) (?:(?:mr|mrs|ms)\.? )?$/;
const booking = /\b(?:book\w*|reserv\w*|table|appointment|tickets?|register\w*|schedul\w*|room|seat)\b/;

/** The person for whom somebody of another name stands in a clause. */
function replaced({ words: names, before, after }: Mention, text: string, people: readonly Slot[]): readonly Slot[] {
  const left = people.filter((slot) => !quotes(text, slot));
  const role =
    /\byour (?:\p{L}+ )?(\p{L}+)(?:,| is|:)? (?:(?:mr|mrs|ms|dr)\.? )?$/u.exec(before)?.[1] ??
    /^, your (\p{L}+)/u.exec(after)?.[1];
  const inRole = left.find(({ words }) => role !== undefined && roles.test(role) && contains(words, role));
  if (inRole !== undefined) return [inRole];
  const labelled = left.find(({ words }) => (roles.test(words) || named.test(words)) && before.endsWith(`${words}: `));
  if (labelled !== undefined) return [labelled];
  if (meets.test(before) && meeting.test(text)) return left.filter(({ words }) => roles.test(words)).slice(0, 1);
  // "For Windows" is for nobody.
  const isPerson = names.length > 1 || /\bunder\b|\bname\b/.test(before);
  if (isPerson && onBehalf.test(before) && booking.test(text))
    return left.filter(({ words }) => named.test(words)).slice(0, 1);
  return [];
}
