import type { Scope } from "../context.js";
import { openRuns } from "./open-run.js";
import type { RunStore } from "./run-store.js";

export interface CallPlace {
  /** The run that the context names, while that records. */
  readonly run: RunStore | undefined;
  /** The run that it would be in, had that not ended. */
  readonly endedRun: Scope["run"];
}

/**
 * The run that a tool's call goes to: the one that its context names; else, where that is over, the next turn of its
 * conversation, which is told of it late. Undefined: none.
 *
 * @param what it is, as in `tool "refund"`
 */
export function placeCall({ run, endedRun }: CallPlace, what: string): RunStore | undefined {
  if (run !== undefined) {
    if (run.hasReplied) distrust(what, run);
    return run;
  }
  if (endedRun === undefined) {
    for (const each of openRuns()) each.strays.add(what);
    return undefined;
  }
  const next = endedRun.next();
  distrust(what, next);
  return endedRun.takesLate ? (next ?? endedRun) : undefined;
}

/**
 * A queue or a pool runs what it is given in the context of whoever started it. So a call that its own agent does not wait
 * for any more may be that of any agent that is waiting now, and nobody can tell of which.
 *
 * @param keeper the run that has the call on record: if nobody else is under way, it can be of no other
 */
export function distrust(what: string, keeper: RunStore | undefined): void {
  const runs = openRuns();
  if (keeper !== undefined && runs.size === 1) return;
  for (const run of runs) run.displaced.add(what);
}
