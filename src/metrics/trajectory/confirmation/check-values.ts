import { indexOfTokens, type Token } from "../../values/tokens.js";
import { sameUnit } from "../../values/units.js";
import { isSameHalf, namesOtherTime } from "./other-time.js";
import { weekdayOf } from "./weekdays.js";
import { nameOf, roleOf } from "./misplaced.js";
import { isMoney, says, saysAmount, saysOther, type KeyValue } from "./key-values.js";

/** What was said until the user agreed. */
export interface Spoken {
  /** The question that the user agreed to; null where there was none. */
  readonly question: readonly Token[] | null;
  /** The turn of the assistant that proposed the call. */
  readonly proposal: readonly Token[];
  /** Of that, each sentence which proposes the deed. */
  readonly deeds: readonly (readonly Token[])[];
  /** Other values of the call. */
  readonly values: readonly KeyValue[];
  /** What the assistant said before it, since the last consent or refusal. */
  readonly earlier: readonly (readonly Token[])[];
  /** The user's answer. */
  readonly answer: readonly Token[];
  /** All that the user said before the call. */
  readonly byUser: readonly (readonly Token[])[];
}

/** Whether the user agreed to a value: `null` where it can't be told. */
export function wasAgreedTo(value: KeyValue, spoken: Spoken): boolean | null {
  if (value.inList) return isInListAgreedTo(value, spoken) ? true : null;
  if (value.kind === "currency") return wasCurrencySaid(value, spoken);
  if (value.kind === "other" || value.kind === "flag") return wasSpokenOf(value, spoken);
  const agreed = value.kind === "amount" ? wasAmountAgreedTo(value, spoken) : wasNamed(value, spoken);
  if (agreed !== true || says(spoken.answer, value)) return agreed;
  if (isBesideTheDeed(value, spoken)) return false;
  // "Yes, but make it $20" agrees to something else.
  const other = value.kind === "amount" ? saysAmount(spoken.answer) : saysOther(spoken.answer, value);
  return other ? null : true;
}

/**
 * "I see A-1042 and A-1060. I would refund A-1042." is about the first: the deed is proposed of another of the kind, which
 * nothing in the call has, and this one stands only beside it.
 */
function isBesideTheDeed(value: KeyValue, { question, proposal, deeds, values }: Spoken): boolean {
  if (value.kind !== "amount" && value.kind !== "id") return false;
  const asked = question === null ? deeds : [question, ...deeds];
  if (deeds.length === 0 || !says(proposal, value) || asked.some((text) => says(text, value))) return false;
  const isOther = (text: readonly Token[]): boolean =>
    (value.kind === "amount" ? saysAmount(text) : saysOther(text, value)) &&
    !values.some((other) => other !== value && says(text, other) && other.kind === value.kind);
  const mayMeanIt = (text: readonly Token[]): boolean => text.some(({ source }) => THING.test(source));
  return deeds.some(isOther) && !asked.some(mayMeanIt);
}

const THING = /^(?:it|that|this|them|those|these|both|all|each|following)$/i;

/** A currency that no amount was said in can't be told; `$` is any dollar. */
function wasCurrencySaid({ said, tokens: wanted }: KeyValue, { question, proposal, earlier }: Spoken): boolean | null {
  const texts = [question ?? [], proposal, ...earlier];
  if (texts.some((text) => indexOfTokens(text, wanted) !== -1)) return true;
  const units = texts.flat().flatMap((token) => (token.kind === "number" && token.unit !== null ? [token.unit] : []));
  const money = units.filter((unit) => unit !== "%");
  return money.length === 0 ? null : money.some((unit) => sameUnit(unit, said.toUpperCase()));
}

/** What nobody spoke of is wrong where the proposal says another date, day, time or share, and else can't be told. */
function wasSpokenOf(value: KeyValue, { question, proposal, earlier, byUser, answer }: Spoken): boolean | null {
  const parts = partsOf(value);
  const asked = question ?? proposal;
  const isOther = (text: readonly Token[]) =>
    parts.some((part) => !says(text, part) && (saysOtherOfKind(text, part) || namesOtherTime(text, part)));
  // "It is on Monday. Shall I move it to Tuesday?"
  const isBefore =
    roleOf(nameOf(value)) === "from" && [proposal, ...earlier, ...byUser].some((text) => says(text, value));
  if (isOther(asked) && !isBefore) return says(answer, value) || isSpokenOfAs(asked, value, proposal) ? null : false;
  if (isOther(answer)) return null;
  const saidIn = (text: readonly Token[]) => says(text, value) || saysAll(text, value);
  const said = [proposal, ...earlier.toReversed()].find(saidIn);
  if (said !== undefined) return isSameHalf(value, said);
  const other = isOther(proposal);
  const named = byUser.findLast(saidIn);
  // What the user wished for is not what was offered in its place.
  if (named !== undefined) return other && !isBefore ? null : isSameHalf(value, named);
  return other ? false : null;
}

