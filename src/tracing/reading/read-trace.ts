import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import type { Trace } from "../../test-case/trace.js";
import { conventions } from "../conventions/index.js";
import { wholeTraceOf } from "../conventions/whole-trace.js";
import { isOtlpJson, isOtlpLogsJson, logRecordsOfOtlp, spansOfOtlp } from "../otlp/from-otlp.js";
import type { LogRecordInput, OtlpJson, OtlpLogsJson } from "../otlp/from-otlp.js";
import { readRecords } from "../records/read-records.js";
import { checkInput } from "./check-input.js";
import { errorOf } from "./attributes.js";
import { buildTrace, type RetrieverTools } from "./build-trace.js";
import { withIntercepted } from "./intercepted.js";
import { isObject } from "./json-text.js";
import { toLogRecord, type LogRecord } from "./log-record.js";
import { messagesInto } from "./message-events.js";
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
 * Reads what an agent did from its spans, in whichever known convention each is written. What cannot be read of them is
 * told in `missing`, and never thrown; only an input that is no such object, or has other keys, is a RehearsalError.
 *
 * @example
 * const { toolsCalled, retrievalContext, usage } = readTrace({ spans: exporter.getFinishedSpans() });
 */
export function readTrace(input: ReadTraceInput): Trace {
  checkInput(input);
  const { spans, logRecords, records, retrieverTools } = input;
  const logs = listed(logRecords, isOtlpLogsJson, logRecordsOfOtlp).flatMap((record) => toLogRecord(record) ?? []);
  const recorded = readRecords(listed(records));
  const given = listed(spans, isOtlpJson, spansOfOtlp);
  let strange = 0;
  // One by one: of many spans all that is made on the way would else be kept to the end.
  function* plain(): Iterable<PlainSpan> {
    for (let index = 0; index < given.length; index += 1) {
      const span = toPlainSpan(given[index], index);
      if (span === undefined) strange += 1;
      else yield span;
    }
    yield* recorded.spans;
  }
  const trace = buildTrace(readSpans(plain(), logs), retrieverTools);
  const lost = [
    ...(strange > 0 ? [`${String(strange)} of the spans given are no spans`] : []),
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
  return items.some((item) => isOne(item, isExport))
    ? items.flatMap((item) => (isOne(item, isExport) ? itemsOf(item) : [item]))
    : items;
}

function isOne(item: unknown, isExport: (value: unknown) => boolean): boolean {
  try {
    return isExport(item);
  } catch {
    return false;
  }
}

/** Spans that do not tell when they started are taken to have started with the earliest. */
export function readSpans(spans: Iterable<PlainSpan>, logRecords: readonly LogRecord[] = []): readonly ReadSpan[] {
  const withMessages = messagesInto(logRecords);
  const timeless: { readonly at: number; readonly span: PlainSpan }[] = [];
  const read: ReadSpan[] = [];
  let earliest: number | undefined;
  for (const given of spans) {
    const span = withMessages(given);
    const time = span.startTimeUnixMs ?? span.endTimeUnixMs;
    if (time !== null && (earliest === undefined || time < earliest)) earliest = time;
    if (span.startTimeUnixMs === null) timeless.push({ at: read.length, span });
    read.push(readSpan(span, time ?? 0));
  }
  for (const { at, span } of timeless) read[at] = readSpan(span, earliest ?? 0);
  return read;
}

function readSpan(span: PlainSpan, earliest: number): ReadSpan {
  const start = span.startTimeUnixMs ?? earliest;
  const end = span.endTimeUnixMs;
  const error = errorOf(span);
  const reading = withIntercepted(span.reading ?? readingOf(span), span);
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
