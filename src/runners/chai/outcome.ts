import { diffable } from "../../evaluation/diffable.js";
import { excerpt, neutraliseLines } from "../../evaluation/neutralise.js";
import { laidOut } from "../../evaluation/whereabouts.js";
import type { JsonValue } from "../../test-case/json.js";
import type { Subject } from "./subject.js";

/** What a matcher found. What can't be known is neither a yes nor a no, and fails with `.not` and without. */
export type Outcome =
  | {
      readonly holds: boolean;
      /** The message where it should hold and does not. */
      readonly unmet: string;
      /** The message where it should not hold and does. */
      readonly met: string;
      readonly actual?: JsonValue | undefined;
      readonly expected?: JsonValue | undefined;
    }
  | { readonly unknown: string };

/** Throws chai's AssertionError where the outcome is not the wanted one. */
export function settle(
  outcome: Outcome,
  subject: Subject,
  assertion: object,
  chai: Chai.ChaiStatic,
  utils: Chai.ChaiUtils,
): void {
  const negated = utils.flag(assertion, "negate") === true;
  const broken = subject.testCase?.error;
  if (negated && broken !== undefined && "holds" in outcome && !outcome.holds) {
    const why = `${subject.what} broke off (${excerpt(broken)}), and what did not happen until then may have been to come`;
    throw failure(why, {}, assertion, chai, utils);
  }
  if ("unknown" in outcome) throw failure(outcome.unknown, {}, assertion, chai, utils);
  if (outcome.holds !== negated) return;
  const diff = negated ? {} : diffable(outcome.actual, outcome.expected);
  throw failure(negated ? outcome.met : outcome.unmet, diff, assertion, chai, utils);
}

/** The error, with the user's own message before ours. chai's own `assert` would read `#{this}` in what an agent said. */
function failure(
  message: string,
  diff: object,
  assertion: object,
  chai: Chai.ChaiStatic,
  utils: Chai.ChaiUtils,
): Error {
  const own: unknown = utils.flag(assertion, "message");
  const text = typeof own === "string" && own !== "" ? `${own}: ${message}` : message;
  const ssfi = utils.flag(assertion, "ssfi") as (...args: unknown[]) => unknown;
  return new chai.AssertionError(laidOut(neutraliseLines(text)), { showDiff: false, ...diff }, ssfi);
}
