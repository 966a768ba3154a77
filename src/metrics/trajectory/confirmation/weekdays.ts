import type { DateToken } from "../../values/dates.js";
import type { Token } from "../../values/tokens.js";

const BEGINNINGS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const WRITTEN = /^(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:days?)?(?:'s)?$/;

/** The day of the week that a word names, from 0 for Sunday; null for another word. "Sun" and "sat" may be others. */
export function weekdayOf(token: Token | undefined): number | null {
  if (token?.kind !== "word" || !WRITTEN.test(token.word)) return null;
  if (/^(?:sun|sat)$/.test(token.word)) return null;
  return BEGINNINGS.indexOf(token.word.slice(0, 3));
}

/** The day of the week of a date; null where its year is not said. */
export function weekdayOfDate({ year, month, day }: DateToken): number | null {
  return year === null ? null : new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}
