import { isPlan } from "./check-questions.js";
import type { Demand, Mind } from "./demands.js";
import type { Slot } from "./slot-names.js";
import { stemOf, tokensOf } from "./tokens.js";
import { askingWords, functionWords } from "./words.js";

/** "Wrapping" is of the `gift_wrap`. */
const rootOf = (word: string): string =>
  stemOf(word)
    .replace(/(?:ing|ed)$/, "")
    .replace(/([^aeiou])\1$/, "$1")
    .replace(/e$/, "");

/** How things are, rather than what the user would like. */
const isState = ({ words }: Slot): boolean => /^(?:is|are|was|were|has|have|had|did|can)\b|^\S+ed$/.test(words);
const wanting = /^(?:wants?|wanted|needs?|needed|with|include|included|add|adds|wish|wishes|to|a|an|the)$/;
const rootsOf = ({ words }: Slot): readonly string[] =>
  words
    .split(" ")
    .filter((word) => !wanting.test(word))
    .map(rootOf);

const wishes = ({ names }: Pick<Mind, "names">): readonly Slot[] =>
  names.given.filter((slot) => typeof slot.value === "boolean" && !isState(slot) && rootsOf(slot).length > 0);

/** Where the words of a fact that is a yes or a no stand in a clause, side by side. -1: nowhere. */
function placeOf(slot: Slot, words: readonly string[]): number {
  const roots = rootsOf(slot);
  return words.findIndex((_, at) => roots.every((root, nth) => rootOf(words[at + nth] ?? "") === root));
}

const little =
  /^(?:travel|trip|extra|additional|optional|buy|purchase|add|include|take|have|receive|care|like|some|too|well|item|order)$/;
const offered = /\b(?:you|us to|me to|i|we)\b/;
const negated = /\b(?:not|no|without)\b/;

/** "Do you want insurance?", of which a fact of the golden says yes or no, and which asks for nothing besides. */
export function decidedByFact(text: string, mind: Pick<Mind, "names">): readonly Demand[] | null {
  if (!/\?/.test(text) || !offered.test(text)) return null;
  const words = tokensOf(text).map(({ word }) => word);
  const slot = wishes(mind).find((each) => placeOf(each, words) >= 0);
  if (slot === undefined) return null;
  const own = new Set(rootsOf(slot));
  const isAbout = words.every(
    (word) => own.has(rootOf(word)) || functionWords.has(word) || askingWords.has(word) || little.test(word),
  );
  if (!isAbout || /\bor\b/.test(text)) return null;
  const value = negated.test(text) ? slot.value !== true : slot.value === true;
  return [{ kind: "fact", slot: { ...slot, value }, label: null, own: true, yesNo: true }];
}

const adds = /\b(?:add|adding|include|including|with|plus|buy|purchase|get|and|apply|put|sell|have)\b(?: \S+){0,3}$/;
const onlySpeaks = /\b(?:check|know|ask|see|whether|if|verify|discuss|review|explain|confirm|tell)\b/;
const leavesOut = /\b(?:without|no|not|non|skip|remove|leave out|decline|waive|cancel)\b(?: \S+){0,3}$/;

/** Whether a clause of a proposal puts in what a fact of the golden says no to, or leaves out what it says yes to. */
export function goesAgainst(text: string, mind: Pick<Mind, "names">): boolean {
  const words = tokensOf(text).map(({ word }) => word);
  return wishes(mind).some((slot) => {
    const at = placeOf(slot, words);
    if (at < 0) return false;
    const before = words.slice(Math.max(0, at - 5), at).join(" ");
    if (slot.value === true) return leavesOut.test(before);
    return !leavesOut.test(before) && (adds.test(before) || (isPlan(text) && !onlySpeaks.test(text)));
  });
}
