import { done } from "./outcome-verbs.js";

/** Tells whether a clause reports that something was done. */
export type Reports = (clause: string) => boolean;

const adverbs =
  "(?:now |just |already |also |successfully |therefore |all |both |fully |gone ahead and |went ahead and )*";
const done_ = "(?:done|completed?|finished|all set|set|taken care of|sorted|settled|in place|on (?:its|the|their) way)";

/** Before a report these make it none: "I have not …", "once it has …", "it will be …", "I see that it was …". */
const unsaid = new RegExp(
  "\\b(?:not|never|nothing|none|nobody|neither|nor|without|fail(?:s|ed)?|unable|no(?! (?:problem|worries|trouble))|" +
    "once|when|whenever|after|before|until|unless|if|whether|in case|as soon as|will|would|can|could|may|might|should|" +
    "must|shall|going to|want(?:s|ed)?|needs?|like to|to be|to have|being|see|looks|seems|appears|records?|system|found|" +
    "according|you (?:have )?(?:said|say|told|mentioned|already)|ready|about to|almost|nearly|try|trying|hope|yet)\\b",
);

/** "Booked for Monday at 10:30.": what agents in a hurry leave a verb out of. "Orders placed on Sundays are sent on Mondays." has one. */
const places = "for|on|at|to|under|from|as|with|by|in|onto|into";
const noSentence =
  "(?!.*\\b(?:is|are|was|were|be|been|will|would|can|could|must|may|should|has|have|get|gets|need|needs|take|takes|cost|costs|ship|ships|come|comes)\\b)";

/** "I can confirm that …" says no less than what follows it. */
const introductions =
  /\b(?:i|we) (?:can|am|are|would|want|will)(?: now| very)?(?: happy| glad| pleased| delighted| like)?(?: to)? ?(?:gladly |happily )?(?:confirm|say|report|tell you|inform you|let you know|assure you)(?: to you)?(?: that)?\b/g;

/** `extra`: further participles, from what the golden expects. */
export function reports(extra: readonly string[]): Reports {
  if (extra.length > 0) return reportsWith(extra);
  return (plain ??= reportsWith([]));
}
let plain: Reports | undefined;

function reportsWith(extra: readonly string[]): Reports {
  const verbs = extra.length === 0 ? done : `${extra.join("|")}|${done}`;
  const patterns = [
    `\\b(?:i|we)(?: have)? ${adverbs}(?:${verbs})\\b`,
    `\\b(?:has|have|was|were) ${adverbs}(?:been )?${adverbs}(?:${verbs}|${done_}|successful)\\b`,
    `\\b(?:you are|(?:it|that|this|everything|(?:your|the) [\\p{L} ]{1,30}) (?:is|are)) ${adverbs}(?:${verbs}|${done_}|successful)\\b(?! (?:within|in \\d|after|by|at|on|every|only|from|for|to|if|when|once|under|until|with))`,
    `^(?:great|perfect|alright|all right|ok|okay|good news|thank you|thanks|and|so|there)?,? ?(?:it is |that is |all )?(?:done|all set|complete|completed|success)\\b`,
    `\\bsuccessfully (?:${verbs})\\b`,
    `^(?:(?!(?:${verbs}|not|no|to|be|is|are|was|were)\\b)\\S+ ){0,5}(?:${verbs}|complete|done|finished)(?: successfully)?[.!]*$`,
    `^(?:(?:great|perfect|all right|alright|ok|okay|done|good news|thank you|thanks)[,:]? )?(?:${verbs}) (?:${places}|your|the|it|you|\\p{Sc}|\\d)${noSentence}`,
    `^(?:(?:your|the|an?) )?(?:(?!(?:${verbs}|not|no|to|\\S*s)\\b)[\\p{L}-]+ ){1,3}(?:${verbs}) (?:${places})\\b${noSentence}`,
  ].map((source) => new RegExp(source, "gu"));
  return (clause) =>
    clause
      .replace(introductions, ",")
      .replace(/\bmay(?= \d)/g, "month")
      .split(/[,;]| - | but (?=i |we |your |the |it )/)
      .some((part) => patterns.some((pattern) => saysSo(part.trim(), pattern)));
}

function saysSo(part: string, pattern: RegExp): boolean {
  return [...part.matchAll(pattern)].some((match) => {
    const before = part.slice(0, match.index) + match[0].replace(/\S+$/, "");
    return (
      !unsaid.test(before) &&
      !/^ (?:you |to you |your account |us )?(?:nothing|none|no|neither|as soon as|once|if)\b/.test(
        part.slice(match.index + match[0].length),
      )
    );
  });
}
