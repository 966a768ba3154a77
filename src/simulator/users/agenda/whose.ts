import { spelt, type Hit } from "./known-names.js";
import type { Slot, SlotNames } from "./slot-names.js";
import { tokensOf, type Token } from "./tokens.js";
import { functionWords, relatives } from "./words.js";

const nobodys = /^(?:today|tomorrow|yesterday|customer|client|user|account|order|what|that|it|let|who|there|here)'s$/;
const anothers = new RegExp(
  `^(?:of|for|on|from) (?:(?:your|the|an?|my|our) )?(?:other|another|second|someone|somebody|${relatives})\\b|` +
    `^(?:did|does|do|has|will) your (?:${relatives})\\b|\\b(?:before|prior to) (?:the one|that one|this one|your (?:current|present))\\b`,
);
const MOST_BEFORE = 3;

/** Whether what a clause names is not the user's: "our support phone number", "the email of your wife", "your other order". */
export function isOfOther({ from, to }: Hit, tokens: readonly Token[]): boolean {
  if (anothers.test(spelt(tokens.slice(to)))) return true;
  for (let at = from - 1; at >= Math.max(0, from - MOST_BEFORE); at--) {
    const { word, stop } = tokens[at] ?? { word: "", stop: true };
    if (stop) return false;
    if (/^(?:our|ours|other|another|different)$/.test(word)) return true;
    if (/'s$|s'$/.test(word)) return !nobodys.test(word);
    if (functionWords.has(word)) return false;
  }
  return false;
}

const goesTo =
  /^(?:and )?(?:in)?to (?:which|what)\b|\b(?:go|goes|sen[dt]|transfer(?:red)?|pay|paid|wired?|deposit(?:ed)?|moved?|put)\b.{0,60}\b(?:to|into|in)[ .?!]*$/;
const receiving = ["recipient", "payee", "beneficiary", "receiver", "destination", "target", "receiving"];

/** "Which account should the money go to?" asks for the recipient's, where the golden has the user know several. */
export function receiverOf(
  slot: Slot,
  { from, to }: Hit,
  tokens: readonly Token[],
  text: string,
  names: SlotNames,
): Slot {
  const [asking, head] = [tokens[from], tokens[to - 1]];
  if (asking === undefined || head === undefined || !/^(?:which|what)$/.test(asking.word) || !goesTo.test(text))
    return slot;
  const isGiven = (each: Slot | undefined): each is Slot =>
    each !== undefined && each.value !== null && names.given.includes(each);
  const named = receiving.flatMap((who) => [names.slotFor(`${who} ${head.stem}`), names.slotFor(who)]).find(isGiven);
  if (named !== undefined) return named;
  const others = names.given.filter(
    (each) => each !== slot && isGiven(each) && tokensOf(each.words).some(({ stem }) => stem === head.stem),
  );
  return others.length === 1 ? (others[0] ?? slot) : slot;
}

const auxiliary = /^(?:should|shall|can|could|will|would|may|might|must|do|does|did)$/;
/**
 * What a question only speaks of: who does something, as the money of "Where should the money go?", and whatever comes after
 * what it asks for, as the money of "To which account should I send the money?"
 */
export function isMentioned(from: number, hits: readonly Hit[], tokens: readonly Token[]): boolean {
  const asking = tokens.findIndex(({ word }) => auxiliary.test(word));
  if (asking < 0 || from < asking) return false;
  const first = /^(?:the|your|a|an|this|that)$/.test(tokens[asking + 1]?.word ?? "") ? asking + 2 : asking + 1;
  return from === first || hits.some(({ to }) => to <= asking);
}
