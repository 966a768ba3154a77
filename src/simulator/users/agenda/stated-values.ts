import { contains } from "./normalise.js";
import { isPlanned } from "./planned.js";
import { isSameDate } from "./stated-dates.js";
import type { Slot } from "./slot-names.js";

/** What a value looks like, by which a value that a reply states is compared with one that the user knows. */
type Kind = "email" | "code" | "number" | "words";

export function kindOf(value: string): Kind {
  if (value.includes("@")) return "email";
  if (!/\d/.test(value)) return "words";
  return /^\p{Sc}?\d{1,3}(?:[.,]\d+)?$/u.test(value) ? "number" : "code";
}

const withoutCurrency = (text: string): string => text.replace(/(?:dollars?|euros?|pounds?|usd|eur|gbp)\b/g, "");
const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** Whether a stated value is the user's own, or a part of it: "Kim" of "Kim Lee", "0199" of "555-0199" after "ending in". */
export function isSame(stated: string, { shown }: Slot, ending = false): boolean {
  if (shown === null) return false;
  if (stated === shown || contains(shown, stated) || contains(stated, shown)) return true;
  if (isSameDate(stated, shown)) return true;
  const [digits, own] = [digitsOf(stated), digitsOf(shown)];
  if (ending) return digits !== "" && own.endsWith(digits);
  if (!/\p{L}/u.test(withoutCurrency(stated + shown))) {
    if (digits.length >= 7 && digits === own) return true;
    return amountOf(stated) !== null && amountOf(stated) === amountOf(shown);
  }
  return false;
}

const compact = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "");
/** "A 1042" and "A1042" are "A-1042", and "1042" is its end. */
export function isSameCode(stated: string, { shown }: Slot): boolean {
  const [short, own] = [compact(stated), compact(shown ?? "")];
  return short === own || (short.length > 2 && own.endsWith(short));
}

const digits = "\\d(?:[\\d.,]*\\d)?";
const onlyNumber = new RegExp(`^[^\\d]*(${digits})[^\\d]*$`);

/** "$1,059.90" as a number, and "1.059,90 €". Null: none. */
export function amountOf(text: string): number | null {
  const number = onlyNumber.exec(text)?.[1];
  if (number === undefined) return null;
  const commaIsPoint = /,\d{1,2}$/.test(number) && !/,.*,/.test(number);
  const plain = commaIsPoint ? number.replaceAll(".", "").replace(",", ".") : number.replaceAll(",", "");
  const amount = Number(plain);
  return Number.isFinite(amount) ? amount : null;
}

const money = new RegExp(
  `(?:[$€£]|\\b(?:usd|eur|gbp)) ?(${digits})|(?<![\\d.,-])(${digits}) ?(?:[$€£]|(?:usd|eur|gbp|dollars?|euros?|pounds?)\\b)`,
  "g",
);

/** The sums of money that a clause names. */
export const sumsIn = (text: string): readonly number[] =>
  [...text.matchAll(money)].flatMap(([, after, before]) => amountOf(after ?? before ?? "") ?? []);

/** A sum of money that is to be paid or was. */
export const isSum = ({ words, shown }: Slot): boolean =>
  shown !== null &&
  amountOf(shown) !== null &&
  /\b(?:amount|price|total(?! \p{L}+s\b)|sum|refund|cost|paid)\b/u.test(words) &&
  !/\b(?:max|maximum|min|minimum|limit|budget|most|least)\b/.test(words);

/** The sum that the user knows and a clause may mean. */
function sumMeant(text: string, given: readonly Slot[]): Slot | null {
  if (/\b(?:fees?|shipping|tax(?:es)?|minus|less|deduct\w*|partial\w*|voucher|per|each|off)\b/.test(text)) return null;
  const known = given.filter(isSum);
  return known.find(({ words }) => contains(text, words)) ?? (known.length === 1 ? (known[0] ?? null) : null);
}

const isKnownSum = (sum: number, given: readonly Slot[]): boolean =>
  given.some((slot) => isSum(slot) && amountOf(slot.shown ?? "") === sum);

