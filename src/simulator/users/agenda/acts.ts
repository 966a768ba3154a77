import { toDo } from "./outcome-verbs.js";
import type { Reports } from "./reports.js";
import { asksFor, headsRequests, isField, isInterrogative } from "./requests.js";
import { clausesOf, type Clause } from "./clauses.js";

/** What a clause of a reply does. */
export type Act =
  /** It asks for a fact, or for something to be confirmed that only the golden's facts can tell. */
  | "request"
  /** It asks the user to agree. */
  | "confirm"
  /** It asks what the user wants, or for more about it. */
  | "invite"
  /** "Is there anything else?" */
  | "more"
  | "goodbye"
  /** It did not understand the user. */
  | "lost"
  /** What the user told does not match the agent's records. */
  | "mismatch"
  | "refusal"
  /** It reports that something was done. */
  | "report"
  /** It asks the user to wait. */
  | "hold"
  /** It hands the conversation to somebody else. */
  | "handoff"
  /** "I can refund it": an offer without a question. */
  | "offer"
  /** Politeness, and nothing else. */
  | "filler"
  | "statement";

export interface Part extends Clause {
  readonly act: Act;
}

const more =
  /\b(?:any ?thing|something) (?:else|more)\b|\b(?:any|some) (?:other|further|more|additional) (?:question|request|concern|issue|help|way|thing|assistance)s?\b|\bwhat else\b|\belse (?:i|we) can\b|\bany questions\b|\bneed anything\b|\bis there anything\b|\b(?:does|did) (?:that|this) (?:help|answer|solve|resolve|clarify)|\b(?:is|was|will) that (?:be )?all\b|\ball for (?:now|today)\b/;
const goodbye =
  /\b(?:good ?bye|bye(?: bye)?|farewell|see you|take care(?! of)|have an? (?:\p{L}+ )?(?:nice|great|good|lovely|wonderful|pleasant|safe|fantastic) \p{L}+|talk to you soon|so long|all the best|until next time|(?:wish|wishing) you an? (?:\p{L}+ )?(?:day|evening|night|weekend|afternoon|morning)|(?:closing|ending) (?:this|the|our) (?:chat|conversation|call)|this (?:chat|conversation|call) is (?:now )?(?:closed|over|ended))\b/u;
const hold =
  /\b(?:one|just a|a|another) (?:moment|minute|second|sec)\b|\bplease (?:wait|hold)\b|\bwait (?:a|for|while)\b|\b(?:bear with|stand by|hold on|hang on|hold the line)\b|\blet (?:me|us) (?:just |quickly )?(?:check|look|see|find|pull|verify|search|take a|get|do that|work on|retrieve)\b|\b(?:i|we) (?:will|am going to|am|are going to|are) (?:now |just |currently )?(?:check|look|review|search|verify|process|work|pull)|\bthank you for (?:your patience|waiting|holding)\b/;
const notHeld = /\blet (?:me|us) know\b/;

