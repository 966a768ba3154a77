import { normalised } from "../values/normalised.js";
import { indexOfTokens, tokens, tokensOfNormalised, type Token } from "../values/tokens.js";
import { saysDigits } from "./says-digits.js";

/** A text, read once for many facts. */
export interface ReadText {
  /** Normalised. */
  readonly text: string;
  readonly tokens: readonly Token[];
}

export function readText(given: string): ReadText {
  const text = normalised(given);
  return { text, tokens: tokensOfNormalised(text) };
}

/** Fewer digits than these, said in groups, may be several numbers. */
const DIGITS_OF_A_NUMBER = 7;

/**
 * Whether a text tells a fact. Numbers, amounts and dates are compared by value and as a whole: `1,628` is told by `1628`
 * and by `$1,628.00`, `4` is not told by `24` or `4/5`, `2026-01-02` is told by `January 2, 2026`. Words are compared as
 * whole words without regard to case (Unicode NFKC); those of a fact must follow each other. A currency, or the year of a
 * date, that one side leaves out does not count, nor does how a long number (a phone's, a card's) is grouped. Number words
 * ("four") are words.
 */
export function communicates(text: string | ReadText, fact: string): boolean {
  const read = typeof text === "string" ? readText(text) : text;
  const wanted = readText(fact);
  if (wanted.tokens.length > 0) {
    const isNumber = wanted.tokens.every(({ kind }) => kind !== "date");
    return tellsTokens(read, wanted) || (isNumber && saysDigits(read.text, wanted.text, DIGITS_OF_A_NUMBER));
  }
  // A fact without a word or number, such as an emoji.
  const sign = wanted.text.trim();
  return sign !== "" && read.text.includes(sign);
}

/**
 * Whether a text gives away what it must not tell. That is stricter: a part of an address counts, and so do digits however
 * they are spelled out.
 */
export const givesAway = (read: ReadText, fact: string): boolean =>
  communicates(read, fact) ||
  saysDigits(read.text, fact, 4) ||
  (read.text.includes("@") && communicates(read.text.replaceAll("@", " "), fact));

/** What tells "A-" from "A", "30+" from "30" and ".NET" from "net" is no part of a token. */
function tellsTokens(read: ReadText, wanted: ReadText): boolean {
  const [first, last] = [wanted.tokens[0], wanted.tokens.at(-1)];
  const before = first?.kind === "word" && /(?<![\p{L}\p{N}.])\.$/u.test(wanted.text.slice(0, first.at)) ? "." : "";
  const after = /^[+−-]+/.exec(wanted.text.slice(last?.end))?.[0] ?? "";
  for (let from = 0; ; from += 1) {
    from = indexOfTokens(read.tokens, wanted.tokens, from);
    const [start, end] = [read.tokens[from], read.tokens[from + wanted.tokens.length - 1]];
    if (start === undefined || end === undefined) return false;
    if (read.text.startsWith(after, end.end) && read.text.slice(0, start.at).endsWith(before)) return true;
  }
}

/** Where the number of a fact comes nearest; null where the fact is no number, or the text holds none. */
export function nearestNumber(
  { tokens: said }: ReadText,
  fact: string,
): { readonly source: string; readonly distance: number } | null {
  const [wanted, ...more] = tokens(fact);
  if (wanted?.kind !== "number" || more.length > 0) return null;
  const numbers = said.flatMap((token) =>
    token.kind === "number" ? [{ source: token.source.trim(), distance: Math.abs(token.value - wanted.value) }] : [],
  );
  return numbers.reduce<(typeof numbers)[number] | null>(
    (best, one) => (best === null || one.distance < best.distance ? one : best),
    null,
  );
}
