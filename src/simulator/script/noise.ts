export const noiseKinds = ["typo", "lower", "upper", "unpunctuated", "emoji", "filler", "spaces"] as const;

/** How a line is typed badly. */
export interface Noise {
  readonly kind: (typeof noiseKinds)[number];
  /** Which word is hit, or which emoji or filler is used; any whole number from 0. */
  readonly at: number;
}

const emojis = ["🙏", "😡", "🤷", "🤔", "😭", "🎧"];
const fillers = ["um, ", "so, like, ", "well… ", "look, ", "hmm ", "sorry, "];

/**
 * The line as such a person types it. Words with a digit or an @ stay as they are, the case of letters included: they are
 * what the user knows, and another order number would be another fact.
 */
export function noisy(line: string, { kind, at }: Noise): string {
  switch (kind) {
    case "typo":
      return withTypo(line, at);
    case "lower":
      return eachWord(line, (word) => word.toLowerCase());
    case "upper":
      return eachWord(line, (word) => word.toUpperCase());
    case "unpunctuated":
      return line.replace(/[.,;:!?]+(?=\s|$)/g, "");
    case "emoji":
      return `${line} ${pick(emojis, at)}`;
    case "filler":
      return pick(fillers, at) + line;
    case "spaces":
      return `  ${line.replace(/ /g, "  ")} `;
  }
}

const pick = (from: readonly string[], at: number): string => from[at % from.length] ?? "";

const eachWord = (line: string, change: (word: string) => string): string =>
  line.replace(/\S+/g, (word) => (/[\d@]/.test(word) ? word : change(word)));

/** Two neighbouring letters in the wrong order. */
function withTypo(line: string, at: number): string {
  const words = [...line.matchAll(/(?<![\p{L}\p{N}@._-])\p{L}{4,}(?![\p{L}\p{N}@_-])/gu)];
  const word = words[at % Math.max(1, words.length)];
  if (word === undefined) return line;
  const from = word.index + 1 + (at % (word[0].length - 2));
  return line.slice(0, from) + (line[from + 1] ?? "") + (line[from] ?? "") + line.slice(from + 2);
}
