import { excerpt } from "./neutralise.js";

/** Long enough for a sentence with a value in it, in characters. */
export const SENTENCE = 1000;

/** More lines than a person reads. */
const LINES = 100;

/** A metric's own lines, each safe to print, and no more than can be read. */
export function detailLines(details: readonly string[]): string[] {
  // Asked for one too many, which tells that there are more: to count them all costs time, and helps nobody.
  const lines = details.slice(0, LINES + 1).flatMap((detail) => detail.split(/\r?\n/, LINES + 1));
  const more = lines.length > LINES ? ["… and more lines"] : [];
  return [...lines.slice(0, LINES).map((line) => excerpt(line, SENTENCE)), ...more];
}
