/** The same words whatever the quotes, the case, the contractions and the markup. Values and replies go through it alike. */
export function normalise(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\u2018\u2019\u02bc\u0060\u00b4]/g, "'")
    .replace(/[\u201c\u201d\u00ab\u00bb]/g, '"')
    .replace(/[\u2010-\u2012]/g, "-")
    .replace(/\s[\u2013\u2014]+\s|[\u2014]/g, " - ")
    .replace(/\u2013/g, "-")
    .replace(/\b[a-z]{2,}(?:[A-Z][a-z]+)+\b/g, (word) => word.replace(/([a-z])([A-Z])/g, "$1 $2"))
    .toLowerCase()
    .replace(/\b(wo|ca|sha)n'?t\b/g, (_, stem: string) => ({ wo: "will", ca: "can", sha: "shall" })[stem] + " not")
    .replace(/\b(do|does|did|is|are|was|were|has|have|had|could|would|should|must|need)n'?t\b/g, "$1 not")
    .replace(/\bcannot\b/g, "can not")
    .replace(/\b(it|that|there)'s been\b/g, "$1 has been")
    .replace(/\b(what|who|where|when|how|it|that|there|here|he|she)'?s\b/g, (whole, word: string) =>
      whole === "its" ? whole : `${word} is`,
    )
    .replace(/\b(i|we|you|they)'(ve|ll|re|d)\b/g, (_, who: string, verb: string) => `${who} ${contracted[verb] ?? ""}`)
    .replace(/\b(?:it|that|there)'ll\b/g, "it will")
    .replace(/\b(youre|ive|im|i'm)\b/g, (word) => whole[word] ?? word)
    .replace(/\blet'?s\b(?! know)/g, "let us")
    .replace(/\be-?mail\b/g, "email")
    .replace(/(?<=\p{L})[-_](?=\p{L})/gu, " ")
    .replace(/(?<=\p{L}) ?#(?!\w)/gu, " number")
    .replace(/[^\S\n]+/g, " ")
    .trim();
}
const contracted: { readonly [verb: string]: string } = { ve: "have", ll: "will", re: "are", d: "would" };
const whole: { readonly [word: string]: string } = { youre: "you are", ive: "i have", im: "i am", "i'm": "i am" };

/** Whether `text` has `part` as whole words; both normalised. */
export function contains(text: string, part: string): boolean {
  if (part === "") return false;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text.slice(at + part.length, at + part.length + 2);
    if (!/[\p{L}\p{N}_@]/u.test(before) && !/^(?:[\p{L}\p{N}_@]|[.-][\p{L}\p{N}])/u.test(after)) return true;
  }
  return false;
}
