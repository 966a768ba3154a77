import { normalised } from "../values/normalised.js";
import { indexOfTokens, tokens, tokensOfNormalised, type Token } from "../values/tokens.js";
import { isDenied, isDeniedAtOnce, isPrefixed, saysDenial } from "./denial.js";
import { holdsSecret, saysCode } from "./says-code.js";
import { holdsDigits, saysDigits } from "./says-digits.js";

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

/**
 * Whether a text tells a fact. Numbers, amounts and dates are compared by value and as a whole: `1,628` is told by `1628`
 * and by `$1,628.00`, `4` is not told by `24` or `4/5`, `2026-01-02` is told by `January 2, 2026`. Words are compared as
 * whole words without regard to case (Unicode NFKC); those of a fact must follow each other. A currency, or the year of a
 * date, that one side leaves out does not count, nor does how a long number (a phone's, a card's) or an identifier in capitals is
 * grouped. Number words count where they say what they count, or are several ("fifty euros", "two hundred").
 *
 * Only words are looked at, not what a sentence makes of them: "less than €500" and "it is not €500" both hold €500.
 */
export const communicates = (text: string | ReadText, fact: string): boolean =>
  telling(typeof text === "string" ? readText(text) : text, fact) !== "untold";

/** How a text tells a fact. `denied`: only where its clause denies it ("I can't refund €500"). */
export type Telling = "told" | "denied" | "untold";

export function telling(read: ReadText, fact: string): Telling {
  const wanted = readText(fact);
  if (wanted.tokens.length > 0) {
    const isNumber = wanted.tokens.every(({ kind }) => kind !== "date");
    const byTokens = tellingOf(read, wanted);
    if (byTokens !== "untold") return byTokens;
    const byDigits = isNumber && saysDigits(read.text, wanted.text);
    return byDigits || saysCode(read.text, wanted.text) ? "told" : "untold";
  }
  // A fact without a word or number, such as an emoji.
  const sign = wanted.text.trim();
  return sign !== "" && read.text.includes(sign) ? "told" : "untold";
}

/**
 * Whether a text gives away what it must not tell. That is stricter: a part of an address counts, a phrase joined by
 * underscores or in the plural, digits however they are spelled out, and a key or an id within something longer. Fewer than
 * seven digits within a longer number do not count: they may be any.
 */
export function givesAway(read: ReadText, fact: string): boolean {
  if (communicates(read, fact)) return true;
  const secret = normalised(fact).trim();
  if (holdsSecret(read.text, secret) || holdsDigits(read.text, secret)) return true;
  const isPhrase = /^\p{L}+(?:[ _-]\p{L}+)+$/u.test(secret);
  const phrases = isPhrase ? [secret, `${secret}s`, `${secret}es`].map((one) => one.replaceAll("_", " ")) : [secret];
  const apart = read.text.replaceAll("@", " ").replace(isPhrase ? /_/g : /(?!)/, " ");
  const parts = apart === read.text ? read : readText(apart);
  return phrases.some((phrase) => communicates(parts, phrase));
}

/** What tells "A-" from "A", "30+" from "30" and ".NET" from "net" is no part of a token. */
function tellingOf(read: ReadText, wanted: ReadText): Telling {
  const [first, last] = [wanted.tokens[0], wanted.tokens.at(-1)];
  const isWord = first?.kind === "word";
  const before = isWord && /(?<![\p{L}\p{N}.])\.$/u.test(wanted.text.slice(0, first.at)) ? "." : "";
  const after = /^[+−-]+/.exec(wanted.text.slice(last?.end))?.[0] ?? "";
  // An identifier is told wherever it is named, and words that are a denial themselves are meant as one.
  const isMeant =
    saysDenial(wanted.text) || wanted.tokens.some((token) => token.kind === "word" && /[\p{N}@]/u.test(token.word));
  let found: Telling = "untold";
  for (let from = 0; ; from += 1) {
    from = indexOfTokens(read.tokens, wanted.tokens, from);
    const [start, end] = [read.tokens[from], read.tokens[from + wanted.tokens.length - 1]];
    if (start === undefined || end === undefined) return found;
    const ahead = read.text.slice(0, start.at);
    if (!read.text.startsWith(after, end.end) || !ahead.endsWith(before) || (isWord && isPrefixed(ahead))) continue;
    const isSo = isMeant
      ? isDeniedAtOnce(ahead)
      : isDenied(ahead, read.text.slice(start.at, end.end), read.text.slice(end.end, end.end + 160));
    if (!isSo) return "told";
    found = "denied";
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
