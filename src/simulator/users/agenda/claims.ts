import { judged, type Claim, type Stated } from "./claim.js";
import { asksWhether, hitsIn, spelt, type Hit } from "./known-names.js";
import { contains } from "./normalise.js";
import { quotes, type Slot, type SlotNames } from "./slot-names.js";
import { countsIn } from "./stated-counts.js";
import { wrongCard } from "./stated-cards.js";
import { wrongDigits } from "./stated-digits.js";
import { wrongKinds } from "./stated-kinds.js";
import { wrongPeople } from "./stated-people.js";
import { wrongMake, wrongPhone } from "./stated-others.js";
import { wrongPlaces } from "./stated-places.js";
import { wrongRoute } from "./stated-routes.js";
import { wrongPartOfDay, wrongTime } from "./stated-times.js";
import { wrongWeekday } from "./stated-weekdays.js";
import { isOfTheMakeOf, isSame, kindOf, streetIn, sumBesides, wrongDay, wrongPaid, wrongSum } from "./stated-values.js";
import { tokensOf, type Token } from "./tokens.js";
import { functionWords } from "./words.js";

export interface Knowledge {
  readonly names: SlotNames;
  /** Normalised: all that the golden has its user know and say. */
  readonly known: string;
  /** The words that the reply writes with a capital. */
  readonly proper: ReadonlySet<string>;
}

/**
 * The facts that a clause states. `plan`: it speaks of what is to be done or was done, where any value that the user knows
 * may stand ("Shall I change your address to …"); else of what is so.
 */
export function claimsIn(text: string, knowledge: Knowledge, plan: boolean): readonly Claim[] {
  const { names, known, proper } = knowledge;
  const tokens = tokensOf(text);
  const found = new Map<Slot, Claim>();
  const add = (claim: Claim): void => {
    const before = found.get(claim.slot);
    // "Order A-1043 stays as it is, and order A-1042 is refunded" has the order right.
    const more = before?.is === "unknown" && claim.is !== "unknown";
    if (before === undefined || more || claim.is === "right") found.set(claim.slot, claim);
  };
  const stated = [
    ...spelledOut(tokens, names),
    ...namedBefore(tokens, names),
    ...valueFirst(text, names),
    ...countsIn(tokens, names),
    ...person(text, names),
  ];
  for (const claim of stated) {
    if (claim.is === "wrong" && plan && contains(known, claim.counted ?? claim.stated)) continue;
    add(claim);
  }
  for (const slot of names.given) if (quotes(text, slot)) add({ slot, is: "right", label: null, own: true });
  for (const slot of looksLikeAnother(text, tokens, knowledge)) {
    if (!found.has(slot)) add({ slot, is: "wrong", label: null, own: true });
  }
  // "$200 to Bob Stone and $50 to Eve" has the one right, and yet is not what the user knows.
  const besides = others.flatMap((wrong) => wrong(text, names.given, known, proper));
  for (const slot of [...besides, sumBesides(text, names.given)]) {
    if (slot !== null) found.set(slot, { slot, is: "wrong", label: null, own: true });
  }
  return [...found.values()];
}

/** Each tells the facts that a clause has wrong, whatever else it has right. */
const others = [
  wrongPeople,
  wrongPlaces,
  wrongKinds,
  wrongRoute,
  wrongWeekday,
  wrongTime,
  wrongPartOfDay,
  wrongPhone,
  wrongMake,
  wrongPaid,
  wrongDigits,
];

/** Only what a clause says in so many words that a fact is: "your order number is A-1043". */
export const spelledOutIn = (text: string, { names, known }: Knowledge): readonly Claim[] =>
  spelledOut(tokensOf(text), names).filter(({ is, stated }) => is !== "wrong" || !contains(known, stated));

/** "Your new order number is …" speaks of another thing than the user's. */
const another = new Set("new replacement other another different next second separate our".split(" "));

/** "Is your name Kim?", "your name is Kim": whatever stands there is the value. */
function spelledOut(tokens: readonly Token[], names: SlotNames): readonly Stated[] {
  const hits = hitsIn(tokens, names, true);
  return hits.flatMap((hit, at) => {
    const stated = statedAfter(hit, tokens.slice(0, hits[at + 1]?.from ?? tokens.length));
    const { slot, label, own } = hit;
    if (stated === "" || typeof slot.value === "boolean" || another.has(tokens[hit.from - 1]?.word ?? "")) return [];
    // "Is your email verified?" states none.
    const likely = slot.shown === null || kindOf(slot.shown) === "words" ? isValue(stated) : /[\d@]/.test(stated);
    return likely ? judged(slot, stated, { label, own }) : [];
  });
}

/** "Is A-1042 your email?": the value comes first. */
function valueFirst(text: string, names: SlotNames): readonly Stated[] {
  const [, stated = "", name = ""] =
    /^(?:(?:and|so),? )?(?:is|was) (\S+) (?:really |still )?(?:your|the) ([^,?]+)/.exec(text) ?? [];
  const [hit] = stated === "" ? [] : hitsIn(tokensOf(name), names, true);
  if (hit === undefined || hit.from > 0 || typeof hit.slot.value === "boolean" || !/[\d@]/.test(stated)) return [];
  return judged(hit.slot, stated, { label: hit.label, own: true });
}

const isValue = (stated: string): boolean => /[\d@]/.test(stated) || !functionWords.has(stated.split(" ")[0] ?? "");

