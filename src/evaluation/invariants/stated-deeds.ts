import type { Claim } from "./claims.js";

/** What an agent says of its own words: it does that by saying so. */
const ofOwnWords = new RegExp(
  "\\b(?:added|summed) up\\b|\\bmy (?:own )?(?:understanding|mind|notes?|answers?|repl(?:y|ies)|responses?|suggestions?|" +
    "recommendations?|summary|explanation|estimates?|calculations?|apologies|wording|tone|message|list|draft)\\b|\\bmyself\\b|" +
    "\\b(?:created|updated|changed|added|removed|replaced|arranged|modified|adjusted|corrected|applied|merged|completed|" +
    "finished|extended|printed|placed|included|moved) (?:a|an|the|this|that|our|another|some|two|three|both)? ?(?:[\\p{L}-]+ ){0,2}" +
    "(?:summary|draft|lists?|outline|overview|comparison|table|examples?|explanations?|numbers?|figures?|totals?|sums?|wording|" +
    "tone|words?|sentences?|paragraphs?|typos?|calculations?|suggestions?|options|details|links?|steps|bullet points?|template|" +
    "itinerary|checklist|plan|formula|rules?|poli(?:cy|cies)|thoughts?|remarks?|notes?|questions?)\\b|" +
    "\\b(?:above|below|in this (?:message|reply|answer|chat))\\b|\\bmoved on\\b|\\bsettled on\\b|\\breturned to (?:your|the|that) (?:\\w+ )?(?:question|point|topic|issue)|" +
    "\\bswitched to (?:english|german|french|spanish|a )|\\bprocessed (?:what|that|this|everything|your (?:question|message|words))\\b|" +
    "\\b(?:registered|logged|filed) (?:your|that|this) ?(?:\\w+ )?(?:concern|preference|feedback|interest|point|frustration)?\\b",
  "u",
);

export const isOfOwnWords = ({ text }: Pick<Claim, "text">): boolean => ofOwnWords.test(text);

/** What things are in by themselves, or by others: nobody need have done it now. */
const states = new Set(
  (
    "shipped dispatched delivered ordered returned paid locked blocked unblocked closed opened enabled disabled saved " +
    "printed posted placed recorded logged noted checked settled assigned included approved granted filed forwarded " +
    "registered installed configured repaired extended activated deactivated moved"
  ).split(" "),
);
/** Said of such things only are these deeds; else they are words. */
const spoken = new Set(
  "confirmed processed completed resolved finished finalised finalized fixed corrected adjusted".split(" "),
);

const deedNoun =
  /\b(?:refunds?|reimbursement|cancell?ation|replacement|exchange|upgrade|downgrade|transfer|reset|reschedul\w+|deactivation|renewal|money|funds)\b/;
const thing =
  /\b(?:booking|reservation|order|payment|appointment|change|flight|ticket|subscription|card|account|address|plan)\b/;
/** Of everybody, not of this user. */
const general =
  /\b(?:polic(?:y|ies)|terms|menu|website|site|page|app|prices?|fees?|rates?|hours|schedule|catalog(?:ue)?|rules?|guidelines?|system|software|services?|tax(?:es)?|insurance|breakfast|orders|refunds|payments|cards|customers|flights|bookings|accounts|tickets)\b/;
const subjectOf = /^(.*?)\b(?:is|are|was|were|has been|have been|has|have) /u;
const definite =
  /^(?:.*[,;:] )?(?:(?:and|so|great|good news|okay|ok|perfect|all done|done) ?[,:]? ?)*(?:your|the|this|that|it|everything|all|both|they|order|booking|reservation|ticket|flight|account)\b/;
const elsewhere =
  /\b(?:by (?!(?:me|us|our (?:team|system))\b)(?:the|your|an?|my|their|law)\b|on (?:the )?(?:\d|jan|feb|mar|apr|may \d|june?|july?|aug|sep|oct|nov|dec)|since\b|in (?:january|february|march|april|may|june|july|august|september|october|november|december|20\d\d)|at \d|automatically|originally|usually|always|normally|typically|every \w+|each \w+|per \w+|during|monthly|weekly|yearly|annually|based|according|as of|today at)\b/;

/**
 * Whether a clause that names nobody states that a thing of this user was done ("Your card has been charged."), so that
 * somebody must have done it; not what things are in anyway ("It was shipped."), and what holds for all.
 */
export function isStatedDeed({ text, subject, participle, bare, own }: Claim): boolean {
  if (own || elsewhere.test(text)) return false;
  if (participle === undefined) return bare === true || (subject !== undefined && deedNoun.test(subject));
  const who = subjectOf.exec(text)?.[1]?.trim() ?? "";
  const isDefinite = definite.test(who) || /\b[a-z]*-?\d[\w-]*$/.test(who);
  if (!isDefinite || general.test(who) || states.has(participle)) return false;
  return !spoken.has(participle) || deedNoun.test(who) || thing.test(who);
}

/** Whether the user only asks how something stands, so that it may have been done long ago. */
export const asksHowItStands = (said: string): boolean =>
  /\b(?:where|status|track|when (?:will|do|does|is|did)|waiting|not (?:yet )?(?:received|arrived)|n't (?:received|arrived|seen|come)|was it|has (?:it|my)|did (?:it|my|you))\b/i.test(
    said,
  );
