import type { ReadSpan } from "../reading/read-span.js";
import type { CallRecord } from "../observe/call-record.js";
import type { TraceUpdate } from "../observe/update.js";
import type { RunIds } from "./headers.js";
import { usesOwnCarrier } from "../context.js";
import { isNextOf, noteLate, takeLate } from "./late-calls.js";
import { openRuns } from "./open-run.js";
import { Received } from "./received.js";

/** A span on record that is no observed call. */
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

const MOST_LATE = 100;

/** What a run holds, in the order in which the spans started. Contexts may outlive the run: then it holds nothing. */
export class RunStore {
  isOpen = true;
  records: (Recorded | CallRecord)[] = [];
  update: TraceUpdate | undefined;
  readonly ids: RunIdentity;
  /** Whether somebody asked for the headers, who then probably sent them to another process. */
  headersRead = false;
  readonly received = new Received();
  /** Tools that were called in this process, but in no run, while this was under way. */
  readonly strays = new Set<string>();
  /** Tools that runs within this one have on their record, instead of this. */
  readonly inner = new Set<string>();
  /** Whether the global context manager was known to lose context when this began. */
  readonly beganOnOwnCarrier = usesOwnCarrier();
  #late = 0;

  constructor(ids: RunIdentity) {
    this.ids = ids;
    openRuns().add(this);
    this.records.push(...takeLate(ids));
  }

  add(record: Recorded | CallRecord): void {
    if (this.isOpen) this.records.push(record);
    else if ("spec" in record) noteLate(record, this.ids, this.#late++ === 0);
  }

  /** The turn after this one, if that is under way. */
  next(): RunStore | undefined {
    for (const run of openRuns()) if (isNextOf(this.ids, run.ids)) return run;
    return undefined;
  }

  /** Whether a call that comes when the trace has been taken is still of interest: an agent may go on for ever. */
  get takesLate(): boolean {
    return this.#late < MOST_LATE;
  }

  /** Lets those that may have ended out of our sight find out. */
  look(): void {
    for (const record of this.records) if (record.endTimeMs === null && "look" in record) record.look?.();
  }

  openSpans(): number {
    return this.records.reduce((count, { endTimeMs }) => (endTimeMs === null ? count + 1 : count), 0);
  }

  close(): void {
    this.isOpen = false;
    // Contexts, and with them records, may live as long as the agent: what was recorded must not.
    for (const record of this.records) if ("free" in record) record.free();
    this.records = [];
    this.strays.clear();
    this.inner.clear();
    this.update = undefined;
    this.received.clear();
    openRuns().delete(this);
  }
}