/** What a clause says a fact to be: "Kim" of "is your name Kim?" and of "your name is Kim, right?". */
function statedAfter({ from, to }: Hit, tokens: readonly Token[]): string {
  const after = spelt(tokens.slice(to)).replace(/(?:,? (?:and|right|correct|yes|the|your|is that))+$/, "");
  if (asksWhether.test(spelt(tokens.slice(0, from))))
    return after.replace(/^(?:still|really|and|right|correct)(?: |$)/, "");
  return /^(?:is|was|as) (?!required|needed|missing|necessary)(.*)$/.exec(after)?.[1] ?? "";
}

const linking = new Set("is was as to number no nr id code of with under at".split(" "));
const ending = new Set("end ends ending last four 4 digits in with are".split(" "));
const MOST_LINKS = 4;

/** "Order A-1043", "email to bob@x.com", "card ending in 1234": a value whose name stands before it. */
function namedBefore(tokens: readonly Token[], names: SlotNames): readonly Stated[] {
  return tokens.flatMap(({ word }, at) => {
    if (!/[\d@]/.test(word)) return [];
    for (let to = at; to > Math.max(0, at - MOST_LINKS); to--) {
      const { slot, phrase } = slotEndingAt(tokens, to, names);
      const between = tokens.slice(to, at).map((token) => token.word);
      const cut =
        between.length > 0 && between.every((each) => ending.has(each)) && /^(?:end|last)/.test(between[0] ?? "");
      if (slot !== undefined && (cut || between.every((each) => linking.has(each)))) {
        const isNumber = to === at && kindOf(word) === "number" && kindOf(slot.shown ?? "") === "number";
        const comparable = isNumber || kindOf(word) === "email" || kindOf(word) === "code";
        const alike = slot.shown === null || (kindOf(slot.shown) === "email") === (kindOf(word) === "email");
        const label = slot.value === null && /^[\p{L}' -]+$/u.test(phrase) ? phrase : null;
        return comparable && alike ? judged(slot, word, { label, own: true }, cut) : [];
      }
    }
    return [];
  });
}

/** The slot whose name ends right before a token; the longest name wins. */
function slotEndingAt(
  tokens: readonly Token[],
  to: number,
  names: SlotNames,
): { readonly slot: Slot | undefined; readonly phrase: string } {
  for (let length = Math.min(names.longest, to); length > 0; length--) {
    const words = tokens.slice(to - length, to);
    const slot = names.slotFor(words.map(({ stem }) => stem).join(" "));
    if (slot === undefined) continue;
    return { slot: another.has(tokens[to - length - 1]?.word ?? "") ? undefined : slot, phrase: spelt(words) };
  }
  return { slot: undefined, phrase: "" };
}

/** `surely`: nothing but this fact can be meant, so that another value is a wrong one. */
const persons: readonly (readonly [pattern: RegExp, name: string, surely: boolean])[] = [
  [/\bspeaking (?:with|to) (?:mr |mrs |ms )?(\p{L}+(?: \p{L}+)?)[?.!]*$/u, "name", true],
  [
    /^(?:(?:and|so|then),? )?you are (?:mr |mrs |ms )?(\p{L}+(?: \p{L}+)?)(?:,? (?:is that )?(?:right|correct|yes))?[?.!]*$/u,
    "name",
    true,
  ],
  [/^(?:is this|are you) (?:mr |mrs |ms )?(\p{L}+(?: \p{L}+)?)\?$/u, "name", false],
  [/\byou (?:still )?live (?:in|at|on) (?:the )?([^,?]+)/, "city", true],
  [/\byou were born (?:in|on) ([^,?]+)/, "date of birth", true],
];

/** "You live in Berlin": facts that are told of the user without their names. */
function person(text: string, names: SlotNames): readonly Stated[] {
  return persons.flatMap(([pattern, name, surely]) => {
    const stated = pattern.exec(text)?.[1]?.trim() ?? "";
    const slot = names.slotFor(name) ?? (name === "city" ? names.slotFor("address") : undefined);
    if (slot === undefined || stated === "" || stated.split(" ").some(notAName)) return [];
    return judged(slot, stated, { label: null, own: true }).filter(({ is }) => surely || is === "right");
  });
}

const notAName = (word: string): boolean => functionWords.has(word) || /(?:ing|ed)$/.test(word);

/** Values that could be the user's own by their looks, and are not. */
function looksLikeAnother(text: string, tokens: readonly Token[], { names, known }: Knowledge): readonly Slot[] {
  const given = names.given.filter(({ shown }) => shown !== null);
  const isNew = (stated: string): boolean => !contains(known, stated) && !given.some((slot) => isSame(stated, slot));
  const byKind = tokens.flatMap(({ word }, at): readonly (Slot | undefined)[] => {
    if (!/[\d@]/.test(word) || !isNew(word)) return [];
    const theirs = tokens.slice(Math.max(0, at - 4), at).some((token) => /^(?:our|us|ours)$/.test(token.word));
    if (kindOf(word) === "email") return theirs ? [] : [given.find(({ shown }) => kindOf(shown ?? "") === "email")];
    return [given.find(({ shown }) => isOfTheMakeOf(word, shown ?? ""))];
  });
  const street = streetIn(text);
  const home =
    street === null || !isNew(street) ? undefined : given.find(({ shown }) => streetIn(shown ?? "") !== null);
  const others = [wrongSum(text, given), wrongDay(text, given, known), wrongCard(text, given, known)];
  return [...byKind, home, ...others].filter((slot) => slot !== undefined && slot !== null);
}
