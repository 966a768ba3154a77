import { normalise } from "./normalise.js";
import { isInterrogative } from "./requests.js";
import { readable } from "./readable.js";

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
const listItem = /^\s*(?:[-*+•–▪◦]|\(?\d{1,2}[.)]|\(?[a-z]\))\s+/i;
const asksOnItsOwn =
  /(?:,|;|\s-|\band\b|\bor\b|\bbut\b)\s+(?=(?:and )?(?:what|who|where|when(?=\?| (?:would|do|did|is|are|was|will|should|can|shall)\b)|how (?:many|much|can|may)|could you|can you|can i|could i|may i|shall i|should i|would you|do you|are you|is there|is that|is this|any ?thing else|please (?:provide|give|share|enter|tell|send|confirm|verify|specify|state|let))\b)|,? but (?=(?:i|we|your|the)\b)|,? and (?=(?:also )?(?:let (?:me|us) know|provide|give me|tell me|share)\b)/;

/** "1) name 2) date 3) reason", or "(a) name, (b) date": a list in one line. */
const enumerated = /^.*(?:^|[\s:])\(?(?:1[.)]|a\)) .*\s\(?(?:2[.)]|b\)) .*$/gm;
const inlineNumber = /(?<=\S)([:;,.?!]?)\s+\(?(?:\d{1,2}[.)]|[a-h]\)) +/g;

/** What people type around words to make them bold, a heading, a link, a row of a table. */
function withoutMarkup(text: string): string {
  return text
    .replace(/!?\[([^[\]\n]*)\]\([^()\n]*\)/g, "$1")
    .replace(/<\/?[a-z][^<>@\n]*>/gi, " ")
    .replace(/^```.*$/gm, "")
    .replace(/^\s{0,3}(?:#{1,6}\s+|>+\s?)/gm, "")
    .replace(/^[ \t:|-]*$/gm, (line) => (line.includes("---") ? "" : line))
    .replace(/\s*\|\s*/g, "\n")
    .replace(enumerated, (line) => line.replace(inlineNumber, (_, mark: string) => (mark === "" ? ", " : `${mark} `)))
    .replace(/\*\*|__|~~|`/g, "")
    .replace(/(^|[\s("'])[*_](?=\S)([^*_\n]*\S)[*_](?=[\s)"'.,;:!?]|$)/gm, "$1$2");
}

/** Splits a reply into the clauses that it is made of. */
export function clausesOf(reply: string): readonly Clause[] {
  const clauses: Clause[] = [];
  let header: number | null = null;
  for (const line of withoutMarkup(readable(reply)).split(/\n+/)) {
    if (line.trim() === "") continue;
    const item = listItem.test(line);
    if (!item) header = null;
    for (const sentence of sentences(normalise(line.replace(listItem, "")))) {
      const question = /\?["')\]]*$/.test(sentence);
      const parts = sentence.split(asksOnItsOwn).map((part) => part.trim());
      const kept = parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
      kept.forEach((text, at) =>
        clauses.push({
          text,
          question: question && (at === kept.length - 1 || isInterrogative(text)),
          header: item ? header : null,
        }),
      );
    }
    if (!item && /:[*_]*\s*$/.test(line)) header = clauses.length - 1;
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
