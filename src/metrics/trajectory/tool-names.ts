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

/** The parts of a name as a server or a namespace puts them before each other, without case and separators. */
const partsOf = (name: string): readonly string[] =>
  name
    .normalize("NFKC")
    .split(/__|[./:]/)
    .map((part) => [...part.toLowerCase()].map((sign) => LOOKALIKES[sign] ?? sign).join(""))
    .map((part) => part.replace(/[^\p{L}\p{N}]/gu, ""))
    .filter((part) => part !== "");

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

/** The name of a list that a called tool goes by, exactly or else spelled in another way. */
export const namedTool = (called: string, names: readonly string[]): string | undefined =>
  names.find((name) => name === called) ?? names.find((name) => isSameTool(called, name));

/** The called tool whose name is nearly a given one, which may be a slip; undefined where none is. */
export function nearlyCalled(named: string, called: readonly string[]): string | undefined {
  const own = partsOf(named).at(-1) ?? "";
  const limit = own.length < 5 ? 0 : own.length < 10 ? 1 : 2;
  return called.find((name) => {
    const far = distance(partsOf(name).at(-1) ?? "", own);
    return far > 0 && far <= limit;
  });
}

/** `forbiddenTools names refund_ordr, which was not called, but refund_order was: check the spelling`, for each such name. */
export const spellingNotes = (field: string, names: readonly string[], called: readonly string[]): readonly string[] =>
  names.flatMap((name) => {
    if (called.some((other) => isSameTool(other, name))) return [];
    const near = nearlyCalled(
      name,
      called.filter((other) => namedTool(other, names) === undefined),
    );
    return near === undefined
      ? []
      : [`${field} names ${name}, which was not called, but ${near} was: check the spelling`];
  });
