import type { ConversationalGolden } from "../../../golden/conversational-golden.js";
import { contains, normalise } from "../agenda/normalise.js";
import { daysOf, numbersOf } from "./values-in.js";

/** What is found more often, in one text that says one thing over and over, is held to be known. */
const MOST_TRIES = 100;

/** All that a user may have a value from. What is compared with it is lenient: an accusation must hold. */
export class Corpus {
  #text = "";
  #compact = "";
  /** Of each character of `#compact`: "1" where it ends a word of its text. */
  #ends = "";
  readonly #numbers = new Set<number>();
  readonly #rounded = new Set<number>();
  readonly #days = new Set<string>();

  add(raw: string): this {
    const text = normalise(raw);
    this.#text += `\n${text}`;
    const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
    this.#compact += ` ${words.join("")}`;
    this.#ends += ` ${words.map(({ length }) => "1".padStart(length, "0")).join("")}`;
    for (const number of numbersOf(text)) {
      this.#numbers.add(number);
      this.#rounded.add(Math.round(number));
    }
    for (const day of daysOf(text)) this.#days.add(day);
    return this;
  }

  hasWords(words: string): boolean {
    return contains(this.#text, words);
  }

  /**
   * Whatever stands between its letters and digits: "A 1042" is "A-1042", and "1042" is its end. "A-104" is another one,
   * and none of its beginning.
   */
  hasCode(code: string): boolean {
    const short = compact(code);
    if (short.length < 3) return this.hasWords(code);
    const goesOn = /\d$/.test(short) ? /\d/ : /\p{L}/u;
    let left = MOST_TRIES;
    for (let at = this.#compact.indexOf(short); at >= 0; at = this.#compact.indexOf(short, at + 1)) {
      if (left-- === 0) return true;
      const end = at + short.length;
      if (this.#ends[end - 1] === "1" || !goesOn.test(this.#compact[end] ?? " ")) return true;
    }
    return false;
  }

  hasNumber(number: number): boolean {
    // "About $60" is said of $59.90.
    if (this.#rounded.has(number)) return true;
    // "59,90" is read as 5990.
    return this.#numbers.has(number) || this.#numbers.has(number / 100) || this.hasCode(String(number));
  }

  /** Just this number, and no part of another one. */
  namesNumber(number: number): boolean {
    return this.#numbers.has(number);
  }

  namesDay(day: string): boolean {
    return this.#days.has(day);
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
