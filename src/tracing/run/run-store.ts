import type { Context } from "@opentelemetry/api";
import { scopeOf, type Scope } from "../context.js";
import type { ReadSpan } from "../reading/read-span.js";
import type { TraceUpdate } from "../observe/update.js";
import type { RunIds } from "./headers.js";
import { Received } from "./received.js";
import { sharedSet } from "./shared.js";

/** A span on record: one of ours or a foreign one. */
export interface Recorded {
  /** Null: still open. */
  readonly endTimeMs: number | null;
  toReadSpan(): ReadSpan;
}

/** By what a run is found from outside: the ids in the headers that the agent was given. */
export interface RunIdentity extends RunIds {
  readonly traceId: string;
  readonly spanId: string;
}

const open = sharedSet<RunStore>("runs");

/** Runs under way, for `tracingStatus()`. */
export const openRuns = (): ReadonlySet<RunStore> => open();

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
  readonly ids: RunIdentity;
  /** Whether somebody asked for the headers, who then probably sent them to another process. */
  headersRead = false;
  readonly received = new Received();

  constructor(ids: RunIdentity) {
    this.ids = ids;
    open().add(this);
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
    this.received.clear();
    open().delete(this);
  }
}
