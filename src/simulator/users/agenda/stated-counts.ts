import { judged, type Stated } from "./claim.js";
import { spelt } from "./known-names.js";
import type { SlotNames } from "./slot-names.js";
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
/** "3 passengers", "three of us": a number before the name of a fact that is one, or before what it counts. */
export const countsIn = (tokens: readonly Token[], names: SlotNames): readonly Stated[] =>
  tokens.flatMap(({ word }, at) => {
    const nth = ordinals.indexOf(word) + 1 || Number(/^(\d+)(?:st|nd|rd|th)$/.exec(word)?.[1] ?? 0);
    const stated = nth > 0 ? String(nth) : numberOf(word);
    if (nth > 0 && !/^(?:floor|row|gate|level|platform)$/.test(tokens[at + 1]?.stem ?? "")) return [];
    if (!/^\d{1,4}$/.test(stated)) return [];
    const thing = tokens[at + 1]?.stem ?? "";
    const isItem = names.given.some(
      ({ shown }) => shown !== null && shown.length > 2 && tokensOf(shown).at(-1)?.stem === thing,
    );
    const ofUs = /^of (?:us|you)$/.test(spelt(tokens.slice(at + 1, at + 3)));
    const next = tokens[at + 1]?.word ?? "";
    const ofPeople = people.test(next) || (seats.test(spelt(tokens.slice(0, at))) && !isTime.test(next));
    const party = names.given.filter(({ words, shown }) => people.test(words) && /^\d+$/.test(shown ?? ""));
    const slot = names.given.find((each) => {
      const { words, shown } = each;
      if (!/^\d+$/.test(shown ?? "")) return false;
      const own = tokensOf(words).map(({ stem }) => stem);
      return (
        own.every((stem, next) => tokens[at + 1 + next]?.stem === stem) ||
        (ofUs && people.test(words)) ||
        (ofPeople && party.length === 1 && party.includes(each)) ||
        (isItem && quantity.test(words))
      );
    });
    if (slot === undefined) return [];
    const counted = `${word} ${tokens[at + 1]?.word ?? ""}`;
    return judged(slot, stated, { label: null, own: true }).map((claim) => ({ ...claim, counted }));
  });
