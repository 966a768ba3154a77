const lead =
  "(?:(?:and|so|ok|okay|great|perfect|thanks|thank you|sorry|well|first|firstly|now|also|then|alright|all right|hi|hello|hey|sure|but|or|just|next|finally|lastly|additionally|to start|in that case|for security|before (?:i|we) (?:do that|proceed|continue|start|begin)),? )*";
const aux = "(?:is|are|was|were|do|does|did|can|could|would|should|will|shall|may|might|have|has)";

const interrogative = new RegExp(
  `^${lead}(?:(?:to|for|from|in|on|at|by|with|of|under|until|about) )?(?:what(?! (?:a|about)\\b)|which|who|whom|whose|where|when|why|how(?! about\\b))\\b`,
);
const asksWithoutMark = new RegExp(
  `^${lead}(?:(?:what|who|whom|where|when|why|how)(?: \\S+){0,3}? ${aux}\\b|(?:how many|how much|which|what) \\S+(?: \\S+)? ${aux} (?:you|your|we|i|it|the)\\b|(?:can|could|would|will|shall|should|may|might|do|does|did|is|are|was|were)(?: not)? (?:you|i|we|it|that|this|there|your|the|these|they)\\b|have you\\b)`,
);
const anywhere = new RegExp(`\\b(?:what|which|who|where|when|how) ${aux}\\b|\\bhow many\\b`);
const bringing =
  "(?:provide|give|share|enter|tell|send|confirm|verify|specify|supply|type|state|include|let me know|let us know|reply with|respond with|remind|furnish (?:me|us)|list|quote|fill in|submit|name(?= (?:your|the|an?)\\b))";
const imperative = new RegExp(
  `^${lead}(?:please |kindly )?${bringing}\\b|\\b(?:please|kindly) (?:also |just |first )?${bringing}\\b`,
);
const needs =
  /\b(?:i|we)(?: will| would| do)?(?: also| just| first| still| both| only| therefore)*(?: (?:need|require|want|like)(?: to (?:know|have|ask|verify|confirm|get|see)\b| (?:your|the|an?|some|both|you to)\b|: ?(?=\S))| (?:have to|must) (?:know|have|ask|verify|confirm|get|see)\b)/;
const withoutIt =
  /\b(?:without (?:your|the|an?)|until (?:i|we) (?:have|know|get)|(?:is|are) (?:required|needed|necessary|missing))\b/;
/** "Either your email or your zip works." */
const enough =
  /^(?:either |just )*(?:your|the|an?) .*\b(?:works?|will do|would do|suffices?|(?:is|would be|will be) (?:fine|enough|sufficient|ok|okay|great|good|helpful|all i need))[.!]*$/;
const bareRequest = /^(?:(?:\S+ ){1,5}|(?:your|the|an?|any) .*)please[.!]*$/;

/** A question by its word order. */
export const isInterrogative = (text: string): boolean => interrogative.test(text);

/** Whether a clause wants something of the user. `loosely`: the reply has no punctuation that would tell. */
export function asksFor(text: string, loosely: boolean): boolean {
  if ([imperative, asksWithoutMark, needs, withoutIt, enough, bareRequest].some((pattern) => pattern.test(text)))
    return true;
  return loosely && anywhere.test(text);
}

/** "Order number: ____": a field to be filled in. */
export const isField = (text: string): boolean => /^(?:\p{L}+ ){0,3}\p{L}+ ?: ?(?:[_.…]{2,}|\[[ _.]*\])?$/u.test(text);

/** Whether the header of a list asks for its items: "I'll need some details:". */
export const headsRequests = (text: string): boolean =>
  /\b(?:need|require|please|provide|share|tell|give me|let me know|confirm|could you|can you)\b/.test(text) &&
  !/\b(?:note|see|find|aware|here (?:is|are))\b/.test(text);
