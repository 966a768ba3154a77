import { distance } from "fastest-levenshtein";

/** Small letters of the Cyrillic and Greek alphabets that look like Latin ones. */
const LOOKALIKES: { readonly [letter: string]: string } = {
  "\u0430": "a",
  "\u0435": "e",
  "\u043e": "o",
  "\u0440": "p",
  "\u0441": "c",
  "\u0443": "y",
  "\u0445": "x",
  "\u0455": "s",
  "\u0456": "i",
  "\u0458": "j",
  "\u03b1": "a",
  "\u03b9": "i",
  "\u03bd": "v",
  "\u03bf": "o",
  "\u03c1": "p",
  "\u03c5": "u",
};

const latin = (text: string): string => [...text.normalize("NFKC")].map((sign) => lookalike(sign) ?? sign).join("");

function lookalike(sign: string): string | undefined {
  const small = sign.toLowerCase();
  const letter = LOOKALIKES[small];
  return sign === small ? letter : letter?.toUpperCase();
}

/** The parts of a name as a server or a namespace puts them before each other, without case and separators; `*` stays. */
export const partsOf = (name: string): readonly string[] =>
  latin(name)
    .split(/__|[./:]/)
    .map((part) => part.toLowerCase())
    .map((part) => part.replace(/[^\p{L}\p{N}*]/gu, ""))
    .filter((part) => part !== "");

/** What spellings of one name share, wherever it comes from: `refundOrder`, `refund_order` and `mcp__shop__refund-order`. */
export const toolKey = (name: string): string => partsOf(name).at(-1) ?? name;

/**
 * Whether a called tool is the one that is named, but for how it is spelled: `mcp__shop__refund_order`,
 * `functions.refund_order`, `refundOrder` and `Refund-Order` are `refund_order`. Of two that both have a prefix the prefixes
 * are compared, too.
 */
export function isSameTool(called: string, named: string): boolean {
  if (called === named) return true;
  const [a, b] = [partsOf(called), partsOf(named)];
  const shared = Math.min(a.length, b.length);
  return shared > 0 && a.slice(-shared).join("/") === b.slice(-shared).join("/");
}

/** How many letters two names differ by, however they are spelled. */
export const lettersApart = (one: string, other: string): number => distance(toolKey(one), toolKey(other));

/** The words of a name in lower case, whatever it is spelled in, with Latin letters for those that only look so; `&` and `+` are words as well. */
export const wordsOf = (name: string): readonly string[] =>
  latin(name)
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, "_")
    .replace(/[&+]/g, "_$&_")
    .toLowerCase()
    .split(/[^\p{L}\p{N}&+]+/u)
    .filter((word) => word !== "");
