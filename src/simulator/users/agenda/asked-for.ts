import type { Part } from "./acts.js";
import type { Demand, Mind, Named } from "./demands.js";
import { alsoWhen, byQuestion } from "./by-question.js";
import { harmless, hitsIn, things } from "./known-names.js";
import { nounPhrases, type NounPhrase } from "./noun-phrases.js";
import { proposed } from "./proposals.js";
import { isInterrogative } from "./requests.js";
import { generic, isPart, type Slot, type SlotNames } from "./slot-names.js";
import { hasTime } from "./stated-times.js";
import { hasDay } from "./stated-weekdays.js";
import { tokensOf } from "./tokens.js";
import { isMentioned, isOfOther, receiverOf } from "./whose.js";
import { proposals } from "./words.js";

/** The facts that a clause asks for, and what it asks for besides. */
export function askedFor(text: string, mind: Mind, before: readonly Part[], yesNo: boolean): readonly Demand[] {
  const { names } = mind;
  const tokens = tokensOf(text.replace(/\([^)]*\)?/g, " , "));
  const aside = tokensOf([...text.matchAll(/\(([^)]*)/g)].map(([, inside]) => inside).join(" , "));
  const all = hitsIn(tokens, names);
  const hits = all.filter((hit) => !isOfOther(hit, tokens));
  const isForOther = hits.length < all.length;
  const taken = tokens.map((_, at) => hits.find(({ from, to }) => from <= at && at < to)?.to ?? null);
  // "How many of the glasses are broken?" asks for one thing, whatever else it mentions.
  const asksPlainly = !isForOther && !indirect.test(text) && hits.every(({ label }) => label !== null);
  const phrases = asksPlainly ? nounPhrases(tokens, taken) : [];
  const left = isInterrogative(text) ? phrases.filter(({ from }) => !isMentioned(from, hits, tokens)) : phrases;
  const items = [...hits.filter((hit) => !hit.aside), ...left].sort((a, b) => a.from - b.from);
  // What stands in brackets explains what is asked for; of that only facts are of use.
  const explained = hitsIn(aside, names).filter(({ slot }) => slot.value !== null);
  const demands = [...items, ...explained].flatMap((item): readonly Demand[] => {
    const slot = "slot" in item ? receiverOf(item.slot, item, tokens, text, names) : byWords(item, names);
    if (slot !== null) return ofSlot(slot, item, yesNo, text, names);
    if ("stems" in item && isNoFact(item)) return [];
    return [unknown(item.label ?? text, item, yesNo && !whetherKnown.test(text))];
  });
  if (isForOther) return [...demands, unknown(text, { label: null, own: false }, false)];
  const facts = demands.filter(({ kind }) => kind === "fact");
  if (facts.length === 0) {
    const meant = byQuestion(text, names);
    if (meant.length > 0) return meant.map((slot) => ({ kind: "fact", slot, label: null, own: true, yesNo: false }));
  }
  // "Your email or your phone number": one of them is enough.
  if (facts.length > 0 && / or /.test(text) && !/ and /.test(text)) return facts;
  if (demands.length > 0) return demands;
  if (asksToAgree.test(text) || asksLeave.test(text)) return proposed(text, mind, before);
  if (!/\?/.test(text) || tokens.length < 3 || asksForAll.test(text)) return [];
  return [unknown(text, { label: null, own: false }, true)];
}

/** "Do you have your serial number?" asks for it. */
const whetherKnown = /\byou (?:\S+ )?(?:have|know|remember|recall)\b/;
/** "Could you provide those details?": what they are has been said before. */
const asksForAll =
  /\b(?:provide|give|share|send|tell|enter|supply)\b.*\b(?:those|these|them|it|this|that|details|information|info)\b/;
export const indirect = /\b(?:confirm|check|know|verify|tell me) (?:whether|if)\b/;
export const answeredByYes = /^(?:(?:and|so|also|ok|okay|then|now),? )*(?:is|are|was|were|do|does|did|have|has|will)\b/;
/** "May I look into it?" */
const asksLeave =
  /^(?:(?:and|so|also|then|now|ok|okay|thanks|thank you|great|please),? )*(?:may|can|could|might) (?:i|we)\b/;
