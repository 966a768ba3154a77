import type { Act, Part } from "./acts.js";
import type { Demand } from "./demands.js";
import { harmless, things } from "./known-names.js";
import { isPart, type Slot, type SlotNames } from "./slot-names.js";
import { stemsOf, tokensOf, type Token } from "./tokens.js";

const afterColon = /^[^:]*(?::|->) *(?=\S)/;
/** What may stand before the names, from nothing on. */
const leads = [
  /^(?=[\p{L}(*])/u,
  afterColon,
  /^.*\b(?:needs?|needed|requires?|required|provide|give|share|send|tell|enter|confirm|state|specify|missing|following|details|information|things)\b(?: me| us)?(?: with)?(?: the)?(?: following)?:? *(?=.*[,/;|+&])/,
];
const between = /\s*->\s*|\s*(?:[,;/|+&:?.!*]|(?<= )-(?= )|\band\b|\bplus\b)\s*/;
const around =
  /^(?:(?:first|firstly|second|secondly|third|thirdly|next|finally|lastly|your|the|an?|also|then|both|please|just|full|complete|exact)\s+)+|\s+(?:please|pls)$/g;

/** What single words ask for among names: "from / to / date". */
const short: { readonly [word: string]: readonly string[] } = {
  from: ["origin", "from account"],
  to: ["destination", "recipient"],
  when: ["date"],
};

/**
 * The facts that a clause asks for by nothing but their names, one after the other: "name / date of birth / number",
 * "Member number?". Null: it says anything else.
 */
export function listedNames(text: string, names: SlotNames, least = 2): readonly Demand[] | null {
  for (const lead of leads) {
    const named = lead.test(text) ? namedIn(text.replace(lead, ""), names, least, false) : null;
    if (named !== null) return named;
  }
  return afterColon.test(text) ? namedIn(text.replace(afterColon, ""), names, least, true) : null;
}

function namedIn(text: string, names: SlotNames, least: number, loosely: boolean): readonly Demand[] | null {
  const own = /\byour\b/.test(text);
  const parts = text
    .split(between)
    .map((part) => part.replace(around, ""))
    .filter((part) => part !== "" && !besides.test(part));
  if (parts.length < least || parts.length > MOST) return null;
  const slots = parts.map((part) => ({ label: part, slot: slotOf(part, names) }));
  const known = slots.filter(({ slot }) => slot !== undefined).length;
  const isName = ({ label, slot }: (typeof slots)[number]): boolean => slot !== undefined || couldBeName.test(label);
  // Among names that are known another one may stand; alone it says nothing.
  if (known < slots.length && (!loosely || known < 2 || !slots.every(isName) || !/[,/;|+&]/.test(text))) return null;
  return slots.flatMap(({ slot, label }): readonly Demand[] => {
    if (slot === undefined) return [{ kind: "unknown", id: label, label, own }];
    const told = slot.value === null ? slot.instead : [slot];
    const name = asksItself.test(label) ? null : label;
    if (told.length === 0) return [{ kind: "unknown", id: slot.name, label: name, own }];
    return told.map((each) => ({ kind: "fact", slot: each, label: each === slot ? name : null, own, yesNo: false }));
  });
}

const besides = /^(?:first|second|third|fourth|last)(?:ly)?$|^(?:next|then|also|finally|please|pls|thanks|thank you)$/;
const asksItself = /^(?:where|when|who|what|how|which|from|to)\b/;
const couldBeName =
  /^(?!(?:.* )?(?:is|are|was|were|has|have|had|been|will|can|do|i|we|you|it|they|not|no|in|on|at|to|for|here|there|now|today)\b)\p{L}[\p{L}' ]{2,30}$/u;
const MOST = 15;

/** From where on a reply has nothing but names, one after the other: "Name. Date of birth." Its length: nowhere. */
export function bareNamesFrom(parts: readonly Part[], names: SlotNames): number {
  const asks = parts.map(({ act, text }) => bare.has(act) && listedNames(text, names, 1) !== null);
  const from = asks.lastIndexOf(false) + 1;
  return parts.length - from > 1 ? from : parts.length;
}
const bare: ReadonlySet<Act> = new Set(["statement", "filler", "request"]);

function slotOf(part: string, names: SlotNames): Slot | undefined {
  for (const name of Object.hasOwn(short, part) ? (short[part] ?? []) : []) {
    const slot = names.slotFor(stemsOf(name));
    if (slot !== undefined && (slot.value !== null || slot.instead.length > 0)) return slot;
  }
  const tokens = tokensOf(part);
  const isThing = tokens.length === 1 && things.has(tokens[0]?.stem ?? "");
  const whole = names.slotFor(stemsOf(part));
  if (whole !== undefined || isThing) return whole;
  const ofPart = names.given.find((slot) => isPart(slot) && sharesTwo(slot, tokens));
  if (ofPart !== undefined) return ofPart;
  const bare = tokens.filter(({ word }, at) => at === tokens.length - 1 || !harmless.has(word));
  return bare.length === tokens.length ? undefined : names.slotFor(bare.map(({ stem }) => stem).join(" "));
}

/** "Last four digits" asks for the `card_last_four`. */
function sharesTwo({ words }: Slot, tokens: readonly Token[]): boolean {
  const own = tokensOf(words).map(({ stem }) => stem);
  return tokens.filter(({ stem }) => own.includes(stem)).length > 1;
}
