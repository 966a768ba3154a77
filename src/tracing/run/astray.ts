import type { Trace } from "../../test-case/trace.js";
import { usesOwnCarrier } from "../context.js";
import { knowsTools } from "../reading/missing.js";
import type { RunStore } from "./run-store.js";

const lostContext =
  "the global OpenTelemetry context manager loses context after an await, so calls were lost until that was noticed; await prepareTracing() before the run";

/** It was noticed while the run was under way that the context manager loses context. */
const wasSwitched = ({ beganOnOwnCarrier }: RunStore): boolean => usesOwnCarrier() && !beganOnOwnCarrier;

/** Whether calls of this run may have been lost on the way. */
export const mayBeAstray = (store: RunStore): boolean =>
  store.strays.size > 0 || store.inner.size > 0 || wasSwitched(store);

/** Why calls of this run may be among those that were seen, but in no run. */
export function strayNotes(store: RunStore, built: Trace): readonly string[] {
  if (!mayBeAstray(store)) return [];
  // Calls that are on record are known to have happened; that there were none is not known any more.
  const field = built.toolsCalled.length === 0 && !knowsTools(built) ? "toolsCalled: " : "";
  return [
    ...(wasSwitched(store) ? [`${field}${lostContext}`] : []),
    ...(store.strays.size > 0
      ? [
          `${field}${listed(store.strays)} was called outside of every run while this one was under way, and may be this agent's: context is lost on the way to it, as in queues, pools and listeners made before; bind what they call with AsyncResource.bind()`,
        ]
      : []),
    ...(store.inner.size > 0
      ? [`${field}${listed(store.inner)} was called in a run within this one (captureTrace), whose trace has it`]
      : []),
  ];
}

const listed = (names: ReadonlySet<string>): string => [...names].slice(0, 5).join(", ");

/** What is here of the turn before. */
export function lateNote({ records }: RunStore): readonly string[] {
  const late = records.filter((record) => "isLate" in record && record.isLate).length;
  return late === 0
    ? []
    : [`${String(late)} calls came after the trace of the turn before was taken, and are in this one`];
}
