import { messageOf, RehearsalError } from "../../../errors.js";
import { testPattern } from "../../../test-case/test-pattern.js";

/** Whether a reply meets the `done.says` of a goal. */
export type SaysTest = (reply: string) => boolean;

const MOST_KEPT = 200;

/**
 * Every reply is tried once, however often the conversation is read again. Throws where the pattern takes too long on
 * what the agent said; `where` names the field.
 */
export function saysTest(source: string, where: string): SaysTest {
  const pattern = compiled(source);
  const kept = new Map<string, boolean>();
  return (reply) => {
    const known = kept.get(reply);
    if (known !== undefined) return known;
    let says: boolean;
    try {
      says = testPattern(pattern, reply);
    } catch (cause) {
      throw new RehearsalError("not_measured", `${where} of its golden can't be tried: ${messageOf(cause)}`, { cause });
    }
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(reply, says);
    return says;
  };
}

function compiled(source: string): RegExp {
  try {
    return new RegExp(source, "i");
  } catch {
    // The golden's schema refuses it; a golden that went by the schema is held to the words as they stand.
    return new RegExp(source.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i");
  }
}
