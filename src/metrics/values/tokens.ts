import { dateAt, sameDate, type DateToken } from "./dates.js";
import { normalised } from "./normalised.js";
import { wordedNumberAt } from "./number-words.js";
import { numberAt, sameNumber, type NumberToken } from "./numbers.js";
import { sameTime, timeAt, type TimeToken } from "./times.js";
import { PREFIX_BEGINS } from "./units.js";

/** A word, or an identifier such as `A-1042`, in normal form. */
interface WordToken {
  readonly kind: "word";
  readonly word: string;
}

/** A piece of text that means something by itself: a number, a date, a time or a word; punctuation is left out. */
export type Token = (NumberToken | DateToken | TimeToken | WordToken) & {
  /** As it is written. */
  readonly source: string;
  /** Where it begins and ends in the normalised text. */
  readonly at: number;
  readonly end: number;
};

// Scripts written without spaces between words: there a part of a run may be a word, so each sign is one.
const SIGN =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/uy;
const EMAIL_NAME = String.raw`(?=[\p{L}\p{N}])[\p{L}\p{N}._%+-]{1,64}`;
const HOST_LABEL = String.raw`[\p{L}\p{N}]{1,63}(?:-[\p{L}\p{N}]{1,63}){0,8}`;
const EMAIL = new RegExp(String.raw`${EMAIL_NAME}@${HOST_LABEL}(?:\.${HOST_LABEL}){1,8}`, "uy");
const TIME = /\d{1,2}:\d{2}(?::\d{2})?(?![:\d])/uy;
// Letters and digits joined by single hyphens (dots, slashes or colons before a digit) that hold a digit: one identifier.
const IDENTIFIER =
  /(?=[\p{L}\p{M}_\p{N}.:/-]{0,64}\p{N})[\p{L}\p{M}\p{N}_]+(?:-[\p{L}\p{M}\p{N}_]+|[./:]\p{N}[\p{L}\p{M}\p{N}_]*)*/uy;
// "C++", "C#" and "A+" are other words than "C" and "A".
const WORD = /[\p{L}\p{M}\p{N}_]+(?:'\p{L}+)*(?:[+#]{1,3}(?![\p{L}\p{N}+#]))?/uy;
const NUMBER_BEGINS = new RegExp(String.raw`[-−\d]|\.\d|${PREFIX_BEGINS}`, "uy");
const NUMBER_WORD_BEGINS = /(?:[fst][eiowh]|eight|eleven|nine|zero|one|a (?:h|t|m))/iuy;
const STARTS_WITH_DIGIT = /^\p{N}/u;

/** The tokens of a text in order. */
export const tokens = (text: string): Token[] => tokensOfNormalised(normalised(text));

/** The tokens of a text that is normalised already. */
export function tokensOfNormalised(normal: string): Token[] {
  const found: Token[] = [];
  const mayHoldEmail = normal.includes("@");
  let at = 0;
  while (at < normal.length) {
    const next = (mayHoldEmail ? word(normal, at, EMAIL) : null) ?? tokenAt(normal, at);
    if (next === null) {
      at += 1;
      continue;
    }
    // Ten times as fast as a spread, and a long text has many.
    found.push(Object.assign(next.token, { source: normal.slice(at, next.end), at, end: next.end }));
    at = next.end;
  }
  return found;
}

type Read = { readonly token: NumberToken | DateToken | TimeToken | WordToken; readonly end: number } | null;

/** Of these signs no token begins. */
const BETWEEN = new Set(" ,;:!?()[]{}\"'*`|<>=/\\");

function tokenAt(text: string, at: number): Read {
  if (BETWEEN.has(text[at] ?? "")) return null;
  return (
    word(text, at, SIGN) ??
    dateAt(text, at) ??
    timeAt(text, at) ??
    word(text, at, TIME) ??
    (begins(text, at, NUMBER_BEGINS) ? numberAt(text, at) : null) ??
    identifierAt(text, at) ??
    (begins(text, at, NUMBER_WORD_BEGINS) ? wordedNumberAt(text, at) : null) ??
    word(text, at, WORD)
  );
}

function begins(text: string, at: number, pattern: RegExp): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** What begins with a letter and holds a digit, or begins with a digit and was no number: "7f3a", "0049", "1.2.3". */
function identifierAt(text: string, at: number): Read {
  const read = word(text, at, IDENTIFIER);
  if (read === null || STARTS_WITH_DIGIT.test(text.slice(at, at + 2))) return read;
  return /\p{N}/u.test(text.slice(at, read.end)) ? read : null;
}

function word(text: string, at: number, pattern: RegExp): Read {
  pattern.lastIndex = at;
  const [match] = pattern.exec(text) ?? [];
  if (match === undefined) return null;
  return {
    token: { kind: "word", word: match.toLowerCase().replaceAll("ß", "ss").replaceAll("i\u0307", "i") },
    end: at + match.length,
  };
}

/**
 * Whether two tokens say the same: numbers, dates and times by value, words by their normal form. A date also says its
 * year, and "3 PM" also says "3:00".
 */
export function sameToken(a: Token, b: Token): boolean {
  if (a.kind === "number") return b.kind === "number" && sameNumber(a, b);
  if (a.kind === "date") return b.kind === "date" ? sameDate(a, b) : b.kind === "number" && b.value === a.year;
  if (a.kind === "time") return b.kind === "time" && sameTime(a, b);
  return b.kind === "word" && a.word === b.word;
}

/** Where `part` first occurs in `whole` from `from` on, as consecutive tokens; -1 where it does not. */
export function indexOfTokens(whole: readonly Token[], part: readonly Token[], from = 0): number {
  for (let start = from; start + part.length <= whole.length; start += 1) {
    if (part.every((token, offset) => sameTokenAt(whole, start + offset, token))) return start;
  }
  return -1;
}

function sameTokenAt(whole: readonly Token[], index: number, token: Token): boolean {
  const other = whole[index];
  return other !== undefined && sameToken(other, token);
}
