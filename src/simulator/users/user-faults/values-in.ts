import { amountOf, daysIn, streetIn, sumsIn } from "../agenda/stated-values.js";

/** A value of which a person either knows what it is or does not. */
export type StatedValue =
  | { readonly kind: "email" | "id" | "phone" | "address" | "year"; readonly text: string }
  | { readonly kind: "amount"; readonly text: string; readonly number: number }
  /** The days that it can be: a date in figures may be read in two ways. */
  | { readonly kind: "date"; readonly text: string; readonly days: readonly string[] };

const email = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const isoDate = /\b\d{4}-\d\d-\d\d\b/g;
const slashDate = /(?<![\d/.])(?!24\/7)(\d{1,2})(?:\/(\d{1,2})(?:\/\d{2,4})?|\.(\d{1,2})\.\d{2,4})(?![\d/])/g;
const year =
  /\b(?:in|since|from|of|until|before|after|early|late|january|february|march|april|may|june|july|august|september|october|november|december) ((?:19|20)\d\d)\b/g;
/** A number of at most 15 digits (ITU-T E.164), and what people put between them. */
const phone = /(?<![\p{L}\p{N}-])\+?\(?\d[\d ().-]{5,28}\d(?![\p{L}\p{N}])/gu;
const code = /[\p{L}\p{N}](?:[\p{L}\p{N}_/-]*[\p{L}\p{N}])?/gu;
const clock = /\b\d{1,2}[:.h]\d\d(?:[:.]\d\d)?(?: ?[ap]m)?\b/g;

/** A quantity, an ordinal, a clock time, or the name of a product: nothing that is invented by saying it. */
const ordinary =
  /^(?:\d+(?:st|nd|rd|th|am|pm|[a-zµ]{1,2}|lbs?|inch(?:es)?|hrs?|hours?|mins?|minutes?|secs?|seconds?|days?|weeks?|months?|years?|mah|mhz|ghz|fps|percent)|\p{L}{3,}-?\d{1,2}|24\/7|\p{L}\d{1,2})$/u;

/** The values that a text states. */
export function valuesIn(text: string): readonly StatedValue[] {
  const found: StatedValue[] = [];
  let rest = plainOf(text);
  const take = (pattern: RegExp, read: (whole: string, ...groups: string[]) => StatedValue | null): void => {
    rest = rest.replace(pattern, (whole: string, ...groups: string[]) => {
      const value = read(whole, ...groups);
      if (value === null) return whole;
      found.push(value);
      return " ";
    });
  };
  take(email, (whole) => ({ kind: "email", text: whole }));
  take(isoDate, (whole) => ({ kind: "date", text: whole, days: daysIn(whole) }));
  take(slashDate, (whole, first, slash: string | undefined, dot: string) => {
    const [a, b] = [Number(first), Number(slash ?? dot)];
    const days = [dayOf(a, b), dayOf(b, a)].filter((day) => day !== null);
    // "1/2" of something, "24/7".
    return days.length === 0 || (slash !== undefined && /^\d\/\d$/.test(whole))
      ? null
      : { kind: "date", text: whole, days };
  });
  for (const day of daysIn(rest)) found.push({ kind: "date", text: inWords(day), days: [day] });
  take(year, (_, digits) => ({ kind: "year", text: digits }));
  for (const number of sumsIn(rest)) found.push({ kind: "amount", text: String(number), number });
  rest = rest
    .replace(clock, " ")
    .replace(/[$€£] ?\d[\d,.]*|(?<![\d,.])\d[\d,.]* ?(?:[$€£%]|(?:usd|eur|gbp|dollars?|euros?|pounds?)\b)/g, " ");
  const address = streetIn(rest);
  if (address !== null) {
    found.push({ kind: "address", text: address });
    rest = rest.replace(address, " ");
  }
  take(phone, (whole) => (whole.replace(/\D/g, "").length >= 7 ? { kind: "phone", text: whole.trim() } : null));
  for (const [whole] of rest.matchAll(code)) if (isCode(whole)) found.push({ kind: "id", text: whole });
  return found;
}

function isCode(word: string): boolean {
  if (ordinary.test(word)) return false;
  const digits = word.replace(/\D/g, "").length;
  return /\p{L}/u.test(word) ? digits >= 2 && word.length >= 4 : digits >= 5;
}

const months = "January February March April May June July August September October November December".split(" ");

function inWords(day: string): string {
  const [month = 1, date = 1] = day.split("-").map(Number);
  return `${months[month - 1] ?? ""} ${String(date)}`;
}

/** Not the normal form of the agenda, which takes codes and addresses apart at their underscores. */
const plainOf = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\u2010-\u2015]/g, "-")
    .replace(/\s+/g, " ")
    .toLowerCase();

const dayOf = (month: number, day: number): string | null =>
  month >= 1 && month <= 12 && day >= 1 && day <= 31 ? `${String(month)}-${String(day)}` : null;

/** The days that a normalised text names, a date in figures read in both ways. */
export const daysOf = (text: string): readonly string[] =>
  [...text.matchAll(slashDate)]
    .flatMap(([, first, slash, dot]) => {
      const [a, b] = [Number(first), Number(slash ?? dot)];
      return [dayOf(a, b), dayOf(b, a)].filter((day) => day !== null);
    })
    .concat(daysIn(text));

export const numbersOf = (text: string): readonly number[] =>
  [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].flatMap(([number]) => amountOf(number) ?? []);
