import type { ConversationalGolden } from "../../../golden/conversational-golden.js";
import { normalise } from "../agenda/normalise.js";
import type { SaidLine } from "./user-fault.js";
import { plainOf } from "./repetition.js";

const record = "(?:order|account|booking|reservation|refund|request|ticket|case|subscription|payment|flight)";
const did =
  "(?:processed|refunded|cancell?ed|issued|updated|looked up|initiated|escalated|located|pulled up|reviewed|forwarded)";

/** What an assistant says and a person who wants something of it does not. Of normalised text. */
const patterns: readonly RegExp[] = [
  /\bhow (?:can|may|could|might) (?:i|we) (?:best )?(?:help|assist|be of (?:help|assistance|service))\b/,
  /\banything else (?:that )?(?:i|we) (?:can|could|may) (?:help you|assist you|do for you|help with|assist with)\b/,
  /\bwhat (?:can|may) (?:i|we) (?:help you with|assist you with|do for you)\b/,
  /\b(?:i|we) (?:am|are|would be|will be)(?: (?:very|more than|always))? (?:happy|glad|here|pleased|delighted) to (?:help|assist)(?: you)?\b/,
  /\b(?:as|i am) an? (?:ai|(?:ai |large )?language model|(?:virtual|ai|customer service|customer support|support|digital) (?:assistant|agent|representative))\b/,
  /\bthank(?:s| you) for (?:contacting|choosing|your (?:purchase|loyalty))\b/,
  new RegExp(
    `\\b(?:let me|i will|allow me to|i can) (?:look up|pull up|look into|process|check on|locate) your ${record}\\b`,
  ),
  new RegExp(`\\b(?:i|we) (?:have|had)(?: now| just| successfully| already)? ${did} your\\b`),
  new RegExp(`\\byour ${record} (?:has|have) been (?:successfully )?${did}\\b`),
  /\b(?:can|could|would|will|may|please)(?: you)?(?: please)? (?:provide|share|confirm|verify|give me|tell me) (?:me )?(?:with )?your (?:order|account|booking|reservation|email|confirmation|customer|phone) /,
  /\b(?:i|we) can (?:certainly |definitely |gladly |absolutely )?(?:help|assist)(?: you)? with (?:that|this|it|your)\b/,
  /\b(?:what is|(?:may|can|could) i (?:have|get)|(?:provide|give|tell) me) your (?:account|order|booking|reservation|customer|member|membership|confirmation|card) (?:number|id|code)\b/,
  /\b(?:i|we) (?:have|had)(?: now| just| successfully| already)? (?:transferred|(?:re)?booked|(?:re)?scheduled|changed|cancell?ed|refunded|credited|updated|upgraded|added|processed|submitted|completed|resolved)\b[^.?!]{0,60} for you\b/,
  /^(?:assistant|agent|support|representative|bot|ai) ?:/,
  // German, French, Spanish, Italian, Portuguese, Dutch
  /\bwie (?:kann|darf) ich (?:ihnen|dir) (?:heute |weiter)?(?:helfen|behilflich)/,
  /\bcomment puis-?\s?je vous aider\b/,
  /\b(?:en qué|como|cómo) (?:puedo|le puedo|te puedo) ayudar/,
  /\bcome posso (?:aiutar|esserle)/,
  /\b(?:como|em que) posso (?:ajudar|ajudá)/,
  /\b(?:hoe|waarmee) kan ik (?:u|je) (?:vandaag )?(?:helpen|van dienst)/,
];

/** What a person says, too, whom the assistant has asked to look for something. */
const looks =
  /\b(?:i will|let me|i can|allow me to) (?:just |quickly |gladly )?(?:check|look|find|verify|process|pull|see|arrange|take care|handle|sort)\b[^.?!]{0,40} for you\b/;
const asked = /\b(?:check|look|find|verify|read|see|try|confirm|provide|send|give|tell|share|locate|have|know)\b/;

/** Where a line speaks as the assistant: the words that do. Null: it does not. */
export function flipIn({ say, golden, turns }: SaidLine): string | null {
  const text = normalise(say.replace(/["“«][^"“«”»]*["”»]/g, " "));
  for (const pattern of patterns) {
    const words = pattern.exec(text)?.[0];
    if (words !== undefined && !own(golden).some((each) => pattern.test(each))) return words;
  }
  const heard = turns.findLast(({ role }) => role === "assistant")?.content ?? "";
  const searching = looks.exec(text)?.[0];
  if (searching !== undefined && !asked.test(normalise(heard)) && !own(golden).some((each) => looks.test(each)))
    return searching;
  const same = plainOf(heard) === plainOf(say) && say.trim().split(/\s+/).length >= 5;
  return same ? say.trim() : null;
}

/** What the golden itself has its user say. */
const own = ({ scenario, opening = "", goals = [] }: ConversationalGolden): readonly string[] =>
  [scenario, opening, ...goals.map(({ say }) => say)].map(normalise);
