import { repliesOf, tracesByTurn } from "./agent-turns.js";
import type { ConversationalTestCase } from "./conversational-test-case.js";
import { isSameTool } from "./tool-names.js";
import type { Trace } from "./trace.js";

/**
 * The tools of which alone it is known that they were not called, where that no tool was called in a reply is known by
 * nothing but that these are wrapped in the process: see `Trace.observedTools`. Undefined: what is known is known of all.
 * A conversation in which one of them ran shows that they are its agent's.
 */
export function observedAlone(testCase: ConversationalTestCase): readonly string[] | undefined {
  const { traces = [] } = testCase;
  if (!traces.some(({ observedTools }) => observedTools !== undefined)) return undefined;
  const ran = new Set(
    traces.flatMap(({ spans }) => spans.flatMap(({ kind, name }) => (kind === "tool" ? [name] : []))),
  );
  const lists = bySight(testCase, traces).filter((names) => !names.some((name) => ran.has(name)));
  return lists.length === 0 ? undefined : lists.reduce((all, names) => all.filter((name) => names.includes(name)));
}

/** Of each reply that is known so. */
function bySight(testCase: ConversationalTestCase, traces: readonly Trace[]): readonly (readonly string[])[] {
  const traceOf = tracesByTurn(testCase);
  const byKey = new Map(traces.map((trace, index) => [`#${String(index)}`, trace]));
  return repliesOf(testCase).flatMap((reply) =>
    reply.flatMap(({ turn }) => {
      const names = turn.traceId === undefined ? undefined : byKey.get(traceOf(turn.traceId))?.observedTools;
      return names === undefined ? [] : [names];
    }),
  );
}

/** Whether a tool is among the observed ones, however it is spelled. */
export const isObserved = (name: string, observed: readonly string[]): boolean =>
  observed.some((each) => isSameTool(each, name));
