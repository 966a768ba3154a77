import { knownCalls, knowsCallsOf, type LocatedCall } from "../../test-case/located-calls.js";
import type { TestCase } from "../../test-case/metric.js";
import { isToolPattern, matchesLiterally } from "../../test-case/tool-pattern.js";
import { namedTool } from "./spelling-notes.js";

/** A call that should not have been attempted. */
export interface ForbiddenCall extends LocatedCall {
  readonly why: "forbidden" | "not permitted";
  /** The name in the policy that the tool goes by, where it was called by another spelling: see `ToolPolicy`. */
  readonly named?: string;
}

/**
 * Names of tools. What is absent says nothing. `forbidden` holds however a name is spelled when it is called:
 * `mcp__shop__refund_order`, `functions.refund_order`, `refundOrder` and `Refund-Order` are `refund_order`. `permitted` is
 * taken to the letter. A `*` stands for any letters: `delete_*`.
 */
export interface ToolPolicy {
  /** Must not even be attempted; goes before `permitted`. */
  readonly forbidden?: readonly string[];
  /** The only ones that may be attempted. `[]`: none. */
  readonly permitted?: readonly string[];
}

/**
 * The calls that a policy rules out, attempts that never ran included, in order. Null where none is known, and not every
 * call is.
 */
export function findForbiddenCalls(
  testCase: TestCase,
  { forbidden = [], permitted }: ToolPolicy,
): readonly ForbiddenCall[] | null {
  const known = knownCalls(testCase);
  const { calls } = known;
  const found = calls.flatMap((located): ForbiddenCall[] => {
    const { name } = located.call;
    // What is permitted to the letter is not forbidden by another spelling.
    const ruledOut = isPermitted(name, permitted ?? [])
      ? forbidden.find((one) => one === name)
      : namedTool(name, forbidden);
    if (ruledOut !== undefined) return [{ ...located, why: "forbidden", ...spelled(ruledOut, name) }];
    if (permitted === undefined || isPermitted(name, permitted)) return [];
    return [{ ...located, why: "not permitted", ...spelled(namedTool(name, permitted) ?? name, name) }];
  });
  const isKnown = known.complete && forbidden.every((name) => knowsCallsOf(name, known));
  return found.length === 0 && !isKnown ? null : found;
}

const isPermitted = (name: string, permitted: readonly string[]): boolean =>
  permitted.some((one) => one === name || (isToolPattern(one) && matchesLiterally(name, one)));

const spelled = (named: string, called: string): Pick<ForbiddenCall, "named"> => (named === called ? {} : { named });
