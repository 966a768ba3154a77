import { indexOfTokens, type Token } from "../../values/tokens.js";
import { isIdentifier, isMoney, saysOther, type KeyValue } from "./key-values.js";
import { weekdayOf } from "./weekdays.js";

interface Replaced {
  readonly value: KeyValue;
  /** All values of the call. */
  readonly values: readonly KeyValue[];
  /** The value, as the proposal writes it. */
  readonly written: Token | undefined;
  /** Whether the call ends or changes what there is: "Shall I cancel it and book Tuesday?" */
  readonly isOfWhatIs: boolean;
}

/** No names, though they are written like some. */
const NO_NAMES =
  /^(?:I|Dr|Mr|Mrs|Ms|Prof|OK|Yes|No|Shall|Should|Would|Will|Can|Could|May|Do|Does|Is|Are|Please|Let|January|February|March|April|June|July|August|September|October|November|December)$/;
const OF_THINGS = /^(?:it|that|this|them|those|these)$/i;
const OF_PEOPLE = /^(?:him|her|them)$/i;

/** Whether a sentence names another of the kind of a value that no argument of the call has, and none that speaks of the value itself. */
export function isAlternative(sentence: readonly Token[], { value, values, written, isOfWhatIs }: Replaced): boolean {
  const isGiven = (token: Token) => values.some((one) => indexOfTokens(one.tokens, [token]) !== -1);
  const isOther = otherOf(value, written);
  if (isOther === null || written === undefined) return false;
  const isDay = written.kind === "date" || written.kind === "time" || weekdayOf(written) !== null;
  const pronoun = isOther === isOtherName ? OF_PEOPLE : OF_THINGS;
  if ((!isDay || isOfWhatIs) && value.kind !== "amount" && sentence.some(({ source }) => pronoun.test(source)))
    return false;
  return sentence.some((token, index) => isOther(token, index, sentence) && !isGiven(token));
}

type IsOther = (token: Token, index: number, sentence: readonly Token[]) => boolean;

/** Tells another of the kind of a value; null where it has no kind that code can see. */
export function otherOf(value: KeyValue, written: Token | undefined): IsOther | null {
  const [first, ...more] = value.tokens;
  if (first === undefined || written === undefined) return null;
  const day = weekdayOf(first);
  if (day !== null) return (token) => (weekdayOf(token) ?? day) !== day;
  if (first.kind === "date" || first.kind === "time")
    return (token) => token.kind === first.kind && indexOfTokens([token], [first]) === -1;
  if (value.kind === "amount") return (token) => isMoney(token) && indexOfTokens([token], [first]) === -1;
  if (first.kind === "number")
    return (token) =>
      token.kind === "number" && token.source.length === first.source.length && indexOfTokens([token], [first]) === -1;
  if (isIdentifier(value)) return (token) => saysOther([token], { ...value, kind: "id" });
  return more.length < 3 && /^\p{Lu}/u.test(written.source) ? isOtherName : null;
}

/** Before a place or a thing rather than a person, and titles, which stand before one. */
const NO_PERSON = /^(?:at|in|on|of|near|the|your|our|an?|this|that|via)$/;
const TITLE = /^(?:Dr|Mr|Mrs|Ms|Prof)$/;

const isOtherName: IsOther = ({ kind, source }, index, sentence) =>
  kind === "word" &&
  isBeforeName(sentence[index - 1]?.source ?? "The") &&
  /^\p{Lu}\p{L}+$/u.test(source) &&
  !NO_NAMES.test(source) &&
  !isDayName(source);
const isBeforeName = (word: string): boolean =>
  TITLE.test(word) || (/^\p{Ll}/u.test(word) && !NO_PERSON.test(word)) || word === "I";
const isDayName = (source: string): boolean => /day$/.test(source);
