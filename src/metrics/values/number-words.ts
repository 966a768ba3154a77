import type { NumberToken } from "./numbers.js";
import { countedBehind, SUFFIX, unitOf } from "./units.js";

const SMALL = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen"
).split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SCALES: ReadonlyMap<string, number> = new Map([
  ["hundred", 100],
  ["thousand", 1e3],
  ["million", 1e6],
]);
const WORD = new RegExp(
  String.raw`(?:${[...SMALL, ...TENS, ...SCALES.keys(), "a(?= (?:hundred|thousand|million)(?!\\p{L}))"].join("|")})(?!\p{L})`,
  "iuy",
);
/** What a part of a number that could not be read as one ends with. */
const GOES_ON = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${[...SMALL, ...TENS, ...SCALES.keys()].join("|")})[ -]|(?:${[...SCALES.keys()].join("|")}) and )$`,
  "iu",
);
const BETWEEN = /(?:-|,? and | )(?=\p{L})/iuy;
const UNIT = new RegExp(` ?(${SUFFIX})`, "iuy");
const CENTS = / (?:cents?|pence)(?!\p{L})/iuy;
const AND = / and (?=\p{L})/iuy;

/**
 * A number in English words: "fifty euros", "two hundred and five", "ten percent", "three days". One word that counts nothing
 * is a word ("one moment", "no one"), and so are digits that are spelled one by one.
 */
export function wordedNumberAt(
  text: string,
  start: number,
): { readonly token: NumberToken; readonly end: number } | null {
  const read = GOES_ON.test(text.slice(Math.max(0, start - 14), start)) ? null : wordsAt(text, start);
  if (read === null) return null;
  const suffix = matchAt(UNIT, text, read.end);
  const unit = unitOf(suffix?.[1]);
  const counted = unit === null ? countedBehind(text, read.end) : null;
  if (read.words === 1 && unit === null && counted === null) return null;
  const end = read.end + (suffix?.[0].length ?? 0);
  const cents = unit === null || unit === "%" ? null : centsAt(text, end);
  const value = read.value + (cents?.value ?? 0);
  return { token: { kind: "number", value, unit, ...(counted !== null && { counted }) }, end: cents?.end ?? end };
}

interface Worded {
  readonly value: number;
  readonly end: number;
  readonly words: number;
}

function wordsAt(text: string, start: number): Worded | null {
  let [total, current, words, end] = [0, 0, 0, start];
  /** What comes next must be less than this. */
  let room = Infinity;
  let largest = Infinity;
  for (let at = start; ;) {
    const word = matchAt(WORD, text, at)?.[0].toLowerCase();
    if (word === undefined) break;
    const scale = SCALES.get(word);
    const value = word === "a" ? 1 : valueOf(word);
    if (scale === 100 && current > 0 && current < 100 && room !== 100) [current, room] = [current * 100, 100];
    else if (scale !== undefined && scale !== 100 && current > 0 && scale < largest)
      [total, current, room, largest] = [total + current * scale, 0, 1000, scale];
    else if (scale !== undefined || value >= room) return null;
    else [current, room] = [current + value, value >= 20 ? 10 : 0];
    words += 1;
    end = at + word.length;
    const between = matchAt(BETWEEN, text, end)?.[0];
    if (between === undefined || (between.includes("and") && room < 100)) break;
    at = end + between.length;
  }
  return words === 0 ? null : { value: total + current, end, words };
}

const valueOf = (word: string): number => (SMALL.includes(word) ? SMALL.indexOf(word) : (TENS.indexOf(word) + 2) * 10);

function centsAt(text: string, start: number): { readonly value: number; readonly end: number } | null {
  const and = matchAt(AND, text, start)?.[0];
  const read = and === undefined ? null : wordsAt(text, start + and.length);
  const name = read === null ? undefined : matchAt(CENTS, text, read.end)?.[0];
  return read === null || name === undefined ? null : { value: read.value / 100, end: read.end + name.length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
