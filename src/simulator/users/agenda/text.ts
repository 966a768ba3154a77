/** A piece of a reply that does one thing: a sentence, a list item, or a part of a sentence that asks on its own. */
export interface Clause {
  /** Normalised words, with their punctuation. */
  readonly text: string;
  /** It ended in a question mark. */
  readonly question: boolean;
  /** It is an item of the list whose header is the clause of this index. Null: no item. */
  readonly header: number | null;
}

const abbreviation = /(?:\b(?:e\.g|i\.e|nr|mr|mrs|ms|dr|st|vs|approx)|\w \bno)\.$/;
const listItem = /^\s*(?:[-*+•–▪◦]|\d{1,2}[.)]|[a-z]\))\s+/i;
const asksOnItsOwn =
  /(?:,|;|\s-|\band\b|\bor\b|\bbut\b)\s+(?=(?:and )?(?:what|who|where|how (?:many|much|can|may)|could you|can you|can i|could i|may i|shall i|should i|would you|do you|are you|is there|is that|is this|any ?thing else|please (?:provide|give|share|enter|tell|send|confirm|verify|specify|state|let))\b)|,? but (?=(?:i|we|your|the)\b)|,? and (?=(?:also )?(?:let (?:me|us) know|provide|give me|tell me|share)\b)/;

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
    .replace(/\b(\p{L}+) ?#(?!\w)/gu, "$1 number")
    .replace(/[^\S\n]+/g, " ")
    .trim();
}
const contracted: { readonly [verb: string]: string } = { ve: "have", ll: "will", re: "are", d: "would" };
const whole: { readonly [word: string]: string } = { youre: "you are", ive: "i have", im: "i am", "i'm": "i am" };

/** What people type around words to make them bold, a heading, a link, a row of a table. */
function withoutMarkup(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<\/?[a-z][^<>@]*>/gi, " ")
    .replace(/^```.*$/gm, "")
    .replace(/^\s{0,3}(?:#{1,6}\s+|>+\s?)/gm, "")
    .replace(/^\s*\|?[\s:|-]*-{3,}[\s:|-]*$/gm, "")
    .replace(/\s*\|\s*/g, "\n")
    .replace(/(?<=\S[ :;,])\(?\d{1,2}\)\s+/g, "")
    .replace(/\*\*|__|~~|`/g, "")
    .replace(/(^|[\s("'])[*_](?=\S)([^*_\n]*\S)[*_](?=[\s)"'.,;:!?]|$)/gm, "$1$2");
}

/** Splits a reply into the clauses that it is made of. */
export function clausesOf(reply: string): readonly Clause[] {
  const clauses: Clause[] = [];
  let header: number | null = null;
  for (const line of withoutMarkup(reply).split(/\n+/)) {
    if (line.trim() === "") continue;
    const item = listItem.test(line);
    if (!item) header = null;
    for (const sentence of sentences(normalise(line.replace(listItem, "")))) {
      const question = /\?["')\]]*$/.test(sentence);
      const parts = sentence.split(asksOnItsOwn).map((part) => part.trim());
      const kept = parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
      kept.forEach((text, at) =>
        clauses.push({ text, question: question && at === kept.length - 1, header: item ? header : null }),
      );
    }
    if (
      !item &&
      line
        .trimEnd()
        .replace(/[*_]+$/, "")
        .endsWith(":")
    )
      header = clauses.length - 1;
  }
  return clauses;
}

function sentences(line: string): readonly string[] {
  const found: string[] = [];
  let rest = "";
  for (const piece of line.split(/(?<=[.?!]["')\]]*)\s+/)) {
    rest = rest === "" ? piece : `${rest} ${piece}`;
    if (abbreviation.test(rest)) continue;
    found.push(rest);
    rest = "";
  }
  if (rest !== "") found.push(rest);
  return found;
}

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
