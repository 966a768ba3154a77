import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import type { Trace } from "../../test-case/trace.js";
import { conventions } from "../conventions/index.js";
import { errorOf } from "./attributes.js";
import { buildTrace, type RetrieverTools } from "./build-trace.js";
import { toPlainSpan, type PlainSpan } from "./plain-span.js";
import { toReadSpan, type ReadSpan, type Reading } from "./read-span.js";

/** A span as plain JSON; everything but its name may be left out. */
export interface SpanInput {
  readonly name: string;
  readonly traceId?: string;
  readonly spanId?: string;
  readonly parentSpanId?: string | null;
  /** In milliseconds since the epoch. */
  readonly startTimeUnixMs?: number;
  readonly endTimeUnixMs?: number | null;
  /** `code` 2 is an error, as in OpenTelemetry. */
  readonly status?: { readonly code?: number | string; readonly message?: string };
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly events?: readonly { readonly name: string; readonly attributes?: Readonly<Record<string, unknown>> }[];
  readonly scope?: { readonly name?: string };
  readonly droppedAttributesCount?: number;
  readonly [other: string]: unknown;
}

export interface ReadTraceInput {
  /** Spans of one exchange, in the order of their export: plain ones or OpenTelemetry's own. */
  readonly spans?: readonly (SpanInput | ReadableSpan)[];
  /** Tools whose results are retrieved documents. Retriever spans are recognised without. Default: none. */
  readonly retrieverTools?: RetrieverTools;
}

/**
 * Reads what an agent did from its spans, in whichever known convention each is written. Never throws: what cannot be
 * read is told in `missing`.
 *
 * @example
 * const { toolsCalled, retrievalContext, usage } = readTrace({ spans: exporter.getFinishedSpans() });
 */
export function readTrace({ spans = [], retrieverTools }: ReadTraceInput): Trace {
  const given = Array.isArray(spans) ? (spans as readonly unknown[]) : [];
  const plain = given.map(toPlainSpan);
  const readable = plain.filter((span) => span !== undefined);
  const trace = buildTrace(readSpans(readable), retrieverTools);
  const lost = plain.length - readable.length;
  return lost === 0
    ? trace
    : { ...trace, missing: [...trace.missing, `${String(lost)} of the spans given are no spans`] };
}

/** Spans that do not tell when they started are taken to have started with the earliest. */
export function readSpans(spans: readonly PlainSpan[]): readonly ReadSpan[] {
  let earliest: number | undefined;
  for (const { startTimeUnixMs: start, endTimeUnixMs: end } of spans) {
    const time = start ?? end;
    if (time !== null && (earliest === undefined || time < earliest)) earliest = time;
  }
  return spans.map((span) => readSpan(span, earliest ?? 0));
}

function readSpan(span: PlainSpan, earliest: number): ReadSpan {
  const start = span.startTimeUnixMs ?? earliest;
  const end = span.endTimeUnixMs;
  const error = errorOf(span);
  const reading = readingOf(span);
  const dropped = span.droppedAttributesCount;
  return toReadSpan(reading, {
    name: span.name,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    startTimeMs: start,
    endTimeMs: end === null ? null : Math.max(start, end),
    status: error !== undefined ? "error" : span.status.code === 1 ? "ok" : "unset",
    error,
    missing: dropped === 0 ? undefined : [...(reading.missing ?? []), droppedNote(dropped)],
  });
}

const droppedNote = (count: number): string => `${String(count)} attributes were dropped by the provider's limits`;

function readingOf(span: PlainSpan): Reading {
  for (const read of conventions) {
    try {
      const reading = read(span);
      if (reading !== undefined) return reading;
    } catch {
      return { kind: "custom", missing: ["could not be read"] };
    }
  }
  return { kind: "custom" };
}
