import type { Part } from "./acts.js";
import type { Claim } from "./claim.js";
import { claimsIn, type Knowledge } from "./claims.js";
import type { Demand } from "./demands.js";
import { isInterrogative } from "./requests.js";
import { contains } from "./normalise.js";
import { harmless } from "./known-names.js";
import { generic } from "./slot-names.js";
import { numberOf } from "./stated-counts.js";
import { datesIn } from "./stated-dates.js";
import { isSame, kindOf } from "./stated-values.js";
import { tokensOf } from "./tokens.js";
import { askingWords, functionWords, noFacts } from "./words.js";

const tag =
  /(?:,|\s-)? (?:(?:is|am i|was) (?:that|this|it|i|all)? ?)?(?:right|correct|accurate|true|yes|no|is (?:it|that) not|are you not|do you not)\s?\?["')\]]*$/;
/** "You live in Berlin, correct?" */
export const isTagged = (text: string): boolean => tag.test(text);
export const untagged = (text: string): string => text.replace(tag, "");

/** "Is that correct?": about what was said before it. */
const aboutTheFormer =
  /^(?:(?:and|so|then|ok|okay),? )*(?:(?:is|are|was|were|does|did) (?:that|this|it|everything|these|those|they|all (?:of )?(?:that|this|it|these)|i)(?: all| information| info| details?| data| get| have| got| look| sound| seem)* (?:right|correct|accurate|true|correctly|that right)|correct|right|true|did i get that right)\s?\?["')\]]*$/;
export const isAboutTheFormer = (text: string): boolean => aboutTheFormer.test(text);

/** What is said here is to be done, or what the user wants; yes is then consent, and no statement about facts. */
const plans =
  /\b(?:i|we) (?:will|would|can|could|shall|should|am going to|are going to|am about to)\b|\b(?:shall|should|may) (?:i|we)\b|\byou (?:\S+ ){0,2}(?:want|wish|agree|accept|approve|authori[sz]e|consent|prefer|understand)\b|\byou would (?:\S+ )?(?:like|prefer)\b|\b(?:me|us) to\b|\bwill be \p{L}+ed\b|\bgoing to\b|\bgo ahead\b|\bproceed\b/u;
export const isPlan = (text: string): boolean => plans.test(text);

/** "Please confirm you are Bob Smith", "can I confirm your name is Bob?" */
const confirming =
  /\b(?:confirm(?: for me)?:? (?:that |whether |if )?(?=(?:you|your|this|it)\b)|agree that (?=(?:you|your|this|it|the)\b))/;
export function statedToConfirm(text: string): string | null {
  const found = confirming.exec(text);
  if (found === null) return null;
  const rest = text.slice(found.index + found[0].length);
  return isPlan(rest) || /^(?:this|it)?[.?!]*$/.test(rest) ? null : rest;
}

const notAsked = /\b(?:or|which|what|whether|how|when|where|who)\b/;
/** Whether a question states something rather than asking for it. */
export const isCheck = (text: string): boolean =>
  /\?|\b(?:confirm|verify|check)\b/.test(text) && !isInterrogative(text) && !notAsked.test(untagged(text));

const negated = /\b(?:not|never|(?<!yes\/|yes or |\/)no)\b/;
export const denies = (text: string): boolean => negated.test(untagged(text));

/** The answers to a clause that wants its facts confirmed. Null: it states none that the golden speaks of. */
export function checked(text: string, knowledge: Knowledge): readonly Demand[] | null {
  const claims = claimsIn(text, knowledge, false);
  const judged = claims.filter(({ is }) => is !== "unknown");
  const unknown = claims.filter(({ is }) => is === "unknown").map(asUnknown);
  if (judged.length === 0) return unknown.length > 0 ? unknown : null;
  const wrong = wrongOf(claims, text);
  if (denies(text)) return [...judged.map(asFact), ...unknown];
  if (wrong.length > 0) return [...wrong, ...unknown];
  if (unknown.length > 0 || !isAllKnown(text, knowledge)) {
    // "Have your headphones arrived?" is not answered by what they are.
    const told = judged.filter(({ slot }) => kindOf(slot.shown ?? "") !== "words").map(asFact);
    const rest: Demand = { kind: "unknown", id: text, label: told.length > 0 ? "rest" : null, own: false };
    return [...told, ...(unknown.length > 0 ? unknown : [rest])];
  }
  return judged.slice(0, 1).map(({ slot }) => ({ kind: "check", slot, right: true, id: text, label: null, own: true }));
}

/** The facts that a clause has wrong, each to be put right. */
export const wrongOf = (claims: readonly Claim[], text: string): readonly Demand[] =>
  claims.flatMap(({ is, slot, label, own }): readonly Demand[] =>
    is === "wrong" ? [{ kind: "check", slot, right: false, id: text, label, own }] : [],
  );

/** "You want a refund for the headphones, correct?": nothing in it that the golden does not say. */
export function saidBefore(text: string, knowledge: Knowledge): boolean {
  return text !== "" && !denies(text) && isAllKnown(text, knowledge);
}

const asFact = ({ slot, label, own }: Claim): Demand => ({ kind: "fact", slot, label, own, yesNo: false });
const asUnknown = ({ slot, label }: Claim): Demand => ({ kind: "unknown", id: slot.name, label, own: true });
export const theRest = (id: string): Demand => ({ kind: "unknown", id, label: null, own: false });

const small = new Set(
  (
    "end ends ending last digits call calling called contact contacting speak speaking talk refer referring regard regarding record records system profile " +
    "file registered placed holder belong belongs see pull pulled line confirm confirming verify make sure understand " +
    "live born customer account order item product email mail address phone name user dollar dollars euro euros pound pounds usd eur gbp client mr mrs ms registered use used still really have has been " +
    "correctly accurate true got hear heard mean say saying"
  ).split(" "),
);

/** Words that end a name, and say something all the same. */
const telling = new Set(
  "broken damaged defective missing wrong unopened received coming flying today tomorrow yesterday ready good".split(
    " ",
  ),
);

/** Every word of it is the golden's, or says nothing. */
function isAllKnown(whole: string, { names, known }: Knowledge): boolean {
  const text = datesIn(whole)
    .filter((date) => names.given.some((slot) => isSame(date, slot)))
    .reduce((rest, date) => rest.replace(date, ","), whole);
  const own = new Set(names.given.flatMap(({ words }) => tokensOf(words).map(({ stem }) => stem)));
  return tokensOf(untagged(text)).every(({ word, stem }) => {
    const number = numberOf(word);
    if (/^\d/.test(number) && names.given.some((slot) => isSame(number, slot))) return true;
    if (telling.has(word)) return contains(known, word);
    if (functionWords.has(word) || askingWords.has(word) || noFacts.has(word) || generic.has(word)) return true;
    // The last digits of a number are its own too.
    if (/^\d{4,}$/.test(word) && names.given.some(({ shown }) => shown?.endsWith(word) === true)) return true;
    return small.has(word) || harmless.has(word) || own.has(stem) || contains(known, word) || contains(known, stem);
  });
}

/** What the clauses before "Is that correct?" say; null where they propose something, so that it asks for consent. */
export function formerOf(parts: readonly Part[]): string | null {
  const said = parts.filter(({ act }) => act !== "filler" && act !== "goodbye" && act !== "more");
  const text = said.map((part) => part.text.replace(/[.?!]+$/, "")).join(", ");
  const proposed = said.some((part) => part.act === "confirm" || part.act === "offer" || isPlan(part.text));
  return proposed ? null : text;
}
