/** Controls, lone surrogates, line and paragraph separators, and invisible format characters but the two joiners. */
const hostile = /\p{Cc}|\p{Cs}|\p{Zl}|\p{Zp}|(?![\u200c\u200d])\p{Cf}/gu;

/**
 * Text on one line that a terminal shows and does not obey. What a stranger wrote (a user, an agent, a tool) may hold
 * escape sequences that colour, move or erase, and characters that reorder or hide what follows: they become visible.
 */
export const neutralise = (text: string): string =>
  text
    // Not a pattern that looks for the break inside the run: that takes quadratic time where there is none.
    .replace(/\s+/g, (run) => (run.includes("\n") ? " ⏎ " : run))
    .replace(/\t/g, " ")
    .replace(hostile, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** The same for each line of a text of several. */
export const neutraliseLines = (text: string): string => text.split("\n").map(neutralise).join("\n");

/** The same on one line, cut to about `limit` characters; what is cut off is said. */
export function excerpt(text: string, limit = 120): string {
  // Cut before neutralising: a value of megabytes costs nothing then. Twice the limit, since code points may be pairs.
  const points = Array.from(text.slice(0, 2 * limit + 2));
  if (points.length <= limit && text.length <= 2 * limit + 2) return neutralise(text);
  return `${neutralise(points.slice(0, limit).join(""))}… (${text.length.toLocaleString("en")} characters)`;
}

/** A value as compact JSON, or a string as it is, cut likewise. */
export const excerptOf = (value: unknown, limit?: number): string =>
  excerpt(typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined"), limit);
