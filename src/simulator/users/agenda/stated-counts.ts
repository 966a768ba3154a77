import { judged, type Stated } from "./claim.js";
import { spelt } from "./known-names.js";
import type { Slot, SlotNames } from "./slot-names.js";
import { tokensOf, type Token } from "./tokens.js";

const ordinals = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const counts = new Map("one two three four five six seven eight nine ten".split(" ").map((word, at) => [word, at + 1]));

/** "Two" as "2". */
export const numberOf = (word: string): string => String(counts.get(word) ?? word);

const quantity = /\b(?:quantity|count|items|units|pieces)\b/;
const people = /\b(?:passenger|person|people|guest|travell?er|adult|visitor|party|group|household|attendee|diner)s?\b/;
const seats =
  /^(?:(?:so|and|then) )?for$|\b(?:table|party|group|reservation|booking|tickets?|seats?)(?: \S+)? (?:for|of)$/;
const isTime = /^(?:am|pm|a\.m|p\.m|o'clock|days?|nights?|hours?|minutes?|weeks?|months?|years?)$/;
/** What a golden gives of the things that are counted, looked up once for a text. */
interface Counted {
  readonly slot: Slot;
  readonly stems: readonly string[];
  readonly isPeople: boolean;
  readonly isQuantity: boolean;
}

const countedIn = ({ given }: SlotNames): readonly Counted[] =>
  given.flatMap((slot) =>
    /^\d+$/.test(slot.shown ?? "")
      ? [
          {
            slot,
            stems: tokensOf(slot.words).map(({ stem }) => stem),
            isPeople: people.test(slot.words),
            isQuantity: quantity.test(slot.words),
          },
        ]
      : [],
  );

const itemsIn = ({ given }: SlotNames): ReadonlySet<string> =>
  new Set(
    given.flatMap(({ shown }) => (shown === null || shown.length < 3 ? [] : (tokensOf(shown).at(-1)?.stem ?? []))),
  );

/** As many words before a number tell what it counts. */
const BEFORE = 4;

/** "3 passengers", "three of us": a number before the name of a fact that is one, or before what it counts. */
export function countsIn(tokens: readonly Token[], names: SlotNames): readonly Stated[] {
  const counted = countedIn(names);
  if (counted.length === 0) return [];
  const items = itemsIn(names);
  const isOneParty = counted.filter(({ isPeople }) => isPeople).length === 1;
  return tokens.flatMap(({ word }, at) => {
    const nth = ordinals.indexOf(word) + 1 || Number(/^(\d+)(?:st|nd|rd|th)$/.exec(word)?.[1] ?? 0);
    const stated = nth > 0 ? String(nth) : numberOf(word);
    const { stem: thing = "", word: next = "" } = tokens[at + 1] ?? {};
    if (nth > 0 && !/^(?:floor|row|gate|level|platform)$/.test(thing)) return [];
    if (!/^\d{1,4}$/.test(stated)) return [];
    const ofUs = /^of (?:us|you)$/.test(spelt(tokens.slice(at + 1, at + 3)));
    const before = spelt(tokens.slice(Math.max(0, at - BEFORE), at));
    const ofPeople = people.test(next) || (seats.test(before) && !isTime.test(next));
    const found = counted.find(
      ({ stems, isPeople, isQuantity }) =>
        stems.every((stem, step) => tokens[at + 1 + step]?.stem === stem) ||
        (isPeople && (ofUs || (ofPeople && isOneParty))) ||
        (isQuantity && items.has(thing)),
    );
    if (found === undefined) return [];
    return judged(found.slot, stated, { label: null, own: true }).map((claim) => ({
      ...claim,
      counted: `${word} ${next}`,
    }));
  });
}
