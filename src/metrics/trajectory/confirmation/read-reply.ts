import { withoutInnerDots } from "../../../test-case/sentences.js";
import { isForeign, readForeignReply } from "./foreign-replies.js";
import * as words from "./reply-words.js";
import { unreadWords, type Clause } from "./understood.js";
import { verbOf } from "./deed.js";

/**
 * What a user answered to a proposal. `hesitation`: agrees under a condition, later or perhaps. `unclear` is neither: a
 * question, a detail, or words that only a reader who understands them can decide.
 */
export type Answer = "consent" | "refusal" | "hesitation" | "unclear";

export interface Asked {
  /** Name of the tool that was proposed. */
  readonly tool: string;
  /** Whether the question was "do you mind", to which "no" agrees. */
  readonly mind?: boolean;
  /** What the answer may repeat: words of the proposal, and the arguments of the call. */
  readonly restated?: string;
}

const NEGATION =
  /(?<![\p{L}])(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|won't|will not|would not|wouldn't|nicht)(?![\p{L}])(.*)$/u;
/** Nobody answers a question at such length, in characters. */
const LONGEST = 4000;

/**
 * Reads an answer, mostly in English. It agrees only where every part of it is understood: a refusal goes before consent
 * ("yes, but not that one"), doubt does too, and what can't be read makes it unclear ("Yes, keep it").
 */
export function readReply(given: string, asked: Asked): Answer {
  if (given.length > LONGEST) return "unclear";
  return unreadIn(given, asked).length > 0 ? "unclear" : firstRead(given, asked);
}

/** Of an answer that would agree, the words that nobody can say to be part of that. */
export function unreadIn(given: string, asked: Asked): readonly string[] {
  const plain = plainOf(given);
  if (plain.length > LONGEST || readForeignReply(plain) !== null || firstRead(given, asked) !== "consent") return [];
  const { tool, restated = "" } = asked;
  const [[first, ...rest] = [], ...more] = sentencesOf(plain);
  if (first === undefined) return [];
  // A "no" that was not read as a refusal answered something else, or whether the user minds.
  const whole = words.NO.test(first.text) ? first.text.replace(/^(?:no|nope)(?!\p{L})/u, "") : first.whole;
  const begins = words.NOT_AT_ALL.test(first.text) ? "" : whole;
  return unreadWords([[{ ...first, whole: begins }, ...rest], ...more], { tool, restated: `${restated} ${tool}` });
}

function firstRead(given: string, { tool, mind = false }: Asked): Answer {
  const plain = plainOf(given);
  const foreign = mind ? null : readForeignReply(plain);
  if (foreign !== null) return foreign;
  const sentences = sentencesOf(plain);
  const clauses = sentences.flat().filter(({ text }) => text !== "");
  const verb = verbOf(tool);
  if (clauses.some((clause) => isRefusal(clause.text, verb, mind))) return "refusal";
  const agreedAt = clauses.findIndex(
    ({ text }) => words.YES.test(text) || words.OK.test(text) || words.GO_AHEAD.test(text),
  );
  if (!mind && agreedAt !== -1 && clauses.slice(agreedAt + 1).some(({ text }) => words.NO_AFTER_ALL.test(text)))
    return "refusal";
  if (isForeign(plain)) return "unclear";
  const [first] = clauses;
  if (mind && first !== undefined && words.NOT_AT_ALL.test(first.text)) return "consent";
  if (first !== undefined && words.NO.test(first.text) && !agreesToMind(first.text)) {
    if (mind) return postponed(clauses) ? "hesitation" : "consent";
    if (clauses.some((clause) => !clause.asks && words.CLEAR.test(agreed(clause.text)))) return "consent";
    return clauses.some(({ text }) => words.NOTHING_ELSE.test(text)) ? "unclear" : "refusal";
  }
  const agreeing = sentences.filter((sentence) => agrees(sentence, verb, mind));
  const reserved = sentences.some((sentence) => sentence.some(({ text }) => words.RESERVED.test(text)));
  if (agreeing.length === 0) return reserved ? "hesitation" : "unclear";
  const free = agreeing.some((sentence) => !sentence.some(({ text }) => words.RESERVED.test(text)));
  return free && !postponed(clauses) ? "consent" : "hesitation";
}

/** Whether a reply is a "no" or "no, thanks" and nothing else, so that it answers the last question only. */
export const isBareNo = (given: string): boolean =>
  /^(?:no|nope|nah)(?:[\s,]+(?:thanks|thank you|not now))?[\s.!]*$/u.test(plainOf(given));

/** Whether more of an answer would have to be understood than yes and no of a language that is not English. */
export const isUnreadable = (given: string): boolean => isForeign(plainOf(given));

