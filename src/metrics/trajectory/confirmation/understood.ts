import { indexOfTokens, tokens, type Token } from "../../values/tokens.js";
import { names, verbStems } from "./deed.js";

/** A part of a sentence, and whether the sentence asks. */
export interface Clause {
  readonly text: string;
  /** With the fillers at its beginning. */
  readonly whole: string;
  readonly asks: boolean;
}

export interface Context {
  readonly tool: string;
  /** What an answer may repeat: the question, the proposal of the deed and the arguments of the call. */
  readonly restated: string;
}

/** Phrases, each of which is understood wherever it stands. What is in none of them is not. */
const PHRASES = [
  "yes|yeah|yep|yup|yea|ya|aye|y|uh-?huh|mhm|sure(?: thing)?|absolutely|definitely|certainly|of course|exactly|agreed|approved|confirmed",
  "affirmative|by all means|indeed|why not|no (?:problem|worries|objections?|issues?)(?: (?:at all|here))?|you bet|you (?:can|may)(?: please)?|be my guest|feel free",
  "(?:that's |that is )?(?:ok|okay|okey|alright|all right|k)(?: (?:with|by|for) me)?",
  "(?:i )?(?:do |hereby |fully |can |also |will )*(?:agree|accept|approve|consent|confirm|confirming|authori[sz]e)(?: (?:to|with) (?:it|that|this|everything))?",
  "(?:let's |i'll |i will |let us )?(?:just )?(?:go (?:right )?ahead|proceed)(?: (?:with|and|on))?|go for it|go with (?:it|that)|please do|(?:do|make) (?:it|that|this|so)(?: so)?|let's (?:do (?:it|this|that)|go|proceed)|carry on|make (?:it|that|this) happen",
  "(?:that|this|it) works(?: for me)?|works for me|fine (?:by|with) me|good to go",
  "let's|i'll|i will|in that case|on (?:my|the) file|of course",
  "(?:(?:that|this|it|which|everything|all|all of (?:that|it|this)|that all|it all|all that)(?:'s|'d)? )?(?:(?:is|are|was|be|would be|would|sounds?|looks?|seems?|all|just|perfectly|very|really|absolutely|so|totally) )*(?:right|great|fine|good|perfect|cool|correct|lovely|wonderful|excellent|awesome|fantastic|amazing|brilliant|acceptable|accurate|helpful|nice|ideal)(?: (?:to|with|by|for) me| idea| plan)?",
  "(?:that|this|it)(?:'s| is) (?:just |exactly )?(?:what|all) (?:i|we) (?:want|wanted|need|needed|was hoping for|were hoping for|was looking for)|(?:that's|that is) it",
  "(?:i|we)(?:'d| would)? (?:really |very much )?(?:like|love|appreciate|want|wish)(?: (?:that|it|this|you to|to))?|(?:i|we)(?:'m| am|'re| are) (?:happy|fine|ok|okay|good|ready|sure|certain|all set)(?: (?:with|to|about)(?: (?:that|it|this))?)?",
  "(?:do not|don't|wouldn't|would not) mind|i said so already|(?:as )?i (?:already )?(?:said|told you)(?: so)?(?: already)?|i have said so already|not at all",
  "uh+|u[hm]+|er|i mean|actually (?=yes|yeah|yep|sure|go ahead|please|ok)|please|kindly|now|then|just|so|and|also|too|as well|oh|ah|well|hi|hello|hey|sir|ma'am|right away|straight away|immediately|already",
  "(?:many )?(?:thanks|thank you|thx|ty|cheers)(?: (?:so|very) much| a lot| a million| again| in advance)*(?: for (?:all )?(?:your|the|that|this|being|checking|clarifying|explaining|handling|helping|looking)(?: (?:your|the|great|kind|quick|patient))*(?: (?:help|assistance|support|patience|time|service|clarification|information|info|update|confirmation|breakdown|helpful|patient|me|that|this|it|out|with))*)?",
  "(?:i |we |much |really |greatly )*appreciate(?:d)?(?: (?:it|that|this|your|the|all|help|assistance|support|patience|time|so much|very much|with|a lot))*",
  "(?:that's|that is|that'll be|that will be) (?:all|everything)|nothing else|all good|i understand(?: (?:that|the (?:policy|terms|conditions|fee)))?|i see|got it|understood|makes sense",
  "you(?:'re| are) (?:so |very |really |the |a |an |most )*(?:great|helpful|kind|lenient|best|wonderful|nice|patient)(?: (?:customer|service|agent|person|rep|representative|i|i've|have|ever|spoken|talked|to|with))*",
  "my (?:e-?mail|phone|name|mobile)(?: (?:address|number))? is \\S+(?: \\S+)?",
  "(?:can|could|would|will) you(?: please)?(?: just)?(?: go ahead(?: and)?)?|sí|por favor|merci(?: bien| beaucoup)?|oui|gracias|danke|ja|bitte|s'il vous plaît",
].map((source) => new RegExp(`(?:${source})(?![\\p{L}\\p{N}'’-])`, "uy"));

/** Words that say nothing by themselves, between those that are repeated. */
const SMALL = new Set(
  (
    "a an the this that these those it them its my your our his her their me us you i we mine both all each every " +
    "everything of for to with on from in at as by using via into onto it's which " +
    "card account original payment method same full updated amount total charge charges cost costs " +
    "process complete finalize finalise make issue submit start perform execute use"
  ).split(" "),
);
/** Never mere repetition: they turn it round, put it off, or choose something else. */
const TURNS = new Set(
  (
    "no not never none nothing neither nor without cannot or but if unless only except instead rather other another " +
    "different differently latter former first later tomorrow today tonight until till before after once when while " +
    "maybe perhaps keep keeping stop wait hold skip undo reverse human manager supervisor agent why what how who " +
    "where whether second wrong ignore disregard scratch forget half part partly partially nope"
  ).split(" "),
);
/** Ways to pay: one may be named where nobody named one before. */
const PAYMENT = new Set(
  "visa mastercard amex paypal bank credit debit cash cheque check voucher venmo giro".split(" "),
);
const NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

