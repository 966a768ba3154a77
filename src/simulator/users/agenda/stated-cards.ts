import { contains } from "./normalise.js";
import type { Slot } from "./slot-names.js";

const brands = [
  "visa",
  "mastercard",
  "amex",
  "american express",
  "maestro",
  "discover",
  "diners club",
  "paypal",
  "apple pay",
  "google pay",
  "klarna",
];
const ends =
  /\b(?:card|visa|mastercard|amex|express|maestro|discover|account)\b(?: \p{L}+){0,3}? (?:number )?(?:that )?end(?:s|ing)?(?: in| with)? (\d{3,4})\b|(?:[*x•]{2,}[ -]?|\b(?:card|visa|mastercard|amex) (?:number |no )?)(\d{3,4})\b/u;

/** The means of payment that the user knows, where a clause names another brand, or the last digits of another. */
export function wrongCard(text: string, given: readonly Slot[], known: string): Slot | null {
  const means = given.filter(
    ({ words, shown }) =>
      /\bcard\b|\bpayment\b|\bpay\b/.test(`${words} ${shown ?? ""}`) || brandsIn(shown ?? "").length > 0,
  );
  const found = ends.exec(text);
  const digits = found?.[1] ?? found?.[2];
  const numbered = means.filter(({ shown }) => /\d{3}/.test(shown ?? ""));
  const [card] = numbered;
  if (digits !== undefined && card !== undefined && !contains(known, digits)) {
    if (!numbered.some(({ shown }) => (shown ?? "").replace(/\D/g, "").endsWith(digits))) return card;
  }
  const branded = means.find(({ shown }) => brandsIn(shown ?? "").length > 0);
  const others = brandsIn(text);
  return branded !== undefined && others.length > 0 && others.every((brand) => !contains(known, brand))
    ? branded
    : null;
}

const brandsIn = (text: string): readonly string[] => brands.filter((brand) => contains(text, brand));
