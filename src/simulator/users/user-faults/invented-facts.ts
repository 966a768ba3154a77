import { agendaOf } from "../agenda/agenda.js";
import { hitsIn } from "../agenda/known-names.js";
import { normalise } from "../agenda/normalise.js";
import { amountOf, daysIn } from "../agenda/stated-values.js";
import { tokensOf } from "../agenda/tokens.js";
import { functionWords } from "../agenda/words.js";
import type { ConversationalGolden } from "../../../golden/conversational-golden.js";
import type { Corpus } from "./corpus.js";
import { valuesIn, type StatedValue } from "./values-in.js";

/** A value that a line states and nobody gave, with what it seems to be. */
export interface Invented {
  readonly what: string;
  readonly text: string;
}

/** The facts that a line states and the user can't know, each once. */
export function inventedIn(say: string, golden: ConversationalGolden, known: Corpus): readonly Invented[] {
  const text = normalise(say);
  const invented: Invented[] = [];
  const add = ({ what, text: value }: Invented): void => {
    const isSame = (other: Invented): boolean =>
      [other.text, value].some((each, at, both) => holds(both[1 - at] ?? "", each)) ||
      (amountOf(value) !== null && amountOf(value) === amountOf(other.text));
    if (!invented.some(isSame)) invented.push({ what, text: asSaid(value, say) });
  };
  for (const value of valuesIn(say)) if (!isKnown(value, known)) add({ what: kinds[value.kind], text: value.text });
  for (const name of namesIn(say)) {
    if (!wordsOf(name).every((word) => known.hasWords(word))) add({ what: "name", text: name });
  }
  for (const each of statedFacts(text, say, golden, known)) add(each);
  return invented;
}

const holds = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

/** In the letters of the line itself. */
function asSaid(value: string, say: string): string {
  const at = say.toLowerCase().indexOf(value.toLowerCase());
  return at < 0 ? value : say.slice(at, at + value.length);
}

const kinds = {
  email: "email address",
  id: "number or code",
  phone: "phone number",
  address: "address",
  year: "year",
  amount: "amount",
  date: "date",
} as const;

function isKnown(value: StatedValue, known: Corpus): boolean {
  switch (value.kind) {
    case "amount":
      return known.hasNumber(value.number);
    case "date":
      return value.days.some((day) => known.hasDay(day));
    default:
      return known.hasCode(value.text);
  }
}

/** "My serial number is 7", "my city is Oslo": what it says a fact of its golden to be, or one that it does not know. */
function statedFacts(text: string, say: string, golden: ConversationalGolden, known: Corpus): readonly Invented[] {
  const tokens = tokensOf(text);
  return hitsIn(tokens, agendaOf(golden).names, true).flatMap(({ slot, to }): readonly Invented[] => {
    const [verb, first] = [tokens[to], tokens[to + 1]];
    if (verb === undefined || first === undefined || !/^(?:is|was|are|were)$/.test(verb.word)) return [];
    if (typeof slot.value === "boolean" || functionWords.has(first.word)) return [];
    // A day is a value whose kind is known better.
    if (daysIn(`${first.word} 1`).length > 0) return [];
    const isValue = /[\d@]/.test(first.word) || isProper(first.word, say);
    const number = amountOf(first.word);
    if (!isValue || known.hasCode(first.word) || (number !== null && known.hasNumber(number))) return [];
    return [{ what: slot.words, text: first.word }];
  });
}

/** Written with a capital, and not for being the first word of a sentence. */
function isProper(word: string, say: string): boolean {
  const at = say.toLowerCase().indexOf(word);
  return at > 0 && /^\p{Lu}/u.test(say.slice(at)) && !/[.!?]\s*$/.test(say.slice(0, at));
}

const capital = "\\p{Lu}[\\p{L}'’-]+";
const own = new RegExp(
  `\\b(?:[Mm]y (?:full |first |last )?name(?: is|['’]s)|[Cc]all me|[Nn]ame:) (${capital}(?: ${capital}){0,3})`,
  "gu",
);
const presenting = new RegExp(
  `\\b(?:[Tt]his is|I am|I['’]m) (${capital} ${capital}|${capital}(?= (?:speaking|here|calling)\\b))`,
  "gu",
);

/** The names that a line says to be the speaker's. */
const namesIn = (say: string): readonly string[] =>
  [own, presenting].flatMap((pattern) => [...say.matchAll(pattern)].map(([, name = ""]) => name));

const wordsOf = (name: string): readonly string[] => normalise(name).split(" ");