const DIGITS = /[$€£¥#]?[\p{L}\p{N}@_.,:/%+-]*\p{N}[\p{L}\p{N}@_.,:/%+-]*(?: [ap]m(?!\p{L}))?/uy;
const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}]+)*/uy;
const SPACE = /[\s\p{P}\p{S}]/u;

/**
 * The words of an answer that are understood in none of its parts, in order. An answer agrees only where there are none: one
 * yes does not make up for what was not understood after it.
 */
export function unreadWords(clauses: readonly (readonly Clause[])[], { tool, restated }: Context): string[] {
  const all = clauses
    .flat()
    .map(({ whole }) => whole)
    .join(" ");
  const repeated = repeatable(restated, tool, all);
  return clauses.flatMap((sentence, index) => {
    if (
      index > 0 &&
      clauses.slice(0, index).some((before) => before.some((clause) => isPlain(clause, repeated))) &&
      asksOnly(sentence)
    )
      return [];
    return sentence.flatMap(({ text, whole, asks }) => {
      const unread = unreadOf(whole, repeated);
      // A question is no answer, even one of words that are known.
      return unread.length === 0 && asks && !ASKS_TO_DO.test(text) ? [`${text}?`] : unread;
    });
  });
}

const ASKS_TO_DO = /(?:can|could|would|will) you|why not|^(?:please|yes)/u;
/** More than a yes, which may only take note of what was said. */
const isPlain = ({ text, asks }: Clause, { deed }: Repeatable): boolean =>
  !asks &&
  (text.split(" ").some((word) => deed?.test(word) === true) ||
    /(?<!\p{L})(?:go ahead|please do|proceed|do it|i (?:agree|confirm|accept|approve|consent))(?!\p{L})/u.test(text));
const TO_KNOW =
  /^(?:(?:also|and|then|so|by the way|if so) ?)*(?:(?:can|could|would|will) you (?:please |also |then )*(?:tell me|let me know|check|give me)|how (?:much|long|soon|many)|when (?:will|can|do)|what(?:'s| is| are)|do i have)(?!\p{L})/u;
const CHANGES =
  /(?<!\p{L})(?:instead|rather|other (?:way|option|card)|different\p{L}*|before|first|(?<!check |know |see )if|not|without|but|or)(?!\p{L})/u;
/** Whether a sentence only wants to know something besides: "Please go ahead. How long will it take?" */
const asksOnly = (sentence: readonly Clause[]): boolean =>
  sentence.some(({ asks }) => asks) &&
  sentence.some(({ whole }) => TO_KNOW.test(whole)) &&
  sentence.every(
    ({ whole }) =>
      !CHANGES.test(whole) &&
      (TO_KNOW.test(whole) || /^(?:also|and|then|so|by the way|if so|please|thanks|thank you)$/u.test(whole)),
  );

interface Repeatable {
  readonly words: ReadonlySet<string>;
  readonly tokens: readonly Token[];
  readonly deed: RegExp | null;
  /** Deeds that only an answer that names the tool's own may repeat with it. */
  readonly otherDeeds: RegExp | null;
}

function repeatable(restated: string, tool: string, answer: string): Repeatable {
  const plain = restated.normalize("NFKC").replace(/[’‘]/g, "'").replaceAll("_", " ");
  const words = new Set(plain.toLowerCase().match(/[\p{L}\p{M}]+(?:'\p{L}+)*/gu) ?? []);
  const { own, other } = verbStems(tool);
  return {
    words,
    tokens: tokens(plain),
    deed: own.length === 0 ? null : new RegExp(`^(?:${own.join("|")})`, "u"),
    otherDeeds: names(answer, tool) ? null : new RegExp(`^(?:${other.join("|")})`, "u"),
  };
}

function unreadOf(text: string, repeated: Repeatable): string[] {
  const unread: string[] = [];
  for (let at = 0; at < text.length;) {
    if (SPACE.test(text[at] ?? "") && !/[$€£¥#]/u.test(text[at] ?? "")) {
      at += 1;
      continue;
    }
    const end = Math.max(...PHRASES.map((phrase) => endOf(phrase, text, at)));
    if (end > at) {
      at = end;
      continue;
    }
    const digits = endOf(DIGITS, text, at);
    const word = endOf(WORD, text, at);
    const next = Math.max(digits, word, at + 1);
    const written = text.slice(at, next);
    if (digits > at ? !isSaid(written, repeated) : !isKnown(written, repeated)) unread.push(written);
    at = next;
  }
  return unread;
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

const isSaid = (written: string, { tokens: said }: Repeatable): boolean => {
  const wanted = tokens(written.replace(/[.,:/]+$/u, ""));
  return wanted.length > 0 && indexOfTokens(said, wanted) !== -1;
};

function isKnown(word: string, repeated: Repeatable): boolean {
  const { words, deed, otherDeeds } = repeated;
  if (deed?.test(word) === true) return true;
  if (TURNS.has(word) || /n't$/.test(word)) return false;
  if (SMALL.has(word)) return true;
  if (PAYMENT.has(word)) return words.has(word) || ![...PAYMENT].some((other) => words.has(other));
  const number = NUMBER_WORDS.indexOf(word);
  if (number !== -1) return words.has(word) || isSaid(String(number), repeated);
  if (otherDeeds?.test(word) === true) return false;
  return words.has(word) || words.has(word.replace(/(?<=...)s$/, "")) || words.has(`${word}s`);
}
