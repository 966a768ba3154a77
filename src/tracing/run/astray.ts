import { counted } from "../../test-case/counted.js";
import { usesOwnCarrier } from "../context.js";
import type { RunStore } from "./run-store.js";

const lostContext =
  "the global OpenTelemetry context manager loses context after an await, so calls were lost until that was noticed; await prepareTracing() before the run";

/** It was noticed while the run was under way that the context manager loses context. */
const wasSwitched = ({ beganOnOwnCarrier }: RunStore): boolean => usesOwnCarrier() && !beganOnOwnCarrier;

/** Whether calls of this run may have been lost on the way. */
export const mayBeAstray = (store: RunStore): boolean =>
  store.strays.size > 0 || store.displaced.size > 0 || store.inner.size > 0 || wasSwitched(store);

/**
 * Why calls of this run may be among those that were seen, but in no run or in another. Those on its own record did happen;
 * that there were no others is not known any more.
 */
export function strayNotes(store: RunStore): readonly string[] {
  if (!mayBeAstray(store)) return none;
  const { strays, displaced, inner } = store;
  return [
    ...(wasSwitched(store) ? [lostContext] : []),
    ...(strays.size > 0
      ? [
          `${listed(strays)} was called outside of every run while this one was under way, and may be this agent's: context is lost on the way to it, as in queues, pools and listeners made before; bind what they call with AsyncResource.bind()`,
        ]
      : []),
    ...(displaced.size > 0
      ? [
          `a call of ${listed(displaced)} came in a run that was over, or that did not wait for it, while this one was under way, and may be this agent's: a queue, pool or limiter runs what it is given in the context of whoever started it. Bind what is queued with AsyncResource.bind() or AsyncLocalStorage.snapshot(), and await tools before replying`,
        ]
      : []),
    ...(inner.size > 0
      ? [`${listed(inner)} was called in a run within this one (captureTrace), whose trace has it`]
      : []),
  ].map((note) => `toolsCalled: ${note}`);
}

const none: readonly string[] = [];

const listed = (names: Iterable<string>): string => [...names].slice(0, 5).join(", ");

/** What is here of the turn before. It does not count for this one, of which is therefore not known which tools it called. */
export function lateNote({ records }: RunStore): readonly string[] {
  const late = records.filter((record) => "isLate" in record && record.isLate);
  if (late.length === 0) return [];
  const acts = listed(new Set(late.flatMap(({ act }) => act ?? [])));
  const are = late.length === 1 ? "is" : "are";
  return [
    `toolsCalled: ${counted(late.length, "call")} (${acts}) came after the trace of the turn before was taken, and ${are} in this one`,
  ];
}
