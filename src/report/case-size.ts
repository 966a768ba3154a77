import { isConversational, type TestCase } from "../test-case/metric.js";
import { locatedCalls } from "../test-case/located-calls.js";
import { duration } from "./amounts.js";
import { counted } from "../test-case/counted.js";

/** How big a case was, and how long the agent took: `6 turns, 4 tool calls, 12 ms`. What is not known is left out. */
export function caseSize(testCase: TestCase): string {
  const calls = locatedCalls(testCase);
  const time = agentTime(testCase);
  return [
    ...(isConversational(testCase) ? [counted(testCase.turns.length, "turn")] : []),
    ...(calls === null ? [] : [counted(calls.length, "tool call")]),
    ...(time === null ? [] : [duration(time)]),
  ].join(", ");
}

/** What the agent took for all its replies, in milliseconds. Null: not known. */
export function agentTime(testCase: TestCase): number | null {
  if (!isConversational(testCase)) return testCase.completionTimeMs ?? null;
  const known = testCase.turns.flatMap(({ latencyMs }) => (latencyMs === undefined ? [] : [latencyMs]));
  return known.length === 0 ? null : known.reduce((sum, ms) => sum + ms, 0);
}
