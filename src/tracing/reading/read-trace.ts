import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import type { Trace } from "../../test-case/trace.js";
import { conventions } from "../conventions/index.js";
import { wholeTraceOf } from "../conventions/whole-trace.js";
import { isOtlpJson, isOtlpLogsJson, logRecordsOfOtlp, spansOfOtlp } from "../otlp/from-otlp.js";
import type { LogRecordInput, OtlpJson, OtlpLogsJson } from "../otlp/from-otlp.js";
import { readRecords } from "../records/read-records.js";
import { errorOf } from "./attributes.js";
import { buildTrace, type RetrieverTools } from "./build-trace.js";
import { isObject } from "./json-text.js";
import { toLogRecord, type LogRecord } from "./log-record.js";
import { withMessages } from "./message-events.js";
import { toPlainSpan, type PlainSpan } from "./plain-span.js";
import { toReadSpan, type ReadSpan, type Reading, type WholeTrace } from "./read-span.js";

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
  /** Spans of one exchange, in the order of their export: plain ones, OpenTelemetry's own, or OTLP's JSON. */
  readonly spans?: OtlpJson | readonly (SpanInput | ReadableSpan | OtlpJson)[];
  /**
   * Log records in the order in which they were emitted, for instrumentations that put messages there: plain ones,
   * OpenTelemetry's own, or OTLP's JSON. Those that belong to none of the spans are passed over.
   */
  readonly logRecords?: OtlpLogsJson | readonly (LogRecordInput | object)[];
  /** What is recorded without OpenTelemetry: trace items of OpenAI Agents, runs of LangSmith, spans of Mastra. */
  readonly records?: readonly object[];
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
export function readTrace({ spans, logRecords, records, retrieverTools }: ReadTraceInput): Trace {
  const given = listed(spans, isOtlpJson, spansOfOtlp).map(toPlainSpan);
  const logs = listed(logRecords, isOtlpLogsJson, logRecordsOfOtlp).flatMap((record) => toLogRecord(record) ?? []);
  const recorded = readRecords(listed(records));
  const plain = given.filter((span) => span !== undefined);
  const trace = buildTrace(readSpans([...plain, ...recorded.spans], logs), retrieverTools);
  const lost = [
    ...(given.length > plain.length ? [`${String(given.length - plain.length)} of the spans given are no spans`] : []),
    ...(recorded.unknown > 0 ? [`${String(recorded.unknown)} of the records given are of no known kind`] : []),
  ];
  return lost.length === 0 ? trace : { ...trace, missing: [...trace.missing, ...lost] };
}

/** What was given for a list: one, a single item of one, or exports that hold items of it. */
function listed(
  given: unknown,
  isExport: (value: unknown) => boolean = () => false,
  itemsOf: (value: unknown) => readonly unknown[] = () => [],
): readonly unknown[] {
  const items: readonly unknown[] = Array.isArray(given)
    ? (given as readonly unknown[])
    : isObject(given)
      ? [given]
      : [];
  return items.flatMap((item) => {
    try {
      return isExport(item) ? itemsOf(item) : [item];
    } catch {
      return [item];
    }
  });
}

/** Spans that do not tell when they started are taken to have started with the earliest. */
export function readSpans(spans: readonly PlainSpan[], logRecords: readonly LogRecord[] = []): readonly ReadSpan[] {
  let earliest: number | undefined;
  for (const { startTimeUnixMs: start, endTimeUnixMs: end } of spans) {
    const time = start ?? end;
    if (time !== null && (earliest === undefined || time < earliest)) earliest = time;
  }
  return withMessages(spans, logRecords).map((span) => readSpan(span, earliest ?? 0));
}

function readSpan(span: PlainSpan, earliest: number): ReadSpan {
  const start = span.startTimeUnixMs ?? earliest;
  const end = span.endTimeUnixMs;
  const error = errorOf(span);
  const reading = span.reading ?? readingOf(span);
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
    scope: span.scope,
    whole: wholeOf(span),
    missing: dropped === 0 ? undefined : [...(reading.missing ?? []), droppedNote(dropped)],
  });
}

const droppedNote = (count: number): string => `${String(count)} attributes were dropped by the provider's limits`;

function wholeOf({ attributes }: PlainSpan): WholeTrace | undefined {
  try {
    return wholeTraceOf(attributes);
  } catch {
    return undefined;
  }
}

function readingOf(span: PlainSpan): Reading {
  try {
    return readingFrom(span, 0) ?? { kind: "custom" };
  } catch {
    return { kind: "custom", missing: ["could not be read"] };
  }
}

/** What the conventions from the given one on make of a span. */
function readingFrom(span: PlainSpan, first: number): Reading | undefined {
  for (let index = first; index < conventions.length; index += 1) {
    const reading = conventions[index]?.(span, () => readingFrom(span, index + 1));
    if (reading !== undefined) return reading;
  }
  return undefined;
}
