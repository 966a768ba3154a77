import type { Context } from "@opentelemetry/api";
import { scopeOf, type Scope } from "../context.js";
import { now } from "../clock.js";
import { toPlainSpan, type PlainSpan } from "../reading/plain-span.js";
import { isStaged, takeStaged } from "../observe/stage.js";
import type { SpanUpdate } from "../observe/update.js";
import { withAdditions } from "../observe/with-additions.js";
import type { ReadSpan } from "../reading/read-span.js";
import { readSpans } from "../reading/read-trace.js";
import { placeCall } from "./place-call.js";
import type { Recorded, RunStore } from "./run-store.js";
import { movedBy, processTime, type RunTime } from "./run-time.js";
import { shared } from "../../test-case/shared.js";

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

/** Puts a span of somebody else's on record, in the run around. `source` is the span, or what was collected from it. False: it is in none. */
export function recordForeign(span: object, source: object, context: Context): boolean {
  const scope = scopeOf(context);
  if (scope?.run === undefined) return false;
  const { run } = scope;
  const record = new ForeignRecord(source, { ...scope, run }, isStaged(context) ? context : undefined);
  const keeper = run.isOpen ? run : keeperOf(record, run);
  if (keeper === undefined) return false;
  recorded().set(span, record);
  keeper.add(record);
  return true;
}

/** Of what comes when its run is over only calls of tools are of interest, where they can be told as they begin. */
function keeperOf(record: ForeignRecord, endedRun: RunStore): RunStore | undefined {
  const { kind, call, name } = record.toReadSpan();
  if (kind !== "tool") return undefined;
  record.act = `tool "${call?.name ?? name}"`;
  record.isLate = true;
  return placeCall({ run: undefined, endedRun }, record.act);
}

/** Many cut their times down to milliseconds; those within this many of our own clock's time are ours. */
const SAME_TIME_MS = 20;

export class ForeignRecord implements Recorded {
  #source: object | undefined;
  #plain: PlainSpan | undefined;
  readonly #began: Moment;
  endTimeMs: number | null = null;
  act: string | undefined;
  /** It came when the trace of its own run had been taken. */
  isLate = false;

  #context: Context | undefined;
  #staged: readonly SpanUpdate[] = [];
  readonly #scope: Pick<Scope, "traceId" | "spanId">;
  readonly #run: Pick<RunStore, "time" | "offsetMs">;

  /** @param context where something is staged for a span that begins there */
  constructor(source: object, { traceId, spanId, run }: Scope & { readonly run: RunStore }, context?: Context) {
    this.#source = source;
    const { time, offsetMs } = run;
    this.#run = { time, offsetMs };
    this.#began = momentOf(time.begin(), time);
    this.#scope = { traceId, spanId };
    this.#context = context;
    if (context !== undefined) this.#takeStaged();
  }

  /** Keeps the contents and lets go of the span. */
  end(): void {
    if (this.#source === undefined) return;
    const ended = momentOf(this.#run.time.now(), this.#run.time);
    const plain = this.#read(ended);
    if (this.#context !== undefined) this.#takeStaged();
    this.#context = undefined;
    this.#source = undefined;
    this.#plain = plain;
    this.endTimeMs = plain?.endTimeUnixMs ?? ended.ours;
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
    if (kind !== "turn" && kind !== "creation") this.#staged = takeStaged(this.#context, kind);
  }

  /** With our own clock's times, so that spans of all makes have one order and lie within each other. */
  #read(ended?: Moment): PlainSpan | undefined {
    const plain = this.#source === undefined ? undefined : toPlainSpan(this.#source, 0);
    const start = plain?.startTimeUnixMs ?? null;
    if (plain === undefined || start === null) return plain;
    if (!isSame(start, this.#began)) return movedBy(this.#run.offsetMs, plain);
    const began = this.#began.ours;
    const end = plain.endTimeUnixMs;
    if (end === null) return { ...plain, startTimeUnixMs: began };
    const isOurs = ended !== undefined && isSame(end, ended);
    return {
      ...plain,
      startTimeUnixMs: began,
      endTimeUnixMs: isOurs ? ended.ours : began + Math.max(0, end - start),
    };
  }
}

/** A moment by the process's clock and by that of the run. */
interface Moment {
  readonly theirs: number;
  readonly ours: number;
}

const momentOf = (ours: number, time: RunTime): Moment => ({ theirs: time === processTime ? ours : now(), ours });

const isSame = (theirs: number, moment: Moment): boolean => Math.abs(theirs - moment.theirs) <= SAME_TIME_MS;
