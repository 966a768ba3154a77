import { contains } from "./normalise.js";
import type { Slot } from "./slot-names.js";
import { functionWords } from "./words.js";

const phone = /\b(?:call|ring|text|reach|phone|sms|message)\b[^.?!]{0,40}?(\+?\(?\d[\d ().-]{5,20}\d)(?!\d)/g;
const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** The phone number that the user knows, where it is to be called at another one. */
export function wrongPhone(text: string, given: readonly Slot[], known: string): readonly Slot[] {
  const [own] = given.filter(
    ({ words, shown }) => /\b(?:phone|mobile|cell|telephone)\b/.test(words) && /\d{3}/.test(shown ?? ""),
  );
  if (own === undefined || /\b(?:our|us)\b/.test(text)) return [];
  const called = [...text.matchAll(phone)]
    .map(([, number = ""]) => digitsOf(number))
    .filter(({ length }) => length >= 7);
  const isOwn = (number: string): boolean =>
    [digitsOf(own.shown ?? ""), digitsOf(known)].some(
      (digits) => digits.endsWith(number) || number.endsWith(digitsOf(own.shown ?? "")) || digits.includes(number),
    );
  return called.length > 0 && !called.some(isOwn) ? [own] : [];
}

const makes = /^(?:plan|tier|package|edition|model|brand|flavou?r|version)$/;
const anyMake =
  /^(?:current|existing|new|old|monthly|annual|yearly|weekly|paid|free|subscription|service|whole|entire|same|payment|phone|data|mobile|right|correct|different|better|cheaper|other|own|family|your|travel)$/;

/** "Your Premium plan", where the plan is Basic. */
export const wrongMake = (text: string, given: readonly Slot[], known: string): readonly Slot[] =>
  given.filter(({ words, shown }) => {
    const name = words.split(" ").at(-1) ?? "";
    if (!makes.test(name) || shown === null || !/^\p{L}+$/u.test(shown) || contains(text, shown)) return false;
    const stated = new RegExp(`\\b(?:your|the|an?) (\\p{L}{3,}) ${name}s?\\b`, "u").exec(text)?.[1];
    return stated !== undefined && !anyMake.test(stated) && !functionWords.has(stated) && !contains(known, stated);
  });