/** Emoji that agree are words, and so are those that refuse. */
const plainOf = (given: string): string =>
  given
    .replace(/[\u00ad\u200b-\u200f\u2060-\u206f\ufe0f\ufeff\u{1f3fb}-\u{1f3ff}]/gu, "")
    .replace(/[👍👌✅✔🆗]/gu, " yes. ")
    .replace(/[👎❌🚫⛔🛑✋🙅]/gu, " i refuse. ")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/[ \t]+/g, " ")
    .replace(/(?<=\d ?)([ap])\.m\.?(?!\p{L})/gu, "$1m")
    .trim();

/** Sentences in clauses; what is a filler only is left out at the beginning. */
function sentencesOf(plain: string): readonly (readonly Clause[])[] {
  const sentences = (withoutInnerDots(plain).match(/(?:[^.!?\n]|[.](?=\S))+[.!?\n]*/gu) ?? []).map((sentence) =>
    sentence
      .split(/(?:[,;:()–—!?\n]|\.(?!\p{L}))+(?!\d)|(?<!\p{L})(?:but|however|although|though|aber|mais|pero)(?!\p{L})/u)
      .map((text, index, all) => ({
        text: text.trim().replace(words.FILLERS, "").trim(),
        whole: text.trim(),
        asks: sentence.includes("?") && index >= all.length - 2,
      }))
      .filter(({ whole }) => whole !== ""),
  );
  return sentences.filter((sentence) => sentence.length > 0);
}

const postponed = (clauses: readonly Clause[]): boolean => clauses.some(({ text }) => words.POSTPONED.test(text));

const agreesToMind = (clause: string): boolean =>
  /(?:do not|don't|wouldn't|would not) mind(?!\p{L})|^no (?:problem|worries|objections?|issues?)(?!\p{L})/u.test(
    clause,
  );

/** Of a clause what may agree: nothing after a denial, but "why not" and "I don't mind". */
function agreed(clause: string): string {
  if (agreesToMind(clause) || /^why not/.test(clause)) return clause;
  return clause.split(words.DENIAL, 1)[0] ?? "";
}

function agrees(sentence: readonly Clause[], verb: string, mind: boolean): boolean {
  const asks = sentence.some((clause) => clause.asks);
  return sentence.some((clause) => {
    const text = agreed(clause.text).trim();
    // To "do you mind" a bare yes may be either.
    if (words.YES.test(text)) return !mind || !/^(?:yes|yeah|yep|yup|yea|ya|aye)/.test(text);
    if (clause.asks)
      return /^(?:can|could|would|will) you (?:please )?(?:just )?(?:go ahead|proceed|do (?:it|that|so))/.test(text);
    if (words.GO_AHEAD.test(text) || /^please do$/.test(clause.whole)) return true;
    if (words.OK.test(text) || words.GOOD.test(text)) return !asks;
    return verb.length > 2 && text.split(" ", 1)[0] === verb;
  });
}

function isRefusal(clause: string, verb: string, mind: boolean): boolean {
  if (mind && words.NOT_AT_ALL.test(clause)) return false;
  const halt = words.HALT.exec(clause)?.[1];
  if (halt !== undefined && halt !== verb) return true;
  const [, how, what = ""] = words.CALLED_OFF.exec(clause) ?? [];
  if (how !== undefined && how !== verb && verb.length > 2 && (what.startsWith(verb) || what === "everything"))
    return true;
  if (words.DOUBT.test(clause)) return true;
  if (words.REFUSAL.test(clause) && !/why not/.test(clause)) return true;
  if (agreesToMind(clause)) return false;
  const negated = NEGATION.exec(clause)?.[1]?.trim();
  return negated !== undefined && isTheDeed(negated, verb);
}

/** Whether what is negated is the call: "don't", "don't do it", "I don't want you to refund it"; not "I don't mind". */
function isTheDeed(negated: string, verb: string): boolean {
  const rest = negated.replace(
    /^(?:please |just |yet |ever |you )*(?:dare|want|wish|like|need|agree|have)?(?: (?:you|me|it|that|this|us))?(?: to)? ?(?:be |have )?/u,
    "",
  );
  if (rest === "" || rest === "please") return !/^(?:mind|need|have)/u.test(negated);
  if (
    /^(?:a|an|the|any|my|it)? ?(?:go ahead|proceed|continue|do (?:it|that|this|so|anything)|touch|confirm|approve|authori[sz]e)(?!\p{L})/u.test(
      rest,
    )
  )
    return true;
  return (
    verb.length > 2 &&
    rest
      .split(" ")
      .slice(0, 3)
      .some((word) => word.startsWith(verb))
  );
}
