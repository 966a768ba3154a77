import type { Context } from "@opentelemetry/api";
import { scopeOf, type Scope } from "../context.js";
import type { ReadSpan } from "../reading/read-span.js";
import type { TraceUpdate } from "../observe/update.js";

/** A span on record: one of ours or a foreign one. */
export interface Recorded {
  /** Null: still open. */
  readonly endTimeMs: number | null;
  toReadSpan(): ReadSpan;
}

const open = new Set<RunStore>();

/** Runs under way, for `tracingStatus()`. */
export const openRuns = (): ReadonlySet<RunStore> => open;

/** The run that a context belongs to, while it records. */
export function openRunOf(context: Context): RunStore | undefined {
  return openScopeOf(context)?.run;
}

/** The same with the place in it. */
export function openScopeOf(context: Context): (Scope & { readonly run: RunStore }) | undefined {
  const scope = scopeOf(context);
  return scope?.run?.isOpen === true ? { ...scope, run: scope.run } : undefined;
}

/** What a run holds, in the order in which the spans started. Contexts may outlive the run: then it holds nothing. */
export class RunStore {
  isOpen = true;
  records: Recorded[] = [];
  update: TraceUpdate | undefined;

  constructor() {
    open.add(this);
  }

  add(record: Recorded): void {
    if (this.isOpen) this.records.push(record);
  }

  openSpans(): number {
    return this.records.reduce((count, { endTimeMs }) => (endTimeMs === null ? count + 1 : count), 0);
  }

  close(): void {
    this.isOpen = false;
    this.records = [];
    this.update = undefined;
    open.delete(this);
  }
}
