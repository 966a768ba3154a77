import type { ConversationalGolden } from "../../../golden/conversational-golden.js";
import { commonSlots, numbersOf, type CommonSlot } from "./common-slots.js";
import { contains, normalise } from "./normalise.js";
import { stemsOf } from "./tokens.js";

/** Something an agent may ask for. */
export interface Slot {
  /** The fact's or the unknown's name in the golden; for a common slot that it does not give, the slot's first key. */
  readonly name: string;
  /** Its name as people say it: "order id" for `orderId`. */
  readonly words: string;
  /** The fact's value. Null: the user does not know it. */
  readonly value: string | number | boolean | null;
  /** The value, normalised. Null: nothing by which it could be found in a text. */
  readonly shown: string | null;
  /** The facts that answer for it, where the golden does not give it. */
  readonly instead: readonly Slot[];
}

/** What the phrases of a reply ask for, with the eyes of one golden. */
export interface SlotNames {
  /** The slot that a phrase asks for, by its stems. */
  slotFor(phrase: string): Slot | undefined;
  /** The most words of a phrase. */
  readonly longest: number;
  /** What the golden gives, in its order. */
  readonly given: readonly Slot[];
}

/** "orderId", "order_id", "order-id" and "Order ID" are the same words. */
export function wordsOf(key: string): string {
  const spaced = key.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2");
  return normalise(spaced.replace(/[_\-./]+/g, " "));
}

/** Words that say that something is an identifier, and nothing about what it identifies. */
export const generic: ReadonlySet<string> = new Set(
  "id number no code reference ref identifier detail details info information value data".split(" "),
);

interface Named {
  readonly slot: Slot;
  /** Stems of its name and of the aliases that the golden gives. */
  readonly own: readonly string[];
}

/** Own names come before derived ones, those before the ones that all goldens share. */
export function slotNames(golden: ConversationalGolden): SlotNames {
  const facts = Object.entries(golden.facts ?? {});
  const given: readonly Named[] = [
    ...facts.map(([name, fact]) => named(name, fact.value, fact.aliases ?? [])),
    ...(golden.unknown ?? []).map((name) => named(name, null, [])),
  ];
  const own = new Map<string, Slot>();
  const add = (slot: Slot, phrases: readonly string[]): void => {
    for (const phrase of phrases) if (phrase !== "" && !own.has(phrase)) own.set(phrase, slot);
  };
  for (const { slot, own: phrases } of given) add(slot, phrases);
  for (const { slot } of given) add(slot, derived(slot.words));
  const shared = new Map<CommonSlot, Slot>();
  return {
    slotFor(phrase) {
      const mine = own.get(phrase);
      const common = mine === undefined ? commonSlots().get(phrase) : undefined;
      if (common === undefined) return mine;
      const slot = shared.get(common) ?? given.find((each) => is(each, common))?.slot ?? stranger(common, given);
      shared.set(common, slot);
      return slot;
    },
    longest: Math.max(LONGEST_SHARED, ...[...own.keys()].map((phrase) => phrase.split(" ").length)),
    given: given.map(({ slot }) => slot),
  };
}

/** Words of the longest shared phrase; a test holds it to the table. */
export const LONGEST_SHARED = 7;

const is = ({ own }: Named, { keys }: CommonSlot): boolean => own.some((phrase) => keys.includes(phrase));

function named(name: string, value: Slot["value"], aliases: readonly string[]): Named {
  const words = wordsOf(name);
  const own = [words, ...aliases.map((alias) => normalise(alias))].map(stemsOf);
  return { slot: { name, words, value, shown: shown(value), instead: [] }, own };
}

function derived(words: string): readonly string[] {
  const all = words.split(" ");
  const last = all.pop() ?? "";
  const thing = all.join(" ");
  if (thing === "") return [];
  if (generic.has(last)) return numbersOf(stemsOf(thing));
  return ["of", "of the", "of your"].map((of) => stemsOf(`${last} ${of} ${thing}`));
}

/** A slot that the golden does not give: asked for it, the user tells what comes closest, or does not know. */
function stranger(common: CommonSlot, given: readonly Named[]): Slot {
  const { keys, within } = common;
  const name = keys[0] ?? "";
  const close = given.filter(({ slot, own }) => {
    if (slot.value === null) return false;
    if (own.some((phrase) => within.includes(phrase))) return true;
    const other = own
      .map((phrase) => commonSlots().get(phrase))
      .find((each) => each?.keys.some((key) => own.includes(key)));
    // The `full_name` has the surname as well as a `name` has.
    if (other?.keys.some((key) => within.includes(key)) === true) return true;
    if (other !== undefined) return other.within.some((key) => keys.includes(key));
    return !isPart(slot) && own.some((phrase) => keys.some((key) => phrase.endsWith(` ${key}`)));
  });
  return { name, words: name, value: null, shown: null, instead: close.map(({ slot }) => slot) };
}

/** `pin_last_two` is a part of a PIN, and never told for one. */
export const isPart = ({ words }: Slot): boolean =>
  /\b(?:(?:first|last|final) (?:\d|two|three|four|five|six|few|digits?)|digits?|ending|suffix|prefix|masked|partial|hint|length)\b/.test(
    words,
  );

function shown(value: Slot["value"]): string | null {
  if (value === null || typeof value === "boolean") return null;
  return normalise(String(value)) || null;
}

/** Whether a clause quotes the value of a slot. A single letter or digit is no quotation. */
export const quotes = (text: string, { shown: words }: Slot): boolean =>
  words !== null && words.length > 1 && contains(text, words);