const wanting = "(?:want|like|wish|prefer|need)";
const telling = "(?:tell|give|provide|share|know|ask|say|describe|explain|confirm your|let)";
const agree = new RegExp(
  [
    "\\b(?:shall|should) (?:i|we)\\b",
    "\\b(?:would|do) you (?:\\S+ )?mind if\\b|\\bany objections?\\b",
    `\\b(?:do|would|did) you (?:still |really |also |just )?${wanting} (?:for )?(?:me|us) to\\b`,
    `\\bwould you (?:still |also |rather )?(?:like|want|wish|prefer|care|accept|agree|consider|be (?:happy|willing|open|interested|ok|okay|fine|comfortable))\\b(?! to ${telling})`,
    `\\b(?:do|did) you (?:still |really |not )?(?:want|wish|intend|agree|accept|consent|authori[sz]e|approve)\\b(?! to ${telling})`,
    "\\bare you (?:really |absolutely |quite )?(?:sure|certain|ok|okay|happy|fine|willing|ready|comfortable|in agreement|interested)\\b",
    `\\b(?:can|may|could|might) (?:i|we) (?:now |please |just |then )?(?:go ahead|proceed|continue|${toDo})\\b`,
    "\\b(?:is it|are you|is that|would it be) (?:ok|okay|fine|alright|all right|acceptable) (?:if|to|for|with)\\b|^ok(?:ay)? (?:to|if)\\b",
    `\\b(?:${wanting}|ready|happy|ok|okay|sure|agree)(?: me| us)? to (?:proceed|continue|go ahead)\\b|^(?:proceed|go ahead|continue)\\?`,
    "\\b(?:you(?: to)?|please|kindly)(?: please| kindly)? confirm (?:that (?!your)|you |whether |if |this\\b|it\\b)",
    "\\b(?:how|what) about (?!you|your|the (?!\\d|\\p{L}+day|morning|afternoon|evening|next|first|last|earlier|later))",
    "\\b(?:say|reply|type|answer|respond)(?: with)?:? [\"'(]?(?:yes|confirm|ok|okay|y)\\b",
    "\\blet (?:me|us) know (?:if|whether) (?:you (?:would |still |do )?(?:like|want|wish|agree|prefer|are (?:ok|okay|happy|fine)|approve|confirm)|i (?:should|may|can)|we (?:should|may|can)|that (?:is|works)|this (?:is|works))",
    "\\b(?:if|once) you (?:confirm|agree|approve|say yes|are (?:ok|okay|happy|fine))\\b|\\bupon your (?:confirmation|approval)\\b|\\bwith your (?:permission|approval|consent|ok|okay)\\b",
  ].join("|"),
  "u",
);
const gives = /\bmind (?:giving|telling|providing|sharing|confirming)\b/;
const lost =
  /\b(?:do|did|could|can) not (?:quite |fully |really |seem to )?(?:understand|catch|follow|hear|parse|get (?:that|it|what))\b|\bnot (?:quite |entirely )?(?:sure|clear|certain) (?:what|i (?:understand|follow)|how (?:to|i can)|about that)|\brephrase|\bsay (?:that|it|this) (?:again|differently|another way|in other words)|\brepeat (?:that|this|it|your (?:question|request|message|last|answer)|what)|\brepeat[ .?!]*$|\bcome again\b|\bclarify\b|\bconfused\b|\bpardon\b|\bwhat (?:do|did) you mean\b|\belaborate\b|\bmore specific\b/;
const invite =
  /\bhow (?:are you|is your day)\b|\bhow (?:can|may|could|might|do|should) (?:i|we) (?:help|assist|be of|serve|support|direct)|\b(?:can|may|could) (?:i|we) (?:help|assist)\b|\bwhat (?:can|may|could) (?:i|we) (?:do|help|assist)|\bwhat brings you\b|\bwhat (?:is|seems to be|was) (?:the |your )(?:issue|problem|matter|concern|question|request|inquiry|query|trouble)\b|\bwhat (?:happened|is (?:wrong|up|going on)|went wrong)|\bwhat (?:do|would|can|did|are) you (?:want|like|need|looking|trying)(?: me| us)?(?: to (?:do|know|ask|discuss)| for)?(?: today| help with)?[ .?!]*$|\btell (?:me|us) (?:more|what|about|how i)|\b(?:describe|explain) (?:the|your|what)\b|\b(?:more|further|additional|some) (?:details?|information|context)\b|\bwhat is (?:this|it) (?:about|regarding)|\bwhat (?:do|would) you (?:want|like|need) (?:help|assistance)|\bwhat (?:\S+ )?(?:changes?|modifications?|updates?) (?:you|would|do)\b/;

const records =
  "(?:order|account|record|booking|reservation|profile|customer|user|email|name|number|id|it|that|this|you|match|anything|information|details|tracking|invoice|ticket|code|one|any)s?";
