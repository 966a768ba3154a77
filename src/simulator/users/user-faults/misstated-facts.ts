import type { ConversationalGolden } from "../../../golden/conversational-golden.js";
import { agendaOf } from "../agenda/agenda.js";
import { countsIn } from "../agenda/stated-counts.js";
import { hitsIn, spelt, type Hit } from "../agenda/known-names.js";
import { normalise } from "../agenda/normalise.js";
import type { Slot, SlotNames } from "../agenda/slot-names.js";
import { amountOf, isSame, isSameCode, isSum, paidIn } from "../agenda/stated-values.js";
import { tokensOf, type Token } from "../agenda/tokens.js";
import { functionWords } from "../agenda/words.js";
import type { Corpus } from "./corpus.js";
import type { Invented } from "./invented-facts.js";
import { daysOf } from "./values-in.js";

/**
 * What a line says a fact of its golden to be and it is not, or to be what its golden has it not know: "my order number
 * is 9", "my PIN: 4321", "we are 3 passengers".
 */
export function misstatedFacts(say: string, golden: ConversationalGolden, known: Corpus): readonly Invented[] {
  const { names } = agendaOf(golden);
  const text = normalise(say)
    .replace(/\bborn on\b/g, "date of birth is")
    .replace(/\b(?:that )?(?:ends|ended|ending) (?:in|with)\b/g, "is");
  const tokens = tokensOf(text);
  const counted = countsIn(tokens, names).filter(
    ({ is, stated }) => is === "wrong" && !known.namesNumber(Number(stated)),
  );
  return [
    ...hitsIn(tokens, names, true).flatMap((hit) => stated(hit, tokens, { say, names, known })),
    ...counted.map(({ slot, stated: text }) => ({ what: slot.words, text })),
    ...paid(text, names, known),
  ];
}

interface Told {
  readonly say: string;
  readonly names: SlotNames;
  readonly known: Corpus;
}

const MOST_WORDS_OF_A_DAY = 3;
const another = /^(?:other|another|new|old|previous|next|second|your|different)$/;

/** What stands for the value of a name that a line holds, where it is not the user's to say. */
function stated({ slot, from, to }: Hit, tokens: readonly Token[], { say, names, known }: Told): readonly Invented[] {
  if (typeof slot.value === "boolean" || another.test(tokens[from - 1]?.word ?? "")) return [];
  const [at, joined] = valueAt(tokens, to);
  const isGiven = names.given.includes(slot);
  const word = tokens[at]?.word;
  if (word === undefined || !(joined || isGiven)) return [];
  const own = isGiven && slot.value !== null ? [slot] : slot.instead;
  const day = dayAt(tokens, at);
  if (day !== null || own.some(isDay)) {
    const isOwn = day === null || !isGiven || own.some(({ shown }) => isAnyOf(daysOf(shown ?? ""), daysOf(day)));
    if (isOwn || (own.length > 0 && !own.some(isDay)) || daysOf(day).some((each) => known.namesDay(each))) return [];
    return [{ what: slot.words, text: day }];
  }
  const isNew = /[\d@]/.test(word)
    ? (joined || own.length === 0 || own.some(({ shown }) => /\d/.test(shown ?? ""))) &&
      !isKnown(word, own, known, isGiven)
    : joined && !functionWords.has(word) && isProper(word, say) && !known.hasCode(word);
  return isNew ? [{ what: slot.words, text: word }] : [];
}

/** Where the value of a name stands, and whether a verb joins them. */
function valueAt(tokens: readonly Token[], to: number): readonly [at: number, joined: boolean] {
  const joining = /^(?:is|was|are|were)(?: (?:still|really|actually|now|just))?(?= )/;
  const found = joining.exec(spelt(tokens.slice(to, to + 4)));
  return found === null ? [to, false] : [to + found[0].split(" ").length, true];
}

const dayLike =
  /^(?:the )?(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b|^\d{4}-\d\d-\d\d\b/;
function dayAt(tokens: readonly Token[], at: number): string | null {
  const text = spelt(tokens.slice(at, at + MOST_WORDS_OF_A_DAY));
  return dayLike.test(text) && daysOf(text).length > 0 ? text : null;
}

const isDay = ({ shown }: Slot): boolean => daysOf(shown ?? "").length > 0;
const isAnyOf = (all: readonly string[], some: readonly string[]): boolean => some.some((each) => all.includes(each));

function isKnown(word: string, own: readonly Slot[], known: Corpus, strictly: boolean): boolean {
  if (own.some((slot) => isSame(word, slot, true) || isSameCode(word, slot))) return true;
  const number = /\p{L}/u.test(word) ? null : amountOf(word);
  if (number === null || !strictly) return known.hasCode(word) || (number !== null && known.hasNumber(number));
  return known.namesNumber(number) || (own.some(isSum) && known.hasNumber(number));
}

/** Written with a capital, and not for being the first word of a sentence. */
function isProper(word: string, say: string): boolean {
  const at = say.toLowerCase().indexOf(word);
  return at > 0 && /^\p{Lu}/u.test(say.slice(at, at + 2)) && !/[.!?]\s*$/.test(say.slice(Math.max(0, at - 3), at));
}

/** "I want to transfer 75", where the one sum that the golden gives is another. */
function paid(text: string, { given }: SlotNames, known: Corpus): readonly Invented[] {
  const [sum, ...more] = given.filter(isSum);
  if (sum === undefined || more.length > 0) return [];
  return paidIn(text).flatMap((written) => {
    const number = amountOf(written);
    return number === null || known.hasNumber(number) ? [] : [{ what: sum.words, text: written }];
  });
}
