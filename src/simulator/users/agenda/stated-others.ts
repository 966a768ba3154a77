import { contains } from "./normalise.js";
import type { Slot } from "./slot-names.js";
import { functionWords } from "./words.js";

const clock = /\b(\d{1,2})(?:[:.](\d\d))? ?([ap])\.?m\b|\b(\d{1,2}):(\d\d)\b(?! ?[ap]\.?m)/g;

/** The times of day that a text names, in minutes of half a day: "9 am" and "21:00" may be the same. */
const timesIn = (text: string): readonly number[] =>
  [...text.matchAll(clock)].map(([, hour, minute, half, hour24, minute24]) => {
    const minutes = (Number(hour ?? hour24) % 12) * 60 + Number(minute ?? minute24 ?? 0);
    return half === "p" || Number(hour24 ?? 0) > 12 ? minutes + 720 : minutes;
  });

/** The time for which the user wants something, where a clause names one other. */
export function wrongTime(text: string, given: readonly Slot[], known: string): readonly Slot[] {
  const [time, ...more] = timesIn(text);
  const [slot, ...slots] = given.filter(({ shown }) => timesIn(shown ?? "").length === 1);
  if (time === undefined || slot === undefined || more.length > 0 || slots.length > 0) return [];
  // Whether "9:00" is in the morning nobody can tell.
  return timesIn(known).some((each) => each % 720 === time % 720) ? [] : [slot];
}

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