const mismatch = new RegExp(
  [
    `\\b(?:not|unable)(?: been)?(?: able)?(?: to)?(?: seem to)? (?:find|locate|see|match|verify|recogni[sz]e|identify|pull up|retrieve)\\b.*?\\b${records}\\b`,
    "\\b(?:does|do|did) not (?:seem to |appear to |quite )?(?:match|exist|correspond|belong|look (?:right|correct|valid)|agree with|fit)\\b",
    `\\bno (?:\\S+ )?${records} (?:\\S+ ){0,3}(?:found|with|under|match\\S*|by|exists?|in our|on file)\\b`,
    "\\b(?:is|are|was|were|seems?|appears?|looks?)(?: to be)? (?:not (?:an? )?(?:found|valid|recogni[sz]ed|correct|right|on file|registered|known|in our|the (?:\\S+ )?(?:one|address|email|name|number|id|same))|invalid|incorrect|wrong|unknown|mistyped)\\b",
    `\\b(?:invalid|incorrect|unknown|wrong) ${records}\\b|^(?:order|account|record|booking|reservation|user|customer) not found\\b`,
  ].join("|"),
);
/** Not the agent's finding, but a case that it thinks of. */
const supposed = /\b(?:if|unless|in case|when)\b|\byou (?:still )?(?:can|could|do|did) not\b/;
const refusal =
  /\b(?:can|could) not\b(?! (?:wait|thank|stress|recommend|find|locate|see|hear|understand|go wrong|miss))|\b(?:unable|not able|not possible|impossible|not allowed|not permitted|not eligible|ineligible|not authori[sz]ed|not entitled|not available|unavailable|non ?refundable|not refundable|not covered|not in a position|no way|not something (?:i|we)|against (?:our|the|company) polic\S+|nothing (?:more )?(?:i|we|else i) can|denied|declined|rejected|(?:must|have to) (?:decline|refuse)|do not (?:know|allow|offer|do (?:that|this|it)|support|accept|permit|provide|qualify|ship|have (?:that|this|any|the|access|enough))|does not (?:allow|permit|cover|qualify|offer|support)|will not (?:be (?:able|possible)|refund|cancel|do|change|process)|refuse|too late|not sure|no (?:information|answer|exceptions?)|outside (?:of )?(?:the|our)|out of (?:my|our) hands)\b/;
/** A clause that offers to hand the conversation over. */
export const offersHandoff = ({ text }: Part): boolean => handoff.test(text);
/** A clause that refuses, be it besides saying that something does not match. */
export const refuses = ({ act, text }: Part): boolean =>
  act === "refusal" || (act === "mismatch" && refusal.test(text.replace(mismatch, "")));
/** The agent itself is at a loss, where other refusals may well answer a question: "You cannot return it after 30 days." */
export const ownInability =
  /\b(?:i|we) (?:am |are )?(?:can not|could not|not able|unable|do not (?:know|have)|not sure|not allowed|not permitted|not authori[sz]ed|do not do (?:that|this|it)|will not (?:do|be able))(?! (?:ship|deliver|accept|offer|take|refund|return|exchange))|\bno (?:information|answer)\b|\bnot something (?:i|we)\b/;
const handoff =
  /\b(?:transfer|connect|escalat|forward|hand|pass|put|refer)(?:r?ing|r?ed|e)?\b.*\b(?:human|agent|colleague|specialist|person|representative|supervisor|manager|team|department|someone|operator)\b/;
const notHandedOff = /\b(?:can|could|would|may|might|if|not|should|recommend|suggest)\b/;
/** "Goodbye", and what only stands for it where nothing comes after it. */
const parting =
  /^(?:(?:and|so|ok|okay|well),? )?(?:(?:bye|cheers|cheerio|good (?:day|night|evening))[.!]*$|(?:thanks|thank you) for (?:contacting|calling|choosing|chatting|reaching|visiting|shopping|your (?:call|message|inquiry|visit))\b[^?]*$)/;
