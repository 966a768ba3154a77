/** A word of a clause. */
export interface Token {
  readonly word: string;
  /** Without the ending of a plural, so that "bags" is "bag". */
  readonly stem: string;
  /** Punctuation follows, which no name crosses. */
  readonly stop: boolean;
}

export function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(/([\p{L}\p{N}](?:[\p{L}\p{N}'@._+-]*[\p{L}\p{N}])?)([^\p{L}\p{N}]*)/gu)].map(
    ([, word = "", gap = ""]) => ({ word, stem: stemOf(word), stop: /[^\s'#]/.test(gap) }),
  );
}

export function stemOf(word: string): string {
  if (word.endsWith("'s")) return word.slice(0, -2);
  if (word.length < 4 || /(?:ss|us|is|as|os)$/.test(word)) return word;
  return word
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/s$/, "");
}

/** A name as tokens are looked up by it. */
export const stemsOf = (words: string): string =>
  tokensOf(words)
    .map(({ stem }) => stem)
    .join(" ");
