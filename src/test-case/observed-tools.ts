import { tracesByTurn, type Reply } from "./agent-turns.js";
import type { ConversationalTestCase } from "./conversational-test-case.js";
import { isSameTool } from "./tool-names.js";

const none: readonly string[] = [];

/** Those that are in all of some lists. */
export const inAll = (lists: readonly (readonly string[])[]): readonly string[] =>
  (lists[0] ?? none).filter((name) => lists.every((list) => list.includes(name)));

/** Tools of which it is known whether they were called in a reply of which not every call is: see `Trace.observedTools`. */
export function observedIn(testCase: ConversationalTestCase): (reply: Reply) => readonly string[] {
  const { traces = [] } = testCase;
  if (!traces.some(({ observedTools }) => observedTools !== undefined)) return () => none;
  const traceOf = tracesByTurn(testCase);
  const byKey = new Map(traces.map((trace, index) => [`#${String(index)}`, trace]));
  return (reply) => {
    const keys = new Set(reply.flatMap(({ turn }) => (turn.traceId === undefined ? [] : [traceOf(turn.traceId)])));
    return inAll([...keys].map((key) => byKey.get(key)?.observedTools ?? none));
  };
}

/**
 * Whether the agent of this conversation was seen to run one of these tools. Who wraps tools wraps those of the agent, so
 * that a reply in which none is on record is one in which none was called.
 */
export function runsOneOf({ traces = [] }: ConversationalTestCase): (observed: readonly string[]) => boolean {
  const ran = new Set(
    traces.flatMap(({ spans }) => spans.flatMap(({ kind, name }) => (kind === "tool" ? [name] : []))),
  );
  return (observed) => observed.some((name) => ran.has(name));
}

/** Whether a tool is among the observed ones, however it is spelled. */
export const isObserved = (name: string, observed: readonly string[]): boolean =>
  observed.some((each) => isSameTool(each, name));
