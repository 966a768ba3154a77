import { contains } from "./normalise.js";
import { isPlanned } from "./planned.js";
import type { Slot } from "./slot-names.js";
import { daysIn, sumsIn } from "./stated-values.js";

const numbers = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const inDigits = (text: string): string =>
  text.replace(new RegExp(`\\b(?:${numbers.join("|")})\\b`, "g"), (word) => String(numbers.indexOf(word) + 1));
const spoken = /\b(?:within|in|takes?|up to|after|before|every|per|than|least|most)(?: \p{L}+)? $/u;

/** The facts of which a clause has the words, and other digits: "36 months" for "24 months", "6 Elm St" for "5 Elm St". */
export const wrongDigits = (text: string, given: readonly Slot[], known: string): readonly Slot[] =>
  given.filter((slot) => {
    const own = inDigits(slot.shown ?? "");
    if (!isPlanned(slot) || !/\d/.test(own) || !/ ?\p{L}{2}/u.test(own) || !/\s/.test(own)) return false;
    if (daysIn(own).length > 0 || sumsIn(own).length > 0 || /\d:\d|\d ?[ap]m\b/.test(own)) return false;
    const said = inDigits(text);
    if (contains(said, own)) return false;
    const make = own
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replace(/\d+/g, "\\d+")
      .replace(/(?<=[a-z]{3})s$/, "s?");
    const other = new RegExp(`(?<![\\p{L}\\p{N}])${make}(?![\\p{L}\\p{N}])`, "u").exec(said);
    return other !== null && !spoken.test(said.slice(0, other.index)) && !contains(inDigits(known), other[0]);
  });
