import { RehearsalError } from "../../errors.js";
import { toolMatchModes } from "../../test-case/asserted-fields.js";
import type { LocatedCall } from "../../test-case/located-calls.js";
import { nearestKey } from "../../test-case/nearest-key.js";
import type { Verdict } from "../../test-case/metric.js";
import type { ToolCallInput } from "../../test-case/tool-call.js";
import { checkRule } from "./arguments/argument-rule.js";
import { callTable } from "./call-table.js";
import { readExpectedCalls } from "./expected-calls.js";
import { matchForbidden } from "./match-forbidden.js";
import { matchPairs } from "./match-pairs.js";
import { readActualCalls, selectCalls } from "./read-calls.js";
import type { ToolMatchOptions, ToolMatchResult } from "./tool-match-result.js";

/**
 * Compares the calls that an agent made with those that were expected, one to one: a call counts once.
 *
 * | mode | passes where | nothing expected | nothing made |
 * |---|---|---|---|
 * | `exact` | the same calls in the same order | only if nothing was made | fails |
 * | `inOrder` | the expected calls were made in this order, others may lie between | skipped | fails |
 * | `superset` | the expected calls were made, and maybe others | skipped | fails |
 * | `subset` | every call made was expected | only if nothing was made | passes |
 * | `sameMultiset` | the same calls in any order | only if nothing was made | fails |
 * | `forbid` | none of the expected calls was even attempted | passes | passes |
 * | `none` | nothing was called | passes if nothing was made | passes |
 *
 * Calls that share a `batch` have no order among themselves. Expected calls may be `optional`, and pinned to a `turn`:
 * then give located calls (`locatedCalls(testCase)`), or actual calls that have `turn`. An expected `batch` is not looked
 * at. Throws a RehearsalError (`invalid_input`) for a call, a matcher or an option that is written wrong.
 */
export function matchToolCalls(
  actual: readonly (ToolCallInput | LocatedCall)[],
  expected: readonly ToolCallInput[],
  options: ToolMatchOptions = {},
): ToolMatchResult {
  const { args = "exact", threshold = 1, include = "made", retries = "collapse", failed = "match" } = options;
  const mode = options.mode ?? (expected.length === 0 ? "none" : "superset");
  checkOptions({ mode, threshold, args });
  const calls = readActualCalls(actual);
  const wanted = readExpectedCalls(expected);
  if (mode === "forbid")
    return matchForbidden(callTable(wanted, calls, { args, forbid: true, failedDiffer: false, isEndNeeded: false }));
  const mayFail = new Set(
    expected.flatMap((call) => (typeof call === "string" || call.error === undefined ? [] : [call.name])),
  );
  const selected = selectCalls(calls, { include, retries, mayFail });
  if (mode === "none" && wanted.length > 0) return contradiction();
  // "No calls but these" asks who was called, not what came of it.
  const failedDiffer = failed === "differ" && mode !== "subset";
  const isEndNeeded = failedDiffer || (include === "succeeded" && mode !== "subset");
  const table = callTable(wanted, selected, { args, forbid: false, failedDiffer, isEndNeeded });
  return matchPairs(table, { mode, threshold, left: calls.filter((call) => !selected.includes(call)) });
}

/** Throws for an option that is written wrong. */
export function checkOptions({ mode, threshold = 1, args = "exact" }: ToolMatchOptions): void {
  if (mode !== undefined && !toolMatchModes.includes(mode)) {
    const nearest = nearestKey(String(mode), toolMatchModes);
    const meant = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
    throw new RehearsalError(
      "invalid_input",
      `there is no mode "${String(mode)}"${meant}${meant === "" ? "; modes:" : " Modes:"} ${toolMatchModes.join(", ")}`,
    );
  }
  if (!(threshold >= 0 && threshold <= 1)) {
    throw new RehearsalError("invalid_input", `threshold must be from 0 to 1; got ${String(threshold)}`);
  }
  checkRule(args);
}

function contradiction(): ToolMatchResult {
  const reason = 'the mode "none" means that nothing may be called, so it takes no expected calls';
  const verdict: Verdict = "errored";
  const nothing = { pairs: [], nearMisses: [], undecided: [], missing: [], unexpected: [], details: [] };
  return { mode: "none", verdict, score: null, precision: null, recall: null, ...nothing, reason, message: reason };
}
