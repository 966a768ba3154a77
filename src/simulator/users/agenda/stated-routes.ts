import { contains } from "./normalise.js";
import type { Slot } from "./slot-names.js";
import { askingWords, functionWords } from "./words.js";

const starts =
  /^(?:(?:departure|from|origin) ?)(?:city|airport|station|place)?$|^(?:start|pick ?up) (?:city|place|location)$/;
const ends = /^(?:(?:arrival|to|destination) ?)(?:city|airport|station|place)?$|^drop ?off (?:city|place|location)$/;
const place = "\\p{L}[\\p{L}'-]+(?: \\p{L}[\\p{L}'-]+)?";
const route = new RegExp(`\\bfrom (${place}) (?:back )?to (${place})`, "gu");
const travels = /\b(?:fl(?:y|ies|ight|ights|ying)|trip|travel|travell?ing|rebook|book|ticket|train|bus|ride)\b/;
const towards =
  /\b(?:fl(?:y|ight|ights|ying)|trip|travel|travell?ing|tickets?|train|bus|ride|(?:re)?book(?:ing)? you|move you)(?: \p{L}+)? to (\p{L}[\p{L}'-]{2,})/gu;

/** Where a clause has the user go from another place, to another one, or the other way round: the facts that it has wrong. */
export function wrongRoute(text: string, given: readonly Slot[], known: string): readonly Slot[] {
  const from = only(given, starts);
  const to = only(given, ends);
  if (from === null && to === null) return [];
  const wrong = new Set<Slot>();
  const judge = (slot: Slot | null, other: Slot | null, stated: string): void => {
    if (slot === null || isAt(stated, slot)) return;
    const isTurned = other !== null && isAt(stated, other);
    if (isTurned || (isLike(stated, slot) && !isKnown(stated, known))) wrong.add(slot);
  };
  for (const [, start = "", end = ""] of text.matchAll(route)) {
    const isRoute =
      travels.test(text) || [from, to].some((slot) => slot !== null && (isAt(start, slot) || isAt(end, slot)));
    if (!isRoute) continue;
    judge(from, to, start);
    judge(to, from, end);
  }
  for (const [, end = ""] of text.matchAll(towards)) judge(to, from, end);
  return [...wrong];
}

function only(given: readonly Slot[], named: RegExp): Slot | null {
  const [slot, ...more] = given.filter(({ words, shown }) => shown !== null && named.test(words));
  return slot !== undefined && more.length === 0 ? slot : null;
}

const isAt = (stated: string, { shown }: Slot): boolean =>
  shown !== null &&
  (stated === shown || contains(stated, shown) || contains(shown, stated) || contains(shown, firstOf(stated)));
const firstOf = (words: string): string => words.split(" ")[0] ?? "";

/** "LAX" could be "SEA" by its make, and "Los Angeles" could be "Seattle"; whether Seattle is SEA nobody can tell. */
function isLike(stated: string, { shown }: Slot): boolean {
  const [word = "", next = ""] = stated.split(" ");
  if (isNoPlace(word)) return false;
  const isCode = word.length === 3 && (next === "" || isNoPlace(next));
  return isCode === (shown?.length === 3);
}

const isNoPlace = (word: string): boolean => functionWords.has(word) || askingWords.has(word) || noPlaces.has(word);
const noPlaces = new Set(
  "one two first business economy premium basic another human agent earlier later our".split(" "),
);
const isKnown = (stated: string, known: string): boolean => contains(known, stated) || contains(known, firstOf(stated));
