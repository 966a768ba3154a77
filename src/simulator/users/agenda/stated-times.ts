import { isPlanned } from "./planned.js";
import type { Slot } from "./slot-names.js";

/** A time of day: minutes since noon or midnight, and which of the two, where it is told. */
interface Time {
  readonly minutes: number;
  readonly half: "am" | "pm" | null;
}

const numbers = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const shapes = [
  "(?<hour>\\d{1,2})(?:[:.](?<minute>\\d\\d))? ?(?<half>[ap])\\.?m\\b",
  "(?<hour24>\\d{1,2}):(?<minute24>\\d\\d)\\b(?! ?[ap]\\.?m)",
  `(?<full>\\d{1,2}|${numbers.join("|")}) ?o'?clock\\b`,
  "(?<=\\bat )(?<bare>\\d{1,2})(?=[?.!,]* *$|[,;] |\\? | (?:with|on|in the|then|please)\\b)",
  "(?<noon>noon|midday)\\b",
];
const clock = new RegExp(`\\b(?:${shapes.join("|")})`, "g");

/** The times of day that a text names: "9:00" may be in the morning or in the evening. */
const timesIn = (text: string): readonly Time[] =>
  [...text.matchAll(clock)].map(({ groups = {} }) => {
    if (groups.noon !== undefined) return { minutes: 0, half: "pm" };
    const { hour, hour24, full = "", bare, half } = groups;
    const spelled = numbers.indexOf(full) + 1;
    const written = hour ?? hour24 ?? bare ?? (spelled > 0 ? String(spelled) : full);
    const minutes = (Number(written) % 12) * 60 + Number(groups.minute ?? groups.minute24 ?? 0);
    if (half !== undefined) return { minutes, half: half === "p" ? "pm" : "am" };
    if (Number(written) > 12) return { minutes, half: "pm" };
    return { minutes, half: /^0/.test(written) ? "am" : null };
  });

/** The times that the user knows: it writes the morning's as "10:00" where it writes the evening's as "22:00". */
const ownIn = (text: string): readonly Time[] =>
  timesIn(
    text.replace(
      /\b1([012]):(\d\d)\b(?! ?[ap]\.?m)/g,
      (_, hour: string, minute: string) => `1${hour}:${minute} ${hour === "2" ? "pm" : "am"}`,
    ),
  );

const isSameTime = (a: Time, b: Time): boolean =>
  a.minutes === b.minutes && (a.half === null || b.half === null || a.half === b.half);

/** The time for which the user wants something, where a clause names one other. */
export function wrongTime(text: string, given: readonly Slot[], known: string): readonly Slot[] {
  const [time, ...more] = timesIn(text);
  const [slot, ...slots] = given.filter((each) => isPlanned(each) && timesOf(each.shown).length === 1);
  if (time === undefined || slot === undefined || more.length > 0 || slots.length > 0) return [];
  const own = [...timesOf(slot.shown), ...ownIn(known)];
  return own.some((each) => isSameTime(each, time)) ? [] : [slot];
}

const timesOf = (shown: string | null): readonly Time[] => ownIn(shown ?? "");

/** The parts of a day, with the hours that they may have. */
const parts: readonly (readonly [name: RegExp, from: number, to: number])[] = [
  [/(?<!\bgood )\bmornings?\b(?! of)/, 4, 12],
  [/(?<!\bgood )\bafternoons?\b/, 12, 18],
  [/(?<!\bgood )\b(?:evenings?|tonight)\b/, 16, 24],
];
const partsIn = (text: string): readonly number[] => parts.flatMap(([name], at) => (name.test(text) ? [at] : []));

const isIn = ({ minutes, half }: Time, part: number): boolean => {
  const [, from = 0, to = 24] = parts[part] ?? [];
  const halves = half === null ? ["am", "pm"] : [half];
  return halves.some((each) => {
    const hour = minutes / 60 + (each === "pm" ? 12 : 0);
    return hour >= from && hour < to;
  });
};

/** The same of the parts of a day: "in the afternoon" to somebody who comes in the morning, or at ten. */
export function wrongPartOfDay(text: string, given: readonly Slot[], known: string): readonly Slot[] {
  const stated = partsIn(text);
  const [slot, ...more] = given
    .filter(isPlanned)
    .filter(({ shown }) => partsIn(shown ?? "").length > 0 || timesOf(shown).length === 1);
  if (slot === undefined || more.length > 0) return [];
  const own = partsIn(`${slot.shown ?? ""} ${known}`);
  const [time, ...others] = timesIn(text);
  // "Thursday at 3 pm" to somebody who comes in the morning.
  if (own.length > 0 && time !== undefined) {
    const fits = others.length > 0 || timesOf(slot.shown).length > 0 || own.some((part) => isIn(time, part));
    return fits ? [] : [slot];
  }
  if (stated.length === 0 || stated.some((part) => own.includes(part))) return [];
  return timesOf(slot.shown).some((each) => stated.some((part) => isIn(each, part))) ? [] : [slot];
}

/** A fact that names a time or a part of the day. */
export const hasTime = ({ shown }: Slot): boolean => timesOf(shown).length > 0 || partsIn(shown ?? "").length > 0;
