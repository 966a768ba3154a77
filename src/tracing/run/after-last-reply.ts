import type { ConversationalTestCase } from "../../test-case/conversational-test-case.js";
import type { Trace } from "../../test-case/trace.js";
import type { Turn } from "../../test-case/turn.js";
import { buildTrace } from "../reading/build-trace.js";
import { takeLast } from "./late-calls.js";
import { readRecords } from "./remotes.js";

type Held = Pick<ConversationalTestCase, "threadId" | "turns" | "traces">;

/**
 * What a conversation that is over is changed by: calls that came after its last reply are in the trace of that reply, and
 * which tools it called is not known any more, since the agent may be at work still. Undefined: none came.
 */
export function afterLastReply({ threadId, turns, traces = [] }: Held): Pick<Held, "turns" | "traces"> | undefined {
  if (threadId === undefined) return undefined;
  const late = takeLast(threadId);
  const last = traces.at(-1);
  if (late === undefined || last === undefined) return undefined;
  const { toolsCalled } = buildTrace(readRecords(late.records));
  const [remote, here] = [late.records.filter(isRemote), late.records.filter((record) => !isRemote(record))];
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
  const trace: Trace = {
    ...last,
    toolsCalled: [...last.toolsCalled, ...toolsCalled],
    missing: [...notes, ...last.missing],
  };
  return { turns: turns.map((turn) => untold(turn, last)), traces: [...traces.slice(0, -1), trace] };
}

type Records = NonNullable<ReturnType<typeof takeLast>>["records"];

const isRemote = (record: Records[number]): boolean => "isRemote" in record && record.isRemote === true;
const actsOf = (records: Records): string => [...new Set(records.flatMap(({ act }) => act ?? []))].join(", ");

/** What the agent itself states stays. */
function untold(turn: Turn, { traceId, toolsCalled: recorded }: Trace): Turn {
  const { toolsCalled, ...rest } = turn;
  if (toolsCalled === undefined || traceId === null || turn.traceId !== traceId) return turn;
  return JSON.stringify(toolsCalled) === JSON.stringify(recorded) ? rest : turn;
}