const asksToAgree =
  /\b(?:is|are|was|were) (?:that|this|it|everything|all|these|those|they)\b.*\b(?:ok|okay|right|correct|fine|good|acceptable|alright|accurate)\b|^(?:and )?(?:correct|right|ok|okay|alright|all right|fine|deal|agreed|yes\/no|yes or no|y\/n|\(?yes)\b|\b(?:ok|okay|correct|right|agreed)\?$|\b(?:confirm|agree|accept|approve|consent|authori[sz]e)\b|\b(?:does|do|would|will) (?:that|this|it|these|those) (?:\S+ )?(?:work|sound|look|suit|be|help)\b/;

function ofSlot(slot: Slot, { label, own }: Named, yesNo: boolean, text: string, names: SlotNames): readonly Demand[] {
  if (slot.value !== null) {
    return alsoWhen(slot, text, names).map((each) => ({
      kind: "fact",
      slot: each,
      label: each === slot ? label : null,
      own,
      yesNo,
    }));
  }
  const instead = whenDid.test(text) ? slot.instead.filter(({ words }) => !toCome.test(words)) : slot.instead;
  if (instead.length > 0) {
    return dayOrTime(oldOrNew(instead, text), text).map((other) => ({
      kind: "fact",
      slot: other,
      label: null,
      own,
      yesNo,
    }));
  }
  // The reason for the call is what the user said first.
  if (slot.name === "reason") return [{ kind: "wish", id: text }];
  return [unknown(slot.name, { label, own }, yesNo && !whetherKnown.test(text))];
}

/** "When did you notice it?" is not answered by the day of an appointment. */
const whenDid = /\bwhen (?:did|was|were|have|has)\b/;
const toCome = /^(?:(?:preferred|desired|appointment) )?(?:day|time|slot|date)$|^(?:preferred|desired|appointment)\b/;

/** Of a day and a time the one that is meant. */
function dayOrTime(slots: readonly Slot[], text: string): readonly Slot[] {
  const meant = /\b(?:day|date)\b/.test(text) ? hasDay : /\btime\b/.test(text) ? hasTime : null;
  const fit = meant === null ? [] : slots.filter(meant);
  return fit.length > 0 ? fit : slots;
}

const old = /\b(?:old|current|original|existing|previous|so far)\b/;
/** Of a new and an old date the one that is meant: "to which date would you like to move it?" */
function oldOrNew(slots: readonly Slot[], text: string): readonly Slot[] {
  const isOld = ({ words }: Slot): boolean => old.test(words);
  if (!slots.some(isOld) || slots.every(isOld)) return slots;
  return slots.filter((slot) => isOld(slot) === old.test(text));
}

/** "Is the item unopened?" is not answered by "I don't know the item". */
const unknown = (id: string, { label, own }: Named, yesNo: boolean): Demand => ({
  kind: "unknown",
  id: yesNo ? `${id}?` : id,
  label: yesNo ? null : label,
  own,
});

/** "Confirm the cancellation", "locate your reservation": spoken of, and not asked for. */
const isNoFact = ({ stems, whose }: NounPhrase): boolean =>
  stems.every((stem) => harmless.has(stem)) ||
  proposals.has(stems.at(-1) ?? "") ||
  (stems.length === 1 && whose.length === 0 && things.has(stems[0] ?? ""));

const partly = /^(?:last|first|final|digit|ending|hint|length|suffix|prefix|partial|masked)$/;
/** The last resort: a fact whose name has all the words of what is asked for, as `item_color` has those of "color". */
function byWords({ stems, whose }: NounPhrase, names: SlotNames): Slot | null {
  const telling = [...stems, ...whose].filter((stem) => !generic.has(stem));
  if (telling.length === 0 || telling.every((stem) => things.has(stem))) return null;
  const has = (slot: Slot): boolean => {
    const own = tokensOf(slot.words).map(({ stem }) => stem);
    return telling.every((stem) => own.includes(stem)) && (!isPart(slot) || telling.some((stem) => partly.test(stem)));
  };
  return names.given.find(has) ?? null;
}
