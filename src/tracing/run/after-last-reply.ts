import type { ConversationalTestCase } from "../../test-case/conversational-test-case.js";
import type { Trace } from "../../test-case/trace.js";
import type { Turn } from "../../test-case/turn.js";
import { buildTrace } from "../reading/build-trace.js";
import { isRemote, takeLast, type LateCall } from "./late-calls.js";
import { readRecords } from "./remotes.js";

type Held = Pick<ConversationalTestCase, "threadId" | "turns" | "traces">;

/**
 * What a conversation that is over is changed by: calls that came when the trace of their reply had been taken are in that
 * trace, and which tools it called is not known any more, since the agent may be at work still. Undefined: none came.
 */
export function afterLastReply({ threadId, turns, traces = [] }: Held): Pick<Held, "turns" | "traces"> | undefined {
  if (threadId === undefined) return undefined;
  const late = takeLast(threadId);
  if (late.length === 0 || traces.length === 0) return undefined;
  const byTrace = new Map<Trace | undefined, LateCall[]>();
  for (const call of late) {
    const own = traces.findLast(({ traceId }) => traceId === call.run.traceId) ?? traces.at(-1);
    byTrace.set(own, [...(byTrace.get(own) ?? []), call]);
  }
  return {
    turns: turns.map((turn) => traces.filter((trace) => byTrace.has(trace)).reduce(untold, turn)),
    traces: traces.map((trace) => withLate(trace, byTrace.get(trace) ?? [])),
  };
}

function withLate(trace: Trace, late: readonly LateCall[]): Trace {
  if (late.length === 0) return trace;
  const records = late.map(({ record }) => record);
  const [remote, here] = [records.filter(isRemote), records.filter((record) => !isRemote(record))];
  const notes = [
    ...(here.length === 0
      ? []
      : [
          `${actsOf(here)} was called after the last reply, when this trace had been taken; await tools before replying`,
        ]),
    ...(remote.length === 0
      ? []
      : [
          `${actsOf(remote)} came from another process when this trace had been taken; give createOtlpReceiver a longer quietMs, or let the agent export sooner`,
        ]),
  ].map((note) => `toolsCalled: ${note}`);
  const { toolsCalled } = buildTrace(readRecords(records));
  return { ...trace, toolsCalled: [...trace.toolsCalled, ...toolsCalled], missing: [...notes, ...trace.missing] };
}

const actsOf = (records: readonly LateCall["record"][]): string =>
  [...new Set(records.flatMap(({ act }) => act ?? []))].join(", ");

/** What the agent itself states stays. */
function untold(turn: Turn, { traceId, toolsCalled: recorded }: Trace): Turn {
  const { toolsCalled, ...rest } = turn;
  if (toolsCalled === undefined || traceId === null || turn.traceId !== traceId) return turn;
  return JSON.stringify(toolsCalled) === JSON.stringify(recorded) ? rest : turn;
}
