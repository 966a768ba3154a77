/** A time of day as text says it. */
export interface TimeToken {
  readonly kind: "time";
  /** Since midnight, by the clock of 24 hours where no half is said. */
  readonly minutes: number;
  /** Which half of the day is said. */
  readonly half: "am" | "pm" | null;
}

const BEGINS = /\d{1,2}(?::\d|(?::\d\d)? ?[ap])/iuy;
const HALF = /(?<hour>\d{1,2})(?::(?<minute>\d{2}))? ?(?<half>a\.m\.|p\.m\.|[ap]m(?![\p{L}\p{N}]))/iuy;
const CLOCK = /(?<hour>\d{1,2}):(?<minute>\d{2})(?![:\d])/uy;

/** The time that begins at `start` of the text, and where it ends. `10:30:15` is none. */
export function timeAt(text: string, start: number): { readonly token: TimeToken; readonly end: number } | null {
  BEGINS.lastIndex = start;
  if (!BEGINS.test(text)) return null;
  for (const format of [HALF, CLOCK]) {
    format.lastIndex = start;
    const groups = format.exec(text)?.groups;
    if (groups === undefined) continue;
    const { hour = "", minute = "0", half } = groups;
    const said = half === undefined ? null : half.toLowerCase().startsWith("a") ? "am" : "pm";
    if (Number(minute) > 59 || (said === null ? Number(hour) > 24 : Number(hour) < 1 || Number(hour) > 12)) continue;
    const hours = said === null ? Number(hour) : (Number(hour) % 12) + (said === "pm" ? 12 : 0);
    return { token: { kind: "time", minutes: hours * 60 + Number(minute), half: said }, end: format.lastIndex };
  }
  return null;
}

const HALF_A_DAY = 12 * 60;

/** The same time. What is asked for without a half of the day is told by either: "3 PM" says "3:00" and "15:00". */
export const sameTime = (told: TimeToken, asked: TimeToken): boolean =>
  told.minutes === asked.minutes ||
  (asked.half === null &&
    told.half !== null &&
    asked.minutes < 13 * 60 &&
    told.minutes % HALF_A_DAY === asked.minutes % HALF_A_DAY);