/** "A-1042 can't be changed. Shall I cancel it and place A-1050?" may be about either. */
const isSpokenOfAs = (question: readonly Token[], value: KeyValue, proposal: readonly Token[]): boolean =>
  says(proposal, value) && question.some(({ source }) => THING.test(source));

/** A day and a time are held against what was said one by one. */
const partsOf = (value: KeyValue): readonly KeyValue[] =>
  value.tokens.every(({ kind }) => kind === "date" || kind === "time")
    ? value.tokens.map((token) => ({ ...value, tokens: [token] }))
    : [value];

const saysOtherOfKind = (text: readonly Token[], { tokens: [wanted, ...more] }: KeyValue): boolean =>
  more.length === 0 && text.some((token) => isOfKind(token, wanted));

/** Whether both are dates, or both shares of a hundred. */
const isOfKind = (token: Token, wanted: Token | undefined): boolean =>
  (token.kind === "date" && wanted?.kind === "date") ||
  (token.kind === "number" && wanted?.kind === "number" && token.unit === "%" && wanted.unit === "%");

/** The words of a value need not follow each other: "close your account" says `close_account`. */
const saysAll = (text: readonly Token[], { tokens: wanted }: KeyValue): boolean =>
  wanted.length > 0 && wanted.every((token) => text.some((other) => sayAlike(other, token)));

const sayAlike = (a: Token, b: Token): boolean =>
  a.kind === "word" && b.kind === "word"
    ? stem(a.word) === stem(b.word) || isSameDay(a, b)
    : indexOfTokens([a], [b]) === 0;
const isSameDay = (a: Token, b: Token): boolean => weekdayOf(a) !== null && weekdayOf(a) === weekdayOf(b);
const stem = (word: string): string => (word.length < 4 ? word : word.replace(/(?:ing|ed|es|s|e)$/, ""));

/** Lists may be read out summed up, so that what nobody said of them is not wrong, but can't be told. */
function isInListAgreedTo(value: KeyValue, { proposal, earlier, byUser }: Spoken): boolean {
  const said = [proposal, ...earlier];
  const isWord = value.kind === "other" || value.kind === "flag";
  if ([...said, ...byUser].some((text) => says(text, value) || (isWord && saysAll(text, value)))) return true;
  return value.kind === "id" && !said.some((text) => saysOther(text, value));
}

/** It must be in the proposal, or before it where no other amount came in between. */
function wasAmountAgreedTo(value: KeyValue, { question, proposal, earlier }: Spoken): boolean | null {
  if (question !== null && saysAmount(question)) {
    if (says(question, value)) return true;
    return says(proposal, value) || isSumOf(value, question) || hasNumberWord(question) ? null : false;
  }
  if (isSumOf(value, question ?? proposal)) return null;
  const heard = [...earlier, proposal].findLast((text) => says(text, value) || saysAmount(text));
  if (heard !== undefined && says(heard, value)) return true;
  return [question ?? [], proposal].some(hasNumberWord) ? null : false;
}

/** "The kettle ($40) and the toaster ($20)" are $60, which may be meant. */
function isSumOf({ tokens: [wanted] }: KeyValue, text: readonly Token[]): boolean {
  const sums = text.flatMap((token) => (token.kind === "number" && isMoney(token) ? [token.value] : []));
  const sum = sums.reduce((total, one) => total + one, 0);
  return wanted?.kind === "number" && sums.length > 1 && Math.abs(sum - wanted.value) < 0.005;
}

/** A number that is spelled in words and was not read as one. */
const hasNumberWord = (text: readonly Token[]): boolean =>
  text.some(({ kind, source }) => kind === "word" && NUMBER_WORD.test(source));
const NUMBER_WORD =
  /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|dozen|half|grand)s?$/iu;

/**
 * An identifier or a recipient may also have been named by the user. One that nobody named is wrong where the proposal names
 * another of its make, and else can't be told.
 */
function wasNamed(value: KeyValue, spoken: Spoken): boolean | null {
  const { question, proposal, earlier, byUser } = spoken;
  if (question !== null && saysOther(question, value) && !says(question, value))
    return isSpokenOfAs(question, value, proposal) ? null : false;
  if (says(proposal, value)) return true;
  if (saysOther(proposal, value) && value.kind === "recipient") return false;
  if (earlier.some((text) => says(text, value)) || byUser.some((text) => says(text, value))) return true;
  return saysOther(proposal, value) ? false : null;
}
