/** What an agent may propose beside the matter, and the words of a golden that make it the matter after all. */
const asides: readonly (readonly [proposal: RegExp, matter: RegExp])[] = [
  [
    /\b(?:delete|erase|close|deactivate|terminate|disable|remove|cancel|wipe)d?\b[^,;]{0,40}\b(?:account|profile|data|membership|subscription)\b|\b(?:account|profile|data|membership|subscription) (?:has been|was|is) (?:now )?(?:deleted|erased|closed|deactivated|terminated|disabled|removed|cancell?ed|wiped)\b/,
    /delet|eras|clos|deactivat|terminat|disabl|remov|cancel|unsubscri|wipe|privacy|leave/,
  ],
  [
    /\bcancel(?:l?ing|l?ed)?\b/,
    /cancel|refund|return|money|exchang|replac|book|chang|resched|switch|modif|stop|end|terminat|clos|reimburs|duplicate|wrong|different|mistake/,
  ],
];

/** The user wants something back, mended or told, and nothing more. */
const settlesAMatter =
  /refund|return|money back|cancel|reimburs|complain|broke|defect|damag|password|locked|log ?in|track|where is|status|lost|missing/;
const spends = new RegExp(
  "\\b(?:to|i|we|and|you) (?:now )?(?:buy|purchase|subscribe|upgrade|enrol|enroll|donate|pay|sign (?:you )?up)\\b|" +
    "\\b(?:charge|bill|debit)(?:d|ed)? (?:your|you|the card|\\p{Sc})",
  "u",
);
const spending =
  /\bpay|charg|\bbill|\bfees?\b|\bcost|\bbuy|\bpurchase (?:a|the|an)\b|\bbook|upgrad|subscri|renew|chang|modif|exchang|replac|\bcard\b|invoice|donat|ship|deliver|reserv|\bbags?\b|\bseats?\b|\bto order\b|sign up/;

/** "Shall I not …?" */
const undoes = /\b(?:shall|should|may|can) (?:i|we) not\b|\bdo(?:es)? not want (?:me|us) to\b/;

/**
 * Whether what a clause proposes, or reports, is none of what the user wants: to close an account or to buy something
 * where the matter is a refund. `wanted`: normalised, all that the golden says that the user wants and should get.
 */
export function isUnwanted(text: string, wanted: string): boolean {
  if (undoes.test(text)) return true;
  if (asides.some(([proposal, matter]) => proposal.test(text) && !matter.test(wanted))) return true;
  return spends.test(text) && settlesAMatter.test(wanted) && !spending.test(wanted);
}
