/** Words that ask somebody to agree, in a few languages. */
const ASKS = new RegExp(
  [
    String.raw`\b(?:shall|should|may|can|could) (?:i|we) (?:now |please |also |then )?(?!have\b|get\b|ask\b|help\b|assist\b|take your\b|know\b|see\b)\p{L}`,
    String.raw`\b(?:shall|should|may) (?:i|we) ?\?`,
    String.raw`\b(?:would|do) you (?:like|want|wish|prefer|agree|approve|consent|confirm|authori[sz]e)`,
    String.raw`\b(?:want|like|wish) me to\b`,
    String.raw`\b(?:do|would|will) you (?:mind|object)\b|\bany objections?\b`,
    String.raw`\b(?:go ahead|proceed|yes or no|yes\/no|your (?:approval|consent|confirmation|go-ahead)|if (?:you agree|that's ok|that is ok))\b`,
    String.raw`\b(?:is|are|does|do|would) (?:that|this|it|these|everything|all) (?:be )?(?:ok|okay|all right|alright|correct|right|fine|good|work|sound|look)`,
    String.raw`(?<=^|[.!?,:;)–—-]\s{0,3}|\n\s{0,3})(?:is that |sounds? |all )?(?:ok|okay|alright|all right|agreed|deal|good|fine|right)\s?\?`,
    String.raw`\blet me know (?:if|whether|which)\b`,
    String.raw`\b(?:approve|authori[sz]e)\b`,
    // "Please confirm", but not "please confirm your order number".
    String.raw`\bconfirm(?:ation|ed)?\b(?! (?:your|the|an?) (?:\S+ ){0,3}?(?:number|id|email|e-mail|name|address|phone|birth|identity|account|zip|code)\b)`,
    String.raw`\b(?:soll ich|möchten sie|möchtest du|einverstanden|bestätigen|dois-je|voulez-vous|confirmez|souhaitez|desea|quiere|confirma|deseja|posso|vuole|wilt u|zal ik)\b`,
  ].join("|"),
  "iu",
);

/** Whether a text asks to agree to something, rather than for a detail. */
export const asksToAgree = (text: string): boolean => ASKS.test(text.normalize("NFKC").replace(/[’‘]/g, "'"));