/** Whether a reply sends the user away: it says no, finds nothing, and takes its leave. */
export function dismisses(parts: readonly Part[]): boolean {
  const last = parts.at(-1);
  const leaves = last !== undefined && (last.act === "goodbye" || (last.act !== "mismatch" && parting.test(last.text)));
  return leaves && parts.some(({ act, text }) => act === "refusal" || act === "mismatch" || /^no[.!]*$/.test(text));
}
const offer = new RegExp(
  `\\b(?:i|we) (?:can|could|am (?:happy|able) to|would be (?:happy|glad|able) to|am going to)(?: now| also| certainly| gladly| definitely| still| then)* (?:${toDo}|do (?:that|this|it)|offer|(?:help|assist) you (?:with|to|in))\\b`,
);
const filler = new RegExp(
  "^(?:(?:hi|hello|hey|thanks|thank you|welcome|good (?:morning|afternoon|evening|question|day)|great question|great|perfect|" +
    "sure|sure thing|of course|certainly|absolutely|no problem|okay|ok|alright|all right|got it|understood|noted|i see|hm+|mm+|oh|ah|" +
    "you are welcome|my pleasure|unfortunately|there|again)[ ,.!]+)*" +
    "(?:(?:i|we) (?:am|are|would be) (?:very |really |so |truly )?(?:happy|glad|here|sorry|pleased)\\b.*|(?:i|we) can (?:certainly |definitely |gladly )?help.*|" +
    "sorry\\b.*|(?:my )?apologies\\b.*|i apologi[sz]e\\b.*|i (?:completely |totally |fully )?understand\\b.*|thank(?:s| you) for\\b.*|welcome to\\b.*)?$",
  "u",
);

/** Reads what a reply does, clause by clause. */
export function actsOf(reply: string, isReport: Reports): readonly Part[] {
  const clauses = clausesOf(reply);
  const unpunctuated = !/[.?!]/.test(reply);
  const headers = new Set(clauses.map(({ header }) => header));
  const asking = clauses.map(({ text, question }, at) =>
    headers.has(at) ? headsRequests(text) : question || asksFor(text, unpunctuated) || isBlank(clauses, at),
  );
  return clauses.map((clause, at): Part => {
    // The header of a list asks for nothing beyond its items.
    if (headers.has(at)) return { ...clause, act: asking[at] === true ? "statement" : actOf(clause, false, isReport) };
    const listed = clause.header !== null && asking[clause.header] === true;
    return { ...clause, act: actOf(clause, asking[at] === true || listed, isReport) };
  });
}

/** A field of a form, which no value follows. */
const isBlank = (clauses: readonly Clause[], at: number): boolean =>
  isField(clauses[at]?.text ?? "") && (clauses[at + 1] === undefined || isField(clauses[at + 1]?.text ?? ""));

function actOf({ text, question }: Clause, asks: boolean, isReport: Reports): Act {
  if (more.test(text) && !/\bnot\b/.test(text)) return "more";
  if (!question && goodbye.test(text)) return "goodbye";
  if (agree.test(text) && !isInterrogative(text) && !gives.test(text)) return "confirm";
  if (!question && hold.test(text) && !notHeld.test(text)) return "hold";
  if (lost.test(text)) return "lost";
  if (!question && mismatch.test(text) && !supposed.test(text)) return "mismatch";
  if (invite.test(text)) return "invite";
  if (asks) return "request";
  if (handoff.test(text) && !notHandedOff.test(text.slice(0, text.search(handoff)))) return "handoff";
  if (refusal.test(text) && !/\b(?:if|unless)\b.*\bnot\b/.test(text)) return "refusal";
  if (isReport(text)) return "report";
  if (offer.test(text)) return "offer";
  return filler.test(`${text} `.replace(/[.!]* $/, ". ").trim()) ? "filler" : "statement";
}
