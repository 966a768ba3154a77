import { isConversational, type TestCase } from "./metric.js";
import type { ToolCall } from "./tool-call.js";

/** A call, and where it happened. */
export interface LocatedCall {
  readonly call: ToolCall;
  /** Number of the turn, from 1. Null in a single-turn test case. */
  readonly turn: number | null;
  /** Number of the call in its turn, from 1. */
  readonly position: number;
}

/** Every call of a test case in order. Null where it is not known which tools were called. */
export function locatedCalls(testCase: TestCase): readonly LocatedCall[] | null {
  if (!isConversational(testCase))
    return testCase.toolsCalled === undefined ? null : locate(testCase.toolsCalled, null);
  const assistant = testCase.turns.filter((turn) => turn.role === "assistant");
  // An agent that was never asked is as unknown as one that was not traced.
  if (assistant.every((turn) => turn.toolsCalled === undefined)) return null;
  return testCase.turns.flatMap((turn, index) => locate(turn.toolsCalled ?? [], index + 1));
}

const locate = (calls: readonly ToolCall[], turn: number | null): LocatedCall[] =>
  calls.map((call, index) => ({ call, turn, position: index + 1 }));
