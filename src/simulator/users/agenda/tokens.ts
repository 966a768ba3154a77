/** A word of a clause. */
export interface Token {
  readonly word: string;
  /** Without the ending of a plural, so that "bags" is "bag". */
  readonly stem: string;
  /** Punctuation follows, which no name crosses. */
  readonly stop: boolean;
}

export function tokensOf(text: string): readonly Token[] {
  return [
    ...text.matchAll(/([\p{L}\p{N}](?:(?:[\p{L}\p{N}'@._+-]|(?<=\d),(?=\d))*[\p{L}\p{N}])?)([^\p{L}\p{N}]*)/gu),
  ].map(([, word = "", gap = ""]) => ({ word, stem: stemOf(word), stop: /[^\s'#]/.test(gap) }));
}

export function stemOf(word: string): string {
  if (word.endsWith("'s")) return word.slice(0, -2);
  if (word.length < 4 || /(?:ss|us|is|as|os)$/.test(word)) return word;
  return american(
    word
      .replace(/ies$/, "y")
      .replace(/(ss|x|ch|sh)es$/, "$1")
      .replace(/s$/, ""),
  );
}

const spellings: readonly (readonly [british: RegExp, american: string])[] = [
  [/(?<=\p{L}{3})our(?=$|ed$|ing$|ite$)/u, "or"],
  [/(?<=[^aeiou][tb])re$/, "er"],
  [/(?<=\p{L}{4})is(?=(?:e|ed|ing|ation)$)/u, "iz"],
  [/(?<=[aeiou][^aeiou]+[aeiou])ll(?=(?:ed|ing|er|ery)$)/, "l"],
  [/(?<=[ai]log)ue$/, ""],
  [/(?<=(?:lic|def|off|pret))ence$/, "ense"],
  [/^grey(?=$|ish$)/, "gray"],
  [/^cheque$/, "check"],
  [/^tyre$/, "tire"],
  [/^programme$/, "program"],
  [/^jewelery$/, "jewelry"],
];

/** "Colour" asks for the `color`, and "color" for the `colour`. */
const american = (word: string): string => spellings.reduce((spelt, [british, as]) => spelt.replace(british, as), word);

/** A name as tokens are looked up by it. */
export const stemsOf = (words: string): string =>
  tokensOf(words)
    .map(({ stem }) => stem)
    .join(" ");
