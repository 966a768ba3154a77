/**
 * What a user answered to a proposal. `unclear` is neither: a question, a detail, or words that only a reader who
 * understands them can decide.
 */
export type Reply = "consent" | "refusal" | "unclear";

const words = (...patterns: string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}'])(?:${patterns.join("|")})(?![\\p{L}\\p{N}'])`, "u");

const CONSENT = words(
  "yes|yeah|yep|yup|sure|ok|okay|alright|absolutely|definitely|certainly|of course|exactly|agreed?|approved?|confirm(?:ed)?",
  "go (?:ahead|for it)|proceed|please do|do (?:it|so|that)|let's (?:do|go|proceed)|why not|(?:sounds|looks) (?:good|great|right|fine)",
  "that works|works for me|(?:that|it|this)(?:'s| is) (?:fine|ok|okay|good|right|correct|perfect|great)",
  "ja|gerne|einverstanden|oui|d'accord|sí|claro|vale|de acuerdo|sim|sì|va bene|prego",
);
/** Outweighs a "no" before it, which then answered something else: "No, that's all, go ahead." */
const CLEAR_CONSENT = words(
  "yes|yeah|yep|go (?:ahead|for it)|proceed|please do|do (?:it|so)|confirm(?:ed)?|sure|of course",
);
/** Words of consent that are none here: "not sure", "isn't correct", "are you sure". */
const NO_CONSENT = /(?:(?<!\p{L})not|n't) (?:so |quite |really |very )?\p{L}+|(?:are you|make|be|for) sure/gu;
const BARE_NO = words("no|nope|nah|no,? (?:thanks|thank you|sir|madam|please)|nein|non|nee|não");
const NOTHING_ELSE = words(
  "(?:that's|that is|that'll be|that will be) (?:all|it|everything)|nothing else|all good",
  "(?:that's|that is|it's|looks|sounds) (?:fine|correct|right|good|okay|ok|great)",
);
const HELD_BACK = words(
  "not (?:yet|now|today|that|this|those|these|okay|ok|correct|right|going to)",
  "(?:absolutely|definitely|certainly|of course|please|better|probably|rather|maybe|preferably) not",
  "(?:refuse|decline|disagree|object)|changed my mind|rather (?:you )?(?:didn't|did not)|(?:don't|do not) think so",
  "let me think|think about it|hold (?:on|off)|hang on|never ?mind|forget (?:it|about it|that)|leave it",
  "(?:said|say|saying|answer is|that's a|it's a) no|lieber nicht|auf keinen fall|noch nicht|pas encore|todavía no|ahora no",
);
const DOUBT =
  /(?<!\p{L})not (?:so |quite |really |very )?(?:sure|interested|comfortable|happy|convinced)(?: (?:about|with|in|of) (?:that|this|it))?(?: yet)?$/u;
/** A clause that begins so calls a halt, unless halting is what the tool does. */
const HALT =
  /^(?:please |no |oh |but )*(wait|stop|cancel|abort)(?: (?:that|it|this|please|now|there|a (?:moment|minute|second|sec)))*$/u;
const NEGATION =
  /(?<![\p{L}])(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|won't|will not|would not|wouldn't|nicht)(?![\p{L}])(.*)$/u;

/** Reads an answer to the proposal to call `tool`, mostly in English. Negation goes before consent: "yes, but not that one". */
export function readReply(text: string, tool: string): Reply {
  const plain = text.normalize("NFKC").toLowerCase().replace(/[’‘`]/g, "'").replace(/\s+/g, " ").trim();
  const clauses = plain
    .split(/[.,;:!?()\n–—]+|(?<!\p{L})(?:but|however|although|aber|mais|pero)(?!\p{L})/u)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== "");
  const verb = verbOf(tool);
  if (clauses.some((clause) => isRefusal(clause, verb))) return "refusal";
  const [first = "", ...rest] = clauses.map((clause) => clause.replace(NO_CONSENT, ""));
  if (isOnly(first, BARE_NO)) {
    if (rest.some((clause) => CLEAR_CONSENT.test(clause))) return "consent";
    return rest.some((clause) => NOTHING_ELSE.test(clause)) ? "unclear" : "refusal";
  }
  return [first, ...rest].some((clause) => CONSENT.test(clause)) ? "consent" : "unclear";
}

const isOnly = (clause: string, pattern: RegExp): boolean =>
  clause.replace(pattern, "").trim() === "" && pattern.test(clause);

function isRefusal(clause: string, verb: string): boolean {
  const halt = HALT.exec(clause)?.[1];
  if (halt !== undefined && halt !== verb) return true;
  if (DOUBT.test(clause)) return true;
  if (HELD_BACK.test(clause) && !/why not/.test(clause)) return true;
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

/** `refund` of `refund_order`, `refundOrder` or `orders.refund_order`. */
export const verbOf = (tool: string): string =>
  (/[^./:]*$/.exec(tool)?.[0] ?? tool)
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_\-\s]+/)[0] ?? "";
