import type { ReadSpan } from "../reading/read-span.js";
import type { CallRecord } from "../observe/call-record.js";
import type { TraceUpdate } from "../observe/update.js";
import type { RunIds } from "./headers.js";
import { usesOwnCarrier } from "../context.js";
import { isNextOf, noteLate, takeLate } from "./late-calls.js";
import { Notes } from "./notes.js";
import { openRuns } from "./open-run.js";
import { Received } from "./received.js";
import { processTime, type RunTime } from "./run-time.js";
import { now } from "../clock.js";

/** A span on record that is no observed call. */
export interface Recorded {
  /** Null: still open. */
  readonly endTimeMs: number | null;
  /** What it is where it is known to be a call of a tool, as in `tool "refund"`. */
  readonly act?: string | undefined;
  /** It is of an earlier turn, and came from another process when the trace of that was taken. */
  readonly isRemote?: boolean;
  toReadSpan(): ReadSpan;
}

/** By what a run is found from outside: the ids in the headers that the agent was given. */
export interface RunIdentity extends RunIds {
  readonly traceId: string;
  readonly spanId: string;
}

/** What makes the trace of a run the same each time. */
export interface Repeatable {
  readonly time: RunTime;
  /** Stands in the trace for the real one, as far as nobody else knows that. */
  readonly traceId: string;
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
  /** Whether the ids went along with a request, or spans with them to somebody who exports: they may be looked for. */
  areIdsKnown = false;
  readonly time: RunTime;
  /** From the process's clock to that of the run, in milliseconds. */
  readonly offsetMs: number;
  readonly #traceId: string | undefined;
  readonly received = new Received();
  /** Tools that were called in this process, but in no run, while this was under way. */
  readonly strays = new Notes();
  /** Tools that were called, while this was under way, in a run whose agent had replied already. */
  readonly displaced = new Notes();
  /** What was told of the trace by hand and can't be meant, as sentences. */
  readonly doubts = new Notes();
  /** Whether the agent has given its reply, so that it waits for nothing any more. */
  hasReplied = false;
  /** Tools that runs within this one have on their record, instead of this. */
  readonly inner = new Notes();
  /** Whether the global context manager was known to lose context when this began. */
  readonly beganOnOwnCarrier = usesOwnCarrier();
  #late = 0;

  constructor(ids: RunIdentity, repeatable?: Repeatable) {
    this.ids = ids;
    this.time = repeatable?.time ?? processTime;
    this.offsetMs = repeatable === undefined ? 0 : this.time.now() - now();
    this.#traceId = repeatable?.traceId;
    openRuns().add(this);
    this.records.push(...takeLate(ids));
  }

  add(record: Recorded | CallRecord): void {
    if (this.isOpen) this.records.push(record);
    else if (record.act !== undefined) noteLate(record, record.act, this.ids, this.#late++ === 0);
  }

  /** The turn after this one, if that is under way. */
  next(): RunStore | undefined {
    for (const run of openRuns()) if (isNextOf(this.ids, run.ids)) return run;
    return undefined;
  }

  /** The trace id to tell instead of the real one. Undefined: the real one, since somebody may look for it. */
  get derivedTraceId(): string | undefined {
    return this.areIdsKnown || this.headersRead || this.received.size > 0 ? undefined : this.#traceId;
  }

  /** Whether a call that comes when the trace has been taken is still of interest: an agent may go on for ever. */
  get takesLate(): boolean {
    return this.#late < MOST_LATE;
  }

  /** Lets those that may have ended out of our sight find out. */
  look(): void {
    for (const record of this.records) if (record.endTimeMs === null && "look" in record) record.look?.();
  }

  /** Calls of tools that nobody has waited for. */
  openActs(): readonly string[] {
    return this.records.flatMap(({ endTimeMs, act }) => (endTimeMs === null && act !== undefined ? [act] : []));
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
    this.displaced.clear();
    this.doubts.clear();
    this.inner.clear();
    this.update = undefined;
    this.received.clear();
    openRuns().delete(this);
  }
}
