import { isObject } from "./json-text.js";
import type { Reading } from "./read-span.js";

/** A span as plain data, whoever recorded it: the common denominator that every reader takes. */
export interface PlainSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  /** Which end of a call between processes it is, where OTLP told so. */
  readonly kind?: EndOfCall | undefined;
  /** In milliseconds since the epoch. Null: the span does not tell. */
  readonly startTimeUnixMs: number | null;
  /** Null: still open, or not told. */
  readonly endTimeUnixMs: number | null;
  /** True: it says of itself that it has not ended. */
  readonly isOpen?: boolean;
  readonly status: { readonly code: number; readonly message?: string };
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly SpanEvent[];
  readonly scope: string;
  readonly droppedAttributesCount: number;
  /** How long its provider lets values be. Absent: not told. */
  readonly valueLimit?: number | undefined;
  /** Where values were found to be cut to that length, and taken out. */
  readonly cutAt?: number;
  /** Where whoever made the span has read it already. */
  readonly reading?: Reading;
}

export type EndOfCall = "client" | "server" | "producer" | "consumer";

export interface SpanEvent {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/**
 * Reads a plain span or an OpenTelemetry `ReadableSpan`, however damaged. Undefined: this is no span at all. A getter
 * that throws makes the whole span unreadable, never the trace.
 */
export function toPlainSpan(value: unknown, index: number): PlainSpan | undefined {
  try {
    return isObject(value) ? plainSpan(value, index) : undefined;
  } catch {
    return undefined;
  }
}

function plainSpan(span: Readonly<Record<string, unknown>>, index: number): PlainSpan | undefined {
  const own = typeof span.spanContext === "function" ? object((span.spanContext as () => unknown).call(span)) : span;
  const parent = object(span.parentSpanContext);
  const readable = own !== span;
  if (!readable && typeof span.name !== "string" && !isObject(span.attributes)) return undefined;
  const ended = readable ? span.ended !== false : true;
  const end = ended ? (milliseconds(span.endTimeUnixMs ?? span.endTime) ?? ofNanoseconds(span.endTimeUnixNano)) : null;
  const { code, message } = object(span.status);
  return {
    name: text(span.name) ?? "",
    traceId: text(own.traceId) ?? "",
    spanId: text(own.spanId) ?? `#${String(index)}`,
    parentSpanId: text(parent.spanId) ?? text(span.parentSpanId) ?? null,
    kind: endOfCall(span.kind),
    startTimeUnixMs: milliseconds(span.startTimeUnixMs ?? span.startTime) ?? ofNanoseconds(span.startTimeUnixNano),
    endTimeUnixMs: end,
    isOpen: !ended || (end === null && span.endTimeUnixMs === null),
    status: statusOf(statusCode(code), text(message)),
    attributes: object(span.attributes),
    events: eventsOf(span.events),
    scope: text(object(span.scope ?? span.instrumentationScope ?? span.instrumentationLibrary).name) ?? "",
    droppedAttributesCount: finite(span.droppedAttributesCount) ?? 0,
    valueLimit: limitOf(span._attributeValueLengthLimit),
  };
}

/** OpenTelemetry's own spans know it, though they do not say so in public. */
const limitOf = (limit: unknown): number | undefined =>
  typeof limit === "number" && Number.isFinite(limit) && limit > 0 ? limit : undefined;

const endOfCall = (kind: unknown): EndOfCall | undefined =>
  kind === "client" || kind === "server" || kind === "producer" || kind === "consumer" ? kind : undefined;

const none: readonly never[] = [];

function eventsOf(given: unknown): readonly SpanEvent[] {
  if (!Array.isArray(given) || given.length === 0) return none;
  // What is missing from a list counts too.
  return Array.from(given as readonly unknown[], (event) => {
    const { name, attributes } = object(event);
    return { name: text(name) ?? "", attributes: object(attributes) };
  });
}

const object = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});
const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
const finite = (value: unknown): number | null =>
  // Adding zero turns -0, which JSON does not keep, into 0.
  typeof value === "number" && Number.isFinite(value) ? value + 0 : null;

const statuses = [{ code: 0 }, { code: 1 }, { code: 2 }] as const;

const statusOf = (code: 0 | 1 | 2, message: string | undefined): PlainSpan["status"] =>
  message === undefined ? statuses[code] : { code, message };

function statusCode(code: unknown): 0 | 1 | 2 {
  if (code === 2 || code === "ERROR" || code === "STATUS_CODE_ERROR") return 2;
  return code === 1 || code === "OK" || code === "STATUS_CODE_OK" ? 1 : 0;
}

/** A number of milliseconds, or OpenTelemetry's pair of seconds and nanoseconds. */
export function milliseconds(time: unknown): number | null {
  if (!Array.isArray(time)) return representable(finite(time));
  const [seconds, nanoseconds] = time as unknown[];
  const whole = finite(seconds);
  return whole === null ? null : representable(whole * 1000 + (finite(nanoseconds) ?? 0) / 1e6);
}

/** As OTLP counts, for spans that were taken out of it and given plain attributes. */
const ofNanoseconds = (time: unknown): number | null =>
  typeof time === "string" || typeof time === "number" ? representable(finite(Number(time) / 1e6)) : null;

/** Times that a Date can hold; differences of others may be infinite. */
const representable = (time: number | null): number | null =>
  time !== null && Math.abs(time) <= 8.64e15 ? time : null;
