import { contains } from "./normalise.js";
import type { Slot } from "./slot-names.js";
import { isPlanned } from "./planned.js";
import { datesIn, weekdaysOf } from "./stated-dates.js";

const days = "sun|mon|tues|wednes|thurs|fri|satur";
/** Not "by Tuesday", by which something else is done, nor "Mondays", which is any. */
const weekday = new RegExp(
  `(?<!\\b(?:by|until|till|before|after|since|every|within|open|closed)(?: on)? (?:next |this |coming )?)\\b(${days})day\\b`,
  "g",
);

const namedIn = (text: string): readonly number[] =>
  [...text.matchAll(weekday)].map(([, day = ""]) => days.split("|").indexOf(day));

/** The day for which the user wants something, by its weekday, where a clause names other weekdays only. */
export function wrongWeekday(text: string, given: readonly Slot[], known: string): readonly Slot[] {
  const stated = namedIn(text);
  if (stated.length === 0) return [];
  const own = given
    .filter(isPlanned)
    .map((slot) => ({ slot, days: [...namedIn(slot.shown ?? ""), ...weekdaysOf(slot.shown ?? "")] }))
    .filter((each) => each.days.length > 0);
  const all = new Set([...namedIn(known), ...own.flatMap((each) => each.days)]);
  if (own.length === 0 || stated.some((day) => all.has(day))) return [];
  const meant = own.find(({ slot }) => contains(text, slot.words)) ?? own[0];
  return meant === undefined ? [] : [meant.slot];
}

/** A fact that names a weekday or a date. */
export const hasDay = ({ shown }: Slot): boolean => namedIn(shown ?? "").length > 0 || datesIn(shown ?? "").length > 0;
