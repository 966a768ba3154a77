import type { Stage } from "../environment/stage.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import type { Trace } from "../test-case/trace.js";
import type { Ending, LoopEvent, LoopState } from "./loop-types.js";

/** The end of a conversation in whose last exchange a tool was called past what surrounds the agent. */
export function gotPast(
  stage: Stage,
  { turns, waitingFor }: LoopState,
  event: LoopEvent,
  trace: Trace | undefined,
): Ending | undefined {
  if (waitingFor !== "agent" || event.type === "aborted") return undefined;
  const turn = turns.length + 1;
  const replies = event.type === "replied" ? event.turns : [];
  // What was recorded is on the turn as it is, where the agent states nothing.
  const stated = replies.flatMap(({ toolsCalled = [] }) => (toolsCalled === trace?.toolsCalled ? [] : toolsCalled));
  const complaint = stage.complaint(turn, { trace, stated });
  if (complaint === undefined) return undefined;
  return brokenOff(event.type === "failed" ? `${complaint} Besides: ${event.reason}` : complaint, turn);
}

/** The end of a conversation that is over, where that is seen only now. Undefined: nothing is. */
export function lateEnd(stage: Stage, turn: number): Ending | undefined {
  const complaint = stage.lateComplaint(turn);
  return complaint === undefined ? undefined : brokenOff(complaint, turn);
}

type Told = Pick<ConversationalTestCase, "error" | "failure" | "endReason">;

/** What becomes of a test case whose traces have calls since that were made past what surrounded its agent. */
export function gotPastLate(stage: Stage, testCase: ConversationalTestCase, traces: readonly Trace[] = []): Told {
  const { goldenId = "", turns, traces: before = [], error } = testCase;
  const last = traces.at(-1);
  if (last === undefined || error !== undefined) return {};
  const toolsCalled = traces.flatMap((trace, at) => trace.toolsCalled.slice(before[at]?.toolsCalled.length ?? 0));
  const complaint = stage.complaint(turns.length, { trace: { ...last, toolsCalled }, stated: undefined });
  if (complaint === undefined) return {};
  const { by, reason, failure } = brokenOff(complaint, turns.length);
  const where = `Golden "${goldenId}", turn ${String(turns.length)}`;
  return { error: `${where}: ${reason}`, endReason: { by, reason }, ...(failure && { failure }) };
}

const brokenOff = (reason: string, turn: number): Ending => ({
  by: "error",
  reason,
  broke: true,
  turn,
  failure: { party: "environment", kind: "setup" },
});
