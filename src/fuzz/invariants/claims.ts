import { clausesOf } from "../../simulator/users/agenda/clauses.js";
import { done, toDo } from "../../simulator/users/agenda/outcome-verbs.js";
import { reports } from "../../simulator/users/agenda/reports.js";

/** An agent says that something was done. */
export interface Claim {
  /** The clause, normalised. */
  readonly text: string;
  /** "refunded" */
  readonly participle: string;
  /** "I have …" rather than "it was …", which may tell of what somebody else did. */
  readonly own: boolean;
}

const participle = new RegExp(`\\b(${done})\\b`, "u");
const own = new RegExp(
  `\\b(?:i|we)(?: have)? (?:now |just |also |successfully |both |fully |gone ahead and |went ahead and )*(${done})\\b`,
  "u",
);
const together = new RegExp(`,? and (?:have |also |then )*(?=(?:${done})\\b)`, "u");

/** What a reply reports as done. Questions, conditions and denials report nothing. */
export function claimsIn(reply: string): readonly Claim[] {
  const isReport = reports([]);
  return clausesOf(reply).flatMap(({ text, question }): readonly Claim[] => {
    if (question || !isReport(text)) return [];
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
export const needsTool = ({ participle: verb }: Claim): boolean => !spokenDeeds.has(verb);

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

/** Whether what a clause reports is what a tool of this name does. */
export function isDeedOf(tool: string, { text }: Claim): boolean {
  const said = text.match(/\p{L}+/gu) ?? [];
  return deedsOf(tool).some((deed) => {
    const stem = deed.length > 4 ? deed.replace(/e$|y$/, "") : deed;
    return said.some((word) => word === irregular[deed] || (word.startsWith(stem) && word.length - stem.length <= 5));
  });
}
