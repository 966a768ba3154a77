import type { Token } from "./tokens.js";
import { askingWords, functionWords, noFacts } from "./words.js";

/** A thing that a clause asks for and that no known name covers. */
export interface NounPhrase {
  readonly from: number;
  /** Its words from the user's side: "card of my mother". Null: not fit to be repeated. */
  readonly label: string | null;
  /** It was asked for as "your …". */
  readonly own: boolean;
  /** Stems of its words before any "of", and after it. */
  readonly stems: readonly string[];
  readonly whose: readonly string[];
}

const determiners = new Set(["your", "the", "a", "an", "any", "its", "their", "both", "all", "some"]);
const away = new Set([
  "in",
  "on",
  "at",
  "for",
  "from",
  "to",
  "by",
  "about",
  "near",
  "into",
  "under",
  "this",
  "with",
  "using",
]);
const labelWords = new Set("your the a an any and or of please both also".split(" "));
const MOST_WORDS = 5;

/** `taken[i]`: the end of the known name that covers token i; there the search goes on. */
export function nounPhrases(tokens: readonly Token[], taken: readonly (number | null)[]): readonly NounPhrase[] {
  const found: NounPhrase[] = [];
  // A label alone, such as an item of a list: "serial number, please".
  let expects = tokens.every(({ word }) => !functionWords.has(word) || labelWords.has(word));
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at];
    if (token === undefined) break;
    const end = taken[at];
    if (end !== null && end !== undefined) {
      at = end;
      expects = joins(tokens, at);
      continue;
    }
    const before = tokens[at - 1]?.word ?? "";
    if (belongs(tokens, at) && !functionWords.has(token.word) && (found.length > 0 || taken.slice(0, at).some(isEnd))) {
      [, at] = phraseAt(tokens, taken, at, false);
      expects = joins(tokens, at);
      continue;
    }
    const quantified = before === "many" || before === "which" || (before === "what" && !functionWords.has(token.word));
    const determined = determiners.has(before) && !away.has(tokens[at - 2]?.word ?? "");
    const named = (before === "is" || before === "are") && tokens[at - 2]?.word === "what";
    const withMe = before !== "with" || /^(?:me|us)$/.test(tokens[at - 2]?.word ?? "");
    const asked = (named || (askingWords.has(before) && withMe)) && !determiners.has(token.word);
    const verb = expects && askingWords.has(token.word) && !determined;
    if (verb || functionWords.has(token.word) || !(quantified || determined || asked || expects)) {
      at += 1;
      continue;
    }
    const [phrase, next] = phraseAt(tokens, taken, at, determined ? before === "your" : ownBefore(tokens, at));
    if (phrase !== null) found.push(phrase);
    at = next;
    expects = phrase !== null && joins(tokens, at);
  }
  return found;
}

/** "your name, email and phone": after one name, a comma or an "and" leads to the next. */
const joins = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.stop === true || tokens[at]?.word === "and" || tokens[at]?.word === "or";

/** The headphones of "the serial number of the headphones" only say more about what is asked for. */
const belongs = (tokens: readonly Token[], at: number): boolean => {
  const before = tokens[at - 1]?.word ?? "";
  return /^(?:of|for)$/.test(determiners.has(before) ? (tokens[at - 2]?.word ?? "") : before);
};
const isEnd = (end: number | null): boolean => end !== null;

const ownBefore = (tokens: readonly Token[], at: number): boolean =>
  tokens.slice(0, at).some(({ word }) => word === "your");

function phraseAt(
  tokens: readonly Token[],
  taken: readonly (number | null)[],
  from: number,
  own: boolean,
): readonly [NounPhrase | null, number] {
  const words: string[] = [];
  const stems: string[] = [];
  const whose: string[] = [];
  let at = from;
  let inside = true;
  for (; at < tokens.length; at++) {
    const { word, stem } = tokens[at] ?? { word: "", stem: "" };
    const of = word === "of" && at > from;
    const possessive = (word === "your" || word === "the") && tokens[at - 1]?.word === "of";
    if (
      !of &&
      !possessive &&
      ((functionWords.has(word) && !/^(?:your|the)$/.test(tokens[at - 1]?.word ?? "")) || (taken[at] ?? null) !== null)
    )
      break;
    if (of) inside = false;
    words.push(word === "your" ? "my" : word);
    if (inside) stems.push(stem);
    else if (!of && !possessive) whose.push(stem);
    if (tokens[at]?.stop === true) {
      at += 1;
      break;
    }
  }
  while (/^(?:of|the|my|other)$/.test(words.at(-1) ?? "")) words.pop();
  const head = stems.at(-1) ?? "";
  if (words.length === 0) return [null, from + 1];
  if (noFacts.has(head) || noFacts.has(tokens[at - 1]?.word ?? "")) return [null, at];
  const fit = words.length <= MOST_WORDS && words.every((word) => /^[\p{L}'-]+$/u.test(word));
  return [{ from, label: fit ? words.join(" ") : null, own, stems, whose }, at];
}
