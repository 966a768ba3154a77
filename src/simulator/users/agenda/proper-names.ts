import { contains } from "./normalise.js";
import { functionWords } from "./words.js";

const titles = /(?:^|[\s("'])(?:dr|mr|mrs|ms|prof|st)\.$/i;
const begins = /(?:^|[.?!]["')\]]*\s+|\n)[\s"'(*_#>-]*(?:\d{1,2}[.)]\s*)?$/;

/** The words that a reply writes with a capital where no sentence begins, in lower case: names of people and places. */
export function properIn(reply: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { 0: word, index } of reply.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}'’]*/gu)) {
    const before = reply.slice(Math.max(0, index - 40), index);
    if (begins.test(before) && !titles.test(before.trimEnd())) continue;
    found.add(word.toLowerCase().replace(/’/g, "'"));
  }
  return found;
}

/** Written with a capital, and no name of a person or a place. */
const noNames = new Set(
  (
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october " +
    "november december english german french spanish italian euro euros dollar dollars pound pounds usd eur gbp pdf csv html sms " +
    "easter christmas business economy first premium basic visa mastercard amex paypal apple google klarna am pm utc cet gmt " +
    "dr mr mrs ms miss prof doctor professor ok okay yes no id iban pin wifi i"
  ).split(" "),
);
const isName = (word: string): boolean => !noNames.has(word) && !functionWords.has(word);

/** A name in a clause, with what stands before and after it. */
export interface Mention {
  readonly name: string;
  readonly words: readonly string[];
  readonly before: string;
  readonly after: string;
}

/** The names of a clause: its words that stand side by side and are proper. */
export function mentionsIn(text: string, proper: ReadonlySet<string>): readonly Mention[] {
  const found: Mention[] = [];
  let run: { from: number; to: number; words: string[] } | null = null;
  const close = (): void => {
    if (run === null) return;
    const { from, to, words } = run;
    found.push({ name: text.slice(from, to), words, before: text.slice(0, from), after: text.slice(to) });
    run = null;
  };
  for (const { 0: word, index } of text.matchAll(/\p{L}[\p{L}']*/gu)) {
    const to = index + word.length;
    if (run !== null && text.slice(run.to, index) !== " ") close();
    if (!proper.has(word) || !isName(word)) close();
    else if (run === null) run = { from: index, to, words: [word] };
    else run = { from: run.from, to, words: [...run.words, word] };
  }
  close();
  return found;
}

/** Whether a name has nothing of what the user knows. */
export const isForeign = ({ words }: Mention, known: string): boolean =>
  words.every((word) => !contains(known, word) && !contains(known, word.replace(/'s$/, "")));
