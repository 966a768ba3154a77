import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import type { Trace, TraceSpan } from "../../test-case/trace.js";
import { ownStatuses } from "../conventions/copied.js";
import { conventions } from "../conventions/index.js";
import { withVectors } from "../conventions/traceloop-vectors.js";
import { wholeTraceOf } from "../conventions/whole-trace.js";
import { isOtlpJson, isOtlpLogsJson, logRecordsOfOtlp, spansOfOtlp } from "../otlp/from-otlp.js";
import type { LogRecordInput, OtlpJson, OtlpLogsJson } from "../otlp/from-otlp.js";
import { readRecords } from "../records/read-records.js";
import { checkInput, noSpansIn } from "./check-input.js";
import { attributesIn, cutLengthOf, cutValuesNote, withoutCut } from "./cut-values.js";
import { errorOf } from "./attributes.js";
import { buildTrace, type RetrieverTools } from "./build-trace.js";
import { withIntercepted } from "./intercepted.js";
import { isObject } from "./json-text.js";
import { toLogRecord, type LogRecord } from "./log-record.js";
import { mixedNote } from "./mixed.js";
import { messagesInto } from "./message-events.js";
import { toPlainSpan, type PlainSpan } from "./plain-span.js";
import { fromTraceSpan } from "./trace-span.js";
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
  /**
   * Spans of one exchange, in the order of their export: plain ones, OpenTelemetry's own, OTLP's JSON, or those of a `Trace`.
   */
  readonly spans?: OtlpJson | readonly (SpanInput | ReadableSpan | OtlpJson | TraceSpan)[];
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
  checkInput("readTrace", input);
  const { spans, lost, nothing } = readGiven(input);
  const trace = buildTrace(spans, input.retrieverTools);
  const notes = [...mixedNote(spans), ...lost];
  const missing =
    nothing === undefined
      ? trace.missing
      : trace.missing.map((each) =>
          each.replace(/^(toolsCalled: nothing was recorded);.*$/, (_, what: string) => `${what}${nothing}`),
        );
  return nothing === undefined && notes.length === 0 ? trace : { ...trace, missing: [...missing, ...notes] };
}

/**
 * The same of an export of many requests: one trace for each trace id, in the order of their beginning, such as
 * `conversationFromTraces` takes. What belongs to no span of them is told in `missing` of the last.
 *
 * @example
 * const cases = conversationFromTraces(readTraces({ spans: JSON.parse(exported) }));
 */
export function readTraces(input: ReadTraceInput): readonly Trace[] {
  checkInput("readTraces", input);
  const { spans, lost } = readGiven(input);
  const groups = new Map<string, ReadSpan[]>();
  for (const span of spans) {
    const group = groups.get(span.traceId);
    if (group === undefined) groups.set(span.traceId, [span]);
    else group.push(span);
  }
  const traces = [...groups.values()]
    .map((group) => ({ group, at: group.reduce((first, { startTimeMs }) => Math.min(first, startTimeMs), Infinity) }))
    .sort((a, b) => a.at - b.at)
    .map(({ group }) => buildTrace(group, input.retrieverTools));
  const last = traces.at(-1);
  if (last === undefined || lost.length === 0) return traces;
  return [...traces.slice(0, -1), { ...last, missing: [...last.missing, ...lost] }];
}

