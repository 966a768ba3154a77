import type { Context } from "@opentelemetry/api";
import type { Scope } from "../context.js";
import { now } from "../clock.js";
import { toPlainSpan, type PlainSpan } from "../reading/plain-span.js";
import { isStaged, takeStaged } from "../observe/stage.js";
import type { SpanUpdate } from "../observe/update.js";
import { withAdditions } from "../observe/with-additions.js";
import type { ReadSpan } from "../reading/read-span.js";
import { readSpans } from "../reading/read-trace.js";
import type { Recorded, RunStore } from "./run-store.js";
import { shared } from "./shared.js";

const recorded = shared("recorded", () => new WeakMap<object, ForeignRecord>());
let dropped = 0;

/** Attributes that providers' limits dropped from recorded spans since the process began. */
export const droppedAttributes = (): number => dropped;

export const isRecorded = (span: object): boolean => recorded().has(span);

/** Closes the record of a span, which from then on is the run's alone: an exporter may keep the span for long. */
export function endForeign(span: object): void {
  recorded().get(span)?.end();
  recorded().delete(span);
}

/** Puts a span of somebody else's on record. `source` is the span, or what was collected from it. */
export function recordForeign(span: object, source: object, run: RunStore, scope: Scope, context: Context): void {
  const record = new ForeignRecord(source, scope, isStaged(context) ? context : undefined);
  recorded().set(span, record);
  run.add(record);
}

/** Many cut their times down to milliseconds; those within this many of our own clock's time are ours. */
const SAME_TIME_MS = 20;

export class ForeignRecord implements Recorded {
  #source: object | undefined;
  #plain: PlainSpan | undefined;
  readonly #startTimeMs = now();
  endTimeMs: number | null = null;

  #context: Context | undefined;
  #staged: readonly SpanUpdate[] = [];
  readonly #scope: Pick<Scope, "traceId" | "spanId">;

  /** @param context where something is staged for a span that begins there */
  constructor(source: object, { traceId, spanId }: Scope, context?: Context) {
    this.#source = source;
    this.#scope = { traceId, spanId };
    this.#context = context;
    if (context !== undefined) this.#takeStaged();
  }

  /** Keeps the contents and lets go of the span. */
  end(): void {
    if (this.#source === undefined) return;
    const endedAt = now();
    const plain = this.#read(endedAt);
    if (this.#context !== undefined) this.#takeStaged();
    this.#context = undefined;
    this.#source = undefined;
    this.#plain = plain;
    this.endTimeMs = plain?.endTimeUnixMs ?? endedAt;
    dropped += plain?.droppedAttributesCount ?? 0;
  }

  toReadSpan(): ReadSpan {
    const span = withAdditions(this.#readSpan(), this.#staged);
    if (span.parentSpanId !== null) return span;
    // A root to its provider, yet something within an observed call started it.
    const { traceId, spanId } = this.#scope;
    return { ...span, parentSpanId: spanId, parentTraceId: traceId };
  }

  #readSpan(): ReadSpan {
    const plain = this.#plain ?? this.#read();
    const [span] = plain === undefined ? [] : readSpans([plain]);
    if (span === undefined) throw new Error("a recorded span can't be read");
    return span;
  }

  /** What kind of span it is may be told as it begins, or only as it goes. */
  #takeStaged(): void {
    if (this.#context === undefined || this.#staged.length > 0) return;
    const { kind } = this.#readSpan();
    if (kind !== "turn") this.#staged = takeStaged(this.#context, kind);
  }

  /** With our own clock's times, so that spans of all makes have one order and lie within each other. */
  #read(endedAt?: number): PlainSpan | undefined {
    const plain = this.#source === undefined ? undefined : toPlainSpan(this.#source, 0);
    const start = plain?.startTimeUnixMs ?? null;
    if (plain === undefined || start === null || !isSame(start, this.#startTimeMs)) return plain;
    const end = plain.endTimeUnixMs;
    if (end === null) return { ...plain, startTimeUnixMs: this.#startTimeMs };
    const isOurs = endedAt !== undefined && isSame(end, endedAt);
    return {
      ...plain,
      startTimeUnixMs: this.#startTimeMs,
      endTimeUnixMs: isOurs ? endedAt : this.#startTimeMs + Math.max(0, end - start),
    };
  }
}

const isSame = (theirs: number, ours: number): boolean => Math.abs(theirs - ours) <= SAME_TIME_MS;
