/** What makes another word of the one that it is hyphenated to: "non-refundable". */
const PREFIX = /(?<![\p{L}\p{N}])(?:non|un|anti|pseudo)-$/iu;
/** What denies the words that follow it at once, but for an article or the like. */
const DENIAL =
  /(?<![\p{L}])(?:not|never|no longer|\p{L}+n't|cannot|instead of|rather than|neither|without|non)(?: (?:a|an|the|your|our|their|any|be|been|being|exactly|quite|actually|really|currently|for|of|is))*[ "“(*`]*$/iu;
/** What looks like a denial and is none. */
const NONE = /(?<!\p{L})(?:if|why|whether or|or|is it|do you|don't you|aren't you) not\P{L}*$/iu;

/** Whether what follows a text belongs to a word that begins before it, and means something else. */
export const isPrefixed = (before: string): boolean => PREFIX.test(before.slice(-20));

/** Whether what follows a text is denied by the words right before it: "not €500", "instead of €500". */
export function isDenied(before: string): boolean {
  const near = before.slice(-80);
  return DENIAL.test(near) && !NONE.test(near);
}
