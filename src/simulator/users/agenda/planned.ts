import type { Slot } from "./slot-names.js";

const past =
  /\b(?:since|old|former|previous|last|current|original|past|purchase|bought|order|invoice|birth|born|dob|issued?|expiry|expiration|delivered|received|incident|accident|reason|complaint|problem|issue|description|symptoms?)\b/;
const MOST_WORDS = 6;

/** Whether a fact can be what the user wants, and is not what has been: a story may name days and times too. */
export const isPlanned = ({ words, shown }: Slot): boolean =>
  shown !== null && !past.test(words) && shown.split(" ").length <= MOST_WORDS;
