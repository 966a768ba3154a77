import { indexOfTokens, tokens, type Token } from "../values/tokens.js";

/** A text, read once for many facts. */
export interface ReadText {
  readonly text: string;
  readonly tokens: readonly Token[];
}

export const readText = (text: string): ReadText => ({ text, tokens: tokens(text) });

/**
 * Whether a text tells a fact. Numbers, amounts and dates are compared by value and as a whole: `1,628` is told by `1628`
 * and by `$1,628.00`, `4` is not told by `24`, `2026-01-02` is told by `January 2, 2026`. Words are compared as whole
 * words without regard to case (Unicode NFKC); those of a fact must follow each other. A currency, or the year of a date,
 * that one side leaves out does not count. Number words ("four") are words.
 */
export function communicates(text: string | ReadText, fact: string): boolean {
  const read = typeof text === "string" ? readText(text) : text;
  const wanted = tokens(fact);
  if (wanted.length > 0) return indexOfTokens(read.tokens, wanted) !== -1;
  // A fact without a word or number, such as an emoji.
  const sign = fact.normalize("NFKC").trim();
  return sign !== "" && read.text.normalize("NFKC").includes(sign);
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
