import { clausesOf } from "../../simulator/users/agenda/clauses.js";
import { done, toDo } from "../../simulator/users/agenda/outcome-verbs.js";
import { reports } from "../../simulator/users/agenda/reports.js";
import { isOfOwnWords } from "./stated-deeds.js";

/** An agent says that something was done. */
export interface Claim {
  /** The clause, normalised. */
  readonly text: string;
  /** "refunded". Undefined: the deed is named by its noun, or by what was agreed to ("the refund went through", "done"). */
  readonly participle: string | undefined;
  /** What of the clause names the deed. Absent: all of it. */
  readonly subject?: string;
  /** It says "done", and not what. */
  readonly bare?: true;
  /** "I have …" rather than "it was …", which may tell of what somebody else did. */
  readonly own: boolean;
}

const participle = new RegExp(`\\b(${done})\\b`, "u");
const own = new RegExp(
  `\\b(?:i|we)(?: have)? (?:now |just |also |successfully |both |fully |gone ahead and |went ahead and )*(${done})\\b`,
  "u",
);
const together = new RegExp(`,? and (?:have |also |then )*(?=(?:${done})\\b)`, "u");

/** "the card that was charged": a thing is told from others, and nothing is reported. */
const relative = /\b(?:that|which|who) (?:was|were|is|are|has been|have been|had been|i|we|you) \S+/g;

/** What was done at another time was not done in this conversation. */
const past =
  /\b(?:last (?:week|month|year|night|\w+day)|yesterday|(?:days?|weeks?|months?|years?) ago|previously|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/;

/** What a reply reports as done. Questions, conditions and denials report nothing. */
export function claimsIn(reply: string): readonly Claim[] {
  const isReport = reports([]);
  return clausesOf(reply).flatMap(({ text: whole, question }): readonly Claim[] => {
    const text = whole.replace(relative, "");
    if (question || past.test(text) || !isReport(text)) return [];
    // "I have cancelled the order and sent you an email" reports two things.
    const isOwn = own.test(text);
    return text.split(together).flatMap((part): readonly Claim[] => {
      const found = own.exec(part)?.[1] ?? participle.exec(part)?.[1];
      return found === undefined ? [] : [{ text: part, participle: found, own: isOwn }];
    });
  });
}

/** What people do in words alone, so that saying so is doing it. */
const spokenDeeds = new Set(
  (
    "confirmed noted recorded logged saved processed completed resolved finished finalised finalized filed checked adjusted " +
    "opened corrected closed settled fixed moved recorded merged printed ordered assigned"
  ).split(" "),
);
export const needsTool = (claim: Claim): boolean =>
  claim.participle !== undefined && !spokenDeeds.has(claim.participle) && !isOfOwnWords(claim);

const over =
  "(?:complete|completed|done|finished|through|successful|all set|set|sorted|settled|taken care of|(?:already )?on (?:its|the|their) way(?: back)?)";
const isOver = `(?:is|are|was|were|has been|have been) (?:now |just |already |all |both |successfully )*${over}|(?:has |have )?(?:now |just |already )?(?:went|gone|came|come) through`;
const nominal = new RegExp(`^(.*?)\\b(?:${isOver})\\b`, "u");
const started =
  /\b(?:i|we)(?: have)? (?:now |just |also |already |successfully )*(?:initiated|started|triggered|made) (.*)$/u;
const bare = new RegExp(
  `^(?:[\\p{L} ]{0,20}[,!] ?)?(?:done\\b|all (?:set|done)\\b|consider it done\\b|you are all set\\b|success\\b)|\\b(?:${isOver})\\b`,
  "u",
);
const comingBack =
  /^(.*?\b(?:money|funds?|amount|refund|payment|credit))\b (?:is|are) (?:now |already )?(?:coming|heading|going)(?: back)? (?:to|into) /u;
/** "Refund: done". */
const noted = /^([\p{L} ]{3,40}?) ?(?::|-|–|=) ?(?:done|complete|completed|finished|sorted|successful)\b/u;
/** Says so where nobody has proposed anything. "You are all set" may be a farewell. */
const loud = /^(?:[\p{L} ]{0,20}[,!] ?)?(?:(?:all )?done(?=[.!, ]*$|[.!,] )|consider it done\b)/u;
const denied =
  /\b(?:not|never|no|none|nothing|once|when|if|unless|until|will|would|can|could|may|might|should|shall|fail(?:s|ed)?|please|after|before)\b/;

/**
 * Reports that name no deed by its participle. `agreedTo`: the user has just agreed to something that the agent proposed, so
 * that a bare "Done!" reports that; else the deed must be named before the verb ("the refund for A-1042 went through").
 */
export function nounClaimsIn(reply: string, agreedTo: boolean): readonly Claim[] {
  return clausesOf(reply).flatMap(({ text: whole, question }): readonly Claim[] => {
    const text = whole.replace(relative, "");
    if (question || denied.test(text) || past.test(text)) return [];
    if (agreedTo && bare.test(text)) return [{ text: whole, participle: undefined, own: false }];
    const subject = [nominal, started, comingBack, noted]
      .map((way) => way.exec(text)?.[1])
      .find((it) => it !== undefined);
    if (subject !== undefined && /\p{L}/u.test(subject))
      return [{ text: whole, subject, participle: undefined, own: false }];
    return loud.test(text) ? [{ text: whole, participle: undefined, bare: true, own: false }] : [];
  });
}

const verbs = new RegExp(`^(?:${toDo})$`);
const irregular: { readonly [verb: string]: string } = { send: "sent", resend: "resent", pay: "paid" };

/** The words of a tool's name that say what it does: "refund" of `refund_order`; all of them where none is a known verb. */
function deedsOf(tool: string): readonly string[] {
  const words = tool
    .replace(/^mcp__.*?__/, "")
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2);
  const known = words.filter((word) => verbs.test(word));
  // "order" and the like are things as often as deeds: "refund_order" refunds.
  const [first] = known;
  return first === undefined ? words : first === "order" && known.length > 1 ? known.slice(1) : [first];
}

/** What words for the deed of such a tool begin with: "cancel" of `cancel_order`. */
export const stemsOf = (tool: string): readonly string[] =>
  deedsOf(tool).map((deed) => (deed.length > 4 ? deed.replace(/e$|y$/, "") : deed));

/** Whether what a clause reports is what a tool of this name does. */
export function isDeedOf(tool: string, { text, subject = text }: Pick<Claim, "text" | "subject">): boolean {
  const said = subject.match(/\p{L}+/gu) ?? [];
  if (deedsOf(tool).some((deed) => said.some((word) => word === irregular[deed]))) return true;
  return stemsOf(tool).some((stem) => said.some((word) => word.startsWith(stem) && word.length - stem.length <= 5));
}