/** The spans that were given, and what of it was no span. */
function readGiven({ spans, logRecords, records }: ReadTraceInput): {
  readonly spans: readonly ReadSpan[];
  readonly lost: readonly string[];
  /** Why there are none though something was given. */
  readonly nothing: string | undefined;
} {
  const logs = listed(logRecords, isOtlpLogsJson, logRecordsOfOtlp).flatMap((record) => toLogRecord(record) ?? []);
  const recorded = readRecords(listed(records));
  const given = listed(spans, isOtlpJson, spansOfOtlp);
  let strange = 0;
  // One by one: of many spans all that is made on the way would else be kept to the end.
  function* plain(): Iterable<PlainSpan> {
    strange = 0;
    for (let index = 0; index < given.length; index += 1) {
      const span = fromTraceSpan(given[index]) ?? toPlainSpan(given[index], index);
      if (span === undefined) strange += 1;
      else yield span;
    }
    yield* recorded.spans;
  }
  const cutAt = cutLengthOf(attributesIn(given, recorded.spans));
  const read = readSpans(plain(), logs, cutAt);
  const lost = [
    ...(strange > 0 ? [`${String(strange)} of the spans given are no spans`] : []),
    ...(recorded.unknown > 0 ? [`${String(recorded.unknown)} of the records given are of no known kind`] : []),
  ];
  return { spans: read, lost, nothing: strange > 0 && read.length === 0 ? noSpansIn(given) : undefined };
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
export function readSpans(
  spans: Iterable<PlainSpan>,
  logRecords: readonly LogRecord[] = [],
  cutAt: number | undefined = Array.isArray(spans) && spans.length > 1 ? cutLengthOf(spans) : undefined,
): readonly ReadSpan[] {
  const withMessages = messagesInto(logRecords);
  const withOwnStatus = ownStatuses();
  const timeless: { readonly at: number; readonly span: PlainSpan }[] = [];
  const read: ReadSpan[] = [];
  let earliest: number | undefined;
  for (const given of spans) {
    const span = withOwnStatus(withMessages(withoutCut(given, given.valueLimit ?? cutAt)));
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
  const { reading, by } = readingOf(span);
  const error = failureOf(span) ?? reading.error;
  const dropped = span.droppedAttributesCount;
  const isCut = error !== undefined && reading.kind === "llm" && (reading.outputText ?? "") !== "";
  const notes = [
    ...(dropped === 0 ? [] : [droppedNote(dropped)]),
    ...(span.cutAt === undefined ? [] : [cutValuesNote(span.cutAt)]),
    ...(isCut ? [cutNote] : []),
  ];
  return toReadSpan(reading, {
    name: span.name,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    startTimeMs: start,
    endTimeMs: end === null ? null : Math.max(start, end),
    isOpen: span.isOpen,
    status: error !== undefined ? "error" : span.status.code === 1 ? "ok" : "unset",
    error,
    scope: span.scope === "" ? by : span.scope,
    whole: wholeOf(span),
    missing: notes.length === 0 ? undefined : [...(reading.missing ?? []), ...notes],
  });
}

const cutNote = "output cut short (it failed before it was complete)";

const droppedNote = (count: number): string => `${String(count)} attributes were dropped by the provider's limits`;

function wholeOf({ attributes }: PlainSpan): WholeTrace | undefined {
  try {
    return wholeTraceOf(attributes);
  } catch {
    return undefined;
  }
}

/** A getter of the user's own may throw. */
function failureOf(span: PlainSpan): string | undefined {
  try {
    return errorOf(span);
  } catch {
    return span.status.message ?? "failed without a message";
  }
}

interface Found {
  readonly reading: Reading;
  /** The convention that it is of, which tells who recorded a span that does not name its scope. */
  readonly by: string;
}

function readingOf(span: PlainSpan): Found {
  try {
    const { reading, by } = span.reading === undefined ? readingFrom(span, 0) : { reading: span.reading, by: "" };
    return { reading: withIntercepted(withVectors(reading ?? { kind: "custom" }, span), span), by };
  } catch {
    return { reading: { kind: "custom", missing: ["could not be read"] }, by: "" };
  }
}

/** What the conventions from the given one on make of a span. */
function readingFrom(span: PlainSpan, first: number): Partial<Found> & Pick<Found, "by"> {
  for (let index = first; index < conventions.length; index += 1) {
    const reading = conventions[index]?.(span, () => readingFrom(span, index + 1).reading);
    if (reading !== undefined) return { reading, by: `convention ${String(index)}` };
  }
  return { by: "" };
}
