import { knowsCallsOf, type KnownCalls } from "../../test-case/located-calls.js";
import type { ToolCallInput } from "../../test-case/tool-call.js";
import { matchToolCalls } from "./match-tool-calls.js";
import type { ToolMatchOptions, ToolMatchResult } from "./tool-match-result.js";

/**
 * The same as `matchToolCalls` where not every call may be known: a verdict that calls which nobody saw could change is
 * `errored`. More calls can't take a pass from `superset` and `inOrder`, and can't make good a call that was not to be made.
 */
export function matchKnownCalls(
  known: KnownCalls,
  expected: readonly ToolCallInput[],
  options: ToolMatchOptions,
  /** Why not every call is known. */
  unknown: string,
): ToolMatchResult {
  const { calls, complete } = known;
  const result = matchToolCalls(calls, expected, options);
  const asked = expected.map((call) => (typeof call === "string" ? call : call.name));
  if (
    (complete && asked.every((name) => knowsCallsOf(name, known))) ||
    isCertain(result, () => matchToolCalls(calls, expected, { ...options, mode: "subset" }))
  )
    return result;
  return {
    ...result,
    verdict: "errored",
    score: null,
    precision: null,
    recall: null,
    reason: unknown,
    message: unknown,
  };
}

function isCertain({ mode, verdict }: ToolMatchResult, asSubset: () => ToolMatchResult): boolean {
  if (verdict === "skipped") return true;
  if (mode === "superset" || mode === "inOrder") return verdict === "passed";
  if (verdict !== "failed") return false;
  return mode === "subset" || mode === "forbid" || mode === "none" || asSubset().verdict === "failed";
}
