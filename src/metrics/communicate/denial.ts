import { clauseBefore } from "./clause.js";

/** What makes another word of the one that it is hyphenated to: "non-refundable". */
const PREFIX = /(?<![\p{L}\p{N}])(?:non|un|anti|pseudo)-$/iu;
/** What denies the words that follow it at once, but for an article or the like. */
const AT_ONCE =
  /(?<![\p{L}])(?:not|never|no longer|\p{L}+n't|cannot|instead of|rather than|neither|without|non)(?: (?:a|an|the|your|our|their|any|be|been|being|exactly|quite|actually|really|currently|for|of|is))*[ "“(*`]*$/iu;
/** What looks like a denial and is none. */
const NONE = /(?<!\p{L})(?:if|why|whether or|or|is it|do you|don't you|aren't you) not\P{L}*$/iu;

/** What denies the rest of its clause. */
const DENIALS =
  /(?<![\p{L}-])(?:no longer|no one|cannot|not|never|nothing|nobody|none|neither|nor|no(?= )|hardly|(?:have|has|is|are) yet to|\p{L}+n't|unable to|impossible to|fail(?:s|ed|ing)? to|(?:refus|declin)(?:es?|ed|ing) to)(?![\p{L}-])/giu;
const REACH = 160;

/** What may follow a denial where it denies nothing of what is told: "don't worry", "nothing else but". */
const HARMLESS = new RegExp(
  String.raw`^,? (?:${[
    "(?:to |need to )?worry|need to (?:do anything|wait)|hesitate|regret|forget|panic|mind|wait|miss|doubt|wonder|complain|thank",
    "(?:be )?happier|agree more|matter|wrong|else|further|other than|more (?:to|is)",
    "(?:more|less|fewer|later|sooner|earlier|longer|higher|lower|greater) than",
  ].join("|")})(?![\p{L}-])`,
  "iu",
);
/** After "no", and after "not a": "no fee for …". */
const NO_MATTER = new RegExp(
  String.raw`^ (?:an? |any )?(?:(?:extra|additional|further|other|hidden|restocking|cancellation|more) )?(?:${[
    "problems?|issues?|concerns?|worries|trouble|hassle|hurry|rush|time|questions?|objections?|risk|harm|delays?",
    "obligations?|fees?|charges?|costs?|penalt(?:y|ies)|deductions?|actions?|steps?",
  ].join("|")})(?![\p{L}-])`,
  "iu",
);
/** "Not only approved" and "you don't just get …"; "I can't just refund …" is a denial. */
const NOT_ONLY = /^ (?:only|just|merely|simply|solely)(?!\p{L})/iu;
/** "Isn't it …?", "didn't you get …?" */
const ASKED = /^ (?:you|it|we|i|they|he|she|this|that|there)(?!\p{L})/iu;
/** "You don't need to return it to get $59.90." */
const FOR_NOTHING = /^ (?:need|have) to .* (?:to (?:get|receive|claim|obtain|keep|collect)|for)(?!\p{L})/iu;
/** What asks or supposes, and so does not deny. */
const SUPPOSED = /(?<!\p{L})(?:if|unless|in case|whether)(?!\p{L})|^\P{L}*should you|(?<!\p{L})why(?: \p{L}+)? ?$/iu;

/** What comes to nothing: "a refund is not possible", "$59.90 was declined". */
const BEHIND =
  /^[*"”`)]*(?: (?!(?:but|and|or|while|whereas|although|though|because|if|so|that|which|as|when|until|unless)(?!\p{L}))(?:\p{L}+|[A-Z]+-?\d+)){0,3}? ?(?:(?:is|are|was|were|has|have|had|will|would|can|could|does|do|did)(?:n't| not)|won't|can't|cannot|will never|can never|was never)(?: (?:yet|been|be|currently|unfortunately|actually|ever|now))* (?:possible|available|offered|granted|approved|issued|given|processed|allowed|permitted|provided|refunded|returned|reimbursed|credited|paid out|paid back|going through)(?= ?[*"”)]*(?:[.,;!?]|$)| (?:yet|at th|for |because|due|after|since|as |right now|now|any|to you|under|in this|on this|here|until))/iu;

/** Whether what follows a text belongs to a word that begins before it, and means something else. */
export const isPrefixed = (before: string): boolean => PREFIX.test(before.slice(-20));

/** Whether a text is of words that deny themselves: "not refundable", "no refund". Then they are meant so. */
export const saysDenial = (text: string): boolean =>
  text.search(DENIALS) !== -1 || /(?<!\p{L})non(?!\p{L})/iu.test(text);

/** Whether what follows a text is denied by the words right before it: "not €500", "instead of €500". */
export function isDeniedAtOnce(before: string): boolean {
  const near = before.slice(-80);
  return AT_ONCE.test(near) && !NONE.test(near);
}

/**
 * Whether `said` is denied by the clause that it stands in: "I can't refund …", "there is no …", "failed to be …", "… is not
 * possible". Two denials of one clause ("can't see why you would not get …") are none.
 */
export function isDenied(before: string, said: string, behind: string): boolean {
  if (isDeniedAtOnce(before)) return true;
  const after = behind.slice(0, REACH);
  if (BEHIND.test(after)) return true;
  const near = before.slice(-REACH);
  if (near.search(DENIALS) === -1) return false;
  const clause = clauseBefore(near, said, after);
  const denials = [...clause.matchAll(DENIALS)].filter(({ 0: word, index }) =>
    denies(clause.slice(0, index), word, clause.slice(index + word.length)),
  );
  return denials.length % 2 === 1;
}

function denies(ahead: string, word: string, rest: string): boolean {
  if (NOT_ONLY.test(rest) && !/^(?:can|could|will|would)/iu.test(word)) return false;
  if (ASKED.test(rest) && /n't$/iu.test(word)) return false;
  if (NO_MATTER.test(rest) && (/^no$/iu.test(word) || /^ (?:an?|any) /iu.test(rest))) return false;
  return !SUPPOSED.test(ahead) && !HARMLESS.test(rest) && !FOR_NOTHING.test(rest);
}
