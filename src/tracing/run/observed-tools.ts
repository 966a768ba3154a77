import { shared, sharedSet } from "../../test-case/shared.js";
import type { ObserveSpec } from "../observe/observe-options.js";
import type { ObservedTools } from "../reading/observed-tools.js";
import type { ReadSpan } from "../reading/read-span.js";
import type { RunStore } from "./run-store.js";

const observed = sharedSet<string>("observed-tools");
/** Observed agents that were seen to call an observed tool. */
const agents = shared("agents-with-tools", () => new WeakSet<ObserveSpec>());

/** Says that somebody wrapped a tool of that name in this process. */
export const noteObservedTool = (name: string): void => void observed().add(name);

/**
 * What observed tools say of a run. Who wraps tools wraps those of the agent, so that where one agent has called one, a
 * turn of it in which none is on record is one in which none was called. That some tool is wrapped in the process says
 * nothing of it: it may be another agent's. Of one tool that is wrapped a call would be on record, whoever made it.
 *
 * @param spans those of the run, as they are read
 */
export function observedIn({ records }: RunStore, spans: readonly ReadSpan[]): ObservedTools {
  const calls = new Map(records.flatMap((record) => ("spec" in record ? [[record.spanId, record.spec] as const] : [])));
  const parents = new Map(spans.map(({ spanId, parentSpanId }) => [spanId, parentSpanId]));
  for (const [spanId, { type }] of calls) {
    if (type !== "tool") continue;
    const passed = new Set<string>();
    for (let id = parents.get(spanId) ?? null; id !== null && !passed.has(id); id = parents.get(id) ?? null) {
      passed.add(id);
      const spec = calls.get(id);
      if (spec?.type === "agent") agents().add(spec);
    }
  }
  return { names: observed(), areAgents: [...calls.values()].some((spec) => agents().has(spec)) };
}

/** For tests, which have to see what is said where no tool is wrapped. */
export const forgetObservedTools = (): void => observed().clear();
