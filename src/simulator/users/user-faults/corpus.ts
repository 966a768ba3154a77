import type { ConversationalGolden } from "../../../golden/conversational-golden.js";
import { contains, normalise } from "../agenda/normalise.js";
import { daysOf, numbersOf } from "./values-in.js";

/** All that a user may have a value from. What is compared with it is lenient: an accusation must hold. */
export class Corpus {
  #text = "";
  #compact = "";
  readonly #numbers = new Set<number>();
  readonly #days = new Set<string>();

  add(raw: string): this {
    const text = normalise(raw);
    this.#text += `\n${text}`;
    this.#compact += ` ${compact(text)}`;
    for (const number of numbersOf(text)) this.#numbers.add(number);
    for (const day of daysOf(text)) this.#days.add(day);
    return this;
  }

  hasWords(words: string): boolean {
    return contains(this.#text, words);
  }

  /** Whatever stands between its letters and digits: "A 1042" is "A-1042", and "1042" is its end. */
  hasCode(code: string): boolean {
    const short = compact(code);
    return short.length < 3 ? this.hasWords(code) : this.#compact.includes(short);
  }

  hasNumber(number: number): boolean {
    // "About $60" is said of $59.90.
    if (Number.isInteger(number) && [...this.#numbers].some((each) => Math.round(each) === number)) return true;
    // "59,90" is read as 5990.
    return this.#numbers.has(number) || this.#numbers.has(number / 100) || this.hasCode(String(number));
  }

  /** The next day and the day before are told from a day that is known. */
  hasDay(day: string): boolean {
    return [day, beside(day, 1), beside(day, -1)].some((each) => this.#days.has(each));
  }
}

function beside(day: string, by: number): string {
  const [month = 1, date = 1] = day.split("-").map(Number);
  // Of a leap year, so that the end of February is either.
  const other = new Date(Date.UTC(2024, month - 1, date + by));
  return `${String(other.getUTCMonth() + 1)}-${String(other.getUTCDate())}`;
}

const compact = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "");

/** What the golden has its user know. */
export function corpusOf({
  scenario,
  opening,
  goals = [],
  facts = {},
  unknown = [],
  persona,
}: ConversationalGolden): Corpus {
  const corpus = new Corpus().add(scenario).add(opening ?? "");
  for (const { say } of goals) corpus.add(say);
  for (const [name, { value, aliases = [] }] of Object.entries(facts)) {
    corpus.add(name).add(String(value));
    for (const alias of aliases) corpus.add(alias);
  }
  for (const name of unknown) corpus.add(name);
  if (persona !== undefined) corpus.add(persona.name ?? "").add(persona.characteristics);
  return corpus;
}
