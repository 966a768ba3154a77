import { normalise } from "./normalise.js";

/** What agents do for people: infinitive and, where it is not regular, participle. */
const verbs =
  "refund|cancel/cancelled|cancel/canceled|book|rebook|update|change|send/sent|resend/resent|ship|process|issue|complete|" +
  "create|add|remove|replace|arrange|schedule|reschedule|submit|place|reset/reset|upgrade|downgrade|return|credit|reimburse|" +
  "extend|renew|apply|activate|deactivate|unlock|lock|delete|close|transfer|resolve|fix|register|enrol|enroll|subscribe|" +
  "unsubscribe|open|approve|grant|waive|modify|adjust|correct|switch|swap|exchange|pay/paid|charge|order|reserve|confirm|" +
  "set up/set up|put through/put through|file|log|record|save|block|unblock|restore|enable|disable|assign|forward|deliver|" +
  "dispatch|redeem|release|revoke|install|configure|repair|move|merge|print|email|mail|post|finish|finalise|finalize|settle|take care of/taken care of";

const pairs = verbs.split("|").map((entry): readonly [string, string] => {
  const [base = "", participle] = entry.split("/");
  return [base, participle ?? participleOf(base)];
});

/** The participle of a regular verb. */
export function participleOf(base: string): string {
  if (base.endsWith("e")) return `${base}d`;
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ied`;
  return /(?:ship|log|swap|transfer|enrol)$/.test(base) ? `${base}${base.slice(-1)}ed` : `${base}ed`;
}

const alternatives = (words: readonly string[]): string => [...new Set(words)].join("|");
/** Infinitives, as alternatives of a regular expression. */
export const toDo = alternatives(pairs.map(([base]) => base));
/** Participles, likewise. */
export const done = alternatives(pairs.map(([, participle]) => participle));

const common = new Set(pairs.map(([, participle]) => participle));
const noOutcome =
  /^(?:agreed|asked|wanted|needed|verified|checked|expected|told|said|refused|declined|denied|rejected|indeed|need|speed|feed|exceed|proceed|succeed|agreed|red|bed|unused|allowed|based|related|used|supposed|called|mentioned|supposed|looked|broken|damaged|missed|delayed|received|purchased|bought)$/;

/** The participles of a sentence on what should come of a conversation: "The mug is engraved." gives "engraved". */
export const outcomesIn = (text: string): readonly string[] =>
  [...normalise(text).matchAll(/\b\p{L}{2,}ed\b/gu)]
    .map(([word]) => word)
    .filter((word) => !noOutcome.test(word) && !common.has(word));
