import { knownCalls, type LocatedCall } from "../../test-case/located-calls.js";
import type { TestCase } from "../../test-case/metric.js";

/** A call that should not have been attempted. */
export interface ForbiddenCall extends LocatedCall {
  readonly why: "forbidden" | "not permitted";
}

/** Names of tools. What is absent says nothing. */
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
  const { calls, complete } = knownCalls(testCase);
  const found = calls.flatMap((located): ForbiddenCall[] => {
    if (forbidden.includes(located.call.name)) return [{ ...located, why: "forbidden" }];
    return permitted === undefined || permitted.includes(located.call.name)
      ? []
      : [{ ...located, why: "not permitted" }];
  });
  return found.length === 0 && !complete ? null : found;
}