/** The sum that the user knows and a clause has wrong: one that names another, and no share of it or addition to it. */
export function wrongSum(text: string, given: readonly Slot[]): Slot | null {
  const [sum, ...more] = sumsIn(text);
  if (sum === undefined || more.length > 0 || /\bplus\b/.test(text)) return null;
  return isKnownSum(sum, given) ? null : sumMeant(text, given);
}

const paying =
  /\b(?:transfer|send|pay|wire|deposit|withdraw|donate)(?: (?:him|her|them|it|exactly|just|only))? (\d[\d,]{0,9}(?:\.\d{1,2})?)(?=[.,!?]? *$|[.,!] |,? (?:to|from|into|for|on|by|and|please|out)\b)/g;

/** The sums without a currency that a clause speaks of paying: "transfer 75". */
export const paidIn = (text: string): readonly string[] =>
  [...text.matchAll(paying)].map(([, written = ""]) => written);

/** The one sum that the user knows, where a clause pays another: "transfer 75 to Bob". */
export function wrongPaid(text: string, given: readonly Slot[], known: string): readonly Slot[] {
  const [sum, ...more] = given.filter(isSum);
  const paid = paidIn(text).filter(
    (written) => !isKnownSum(amountOf(written) ?? -1, given) && !contains(known, written),
  );
  return sum !== undefined && more.length === 0 && paid.length > 0 ? [sum] : [];
}

const addition = new RegExp(`\\b(?:and|plus|also)\\b(?: \\p{L}+){0,4} ?(?:${money.source})`, "gu");

/** The sum that the user knows, where a clause adds another one to it: "$200 to Bob and $50 to Eve". */
export function sumBesides(text: string, given: readonly Slot[]): Slot | null {
  const added = [...text.matchAll(addition)].flatMap(([, after, before]) => amountOf(after ?? before ?? "") ?? []);
  if (sumsIn(text).length < 2 || added.every((sum) => isKnownSum(sum, given))) return null;
  return sumMeant(text, given);
}

const street =
  /\b\d{1,5}[a-z]? (?:\p{L}+ ){1,3}?(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|way|court|ct|square|sq|place|pl)\b/u;

/** The postal address that a clause names. */
export const streetIn = (text: string): string | null => street.exec(text)?.[0] ?? null;

/** "A-1043" is of the make of "A-1042": it could be the same thing, and is not. */
export function isOfTheMakeOf(stated: string, shown: string): boolean {
  const make = (text: string): string => text.replace(/\d/g, "0");
  return /\d{2}/.test(shown) && /^[a-z]/.test(shown) && stated !== shown && make(stated) === make(shown);
}

const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
const dates = new RegExp(
  `\\b(?<first>${months})[a-z]{0,7} (?<on>\\d{1,2})(?:st|nd|rd|th)?\\b|\\b(?<at>\\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<second>${months})[a-z]{0,7}\\b|\\b\\d{4}-(?<nth>\\d\\d)-(?<day>\\d\\d)\\b`,
  "g",
);

/** The days that a clause names, without their year. */
export const daysIn = (text: string): readonly string[] =>
  [...text.matchAll(dates)].map(({ groups = {} }) => {
    const { first, second, nth, on, at, day } = groups;
    const month = nth === undefined ? months.split("|").indexOf(first ?? second ?? "") + 1 : Number(nth);
    return `${String(month)}-${String(Number(on ?? at ?? day))}`;
  });

const isOfDay = (slot: Slot): boolean =>
  daysIn(slot.shown ?? "").length === 1 &&
  isPlanned(slot) &&
  /\b(?:date|day|new|preferred|moving|visit|slot|travel|departure|flight|delivery|appointment|pickup|booking|check in|check out|start|event)\b/.test(
    slot.words,
  );

/** The day for which the user wants something done, where a clause names another one only. */
export function wrongDay(text: string, given: readonly Slot[], known: string): Slot | null {
  const named = daysIn(text);
  const [slot, ...more] = given.filter(isOfDay);
  // "From May 4 to May 6"
  const isSpan = named.length === 2 && /\bfrom\b.*\bto\b|\bbetween\b/.test(text);
  if (slot === undefined || (isSpan ? false : more.length > 0 || named.length !== 1)) return null;
  const days = daysIn(known);
  return named.some((day) => days.includes(day)) ? null : slot;
}
