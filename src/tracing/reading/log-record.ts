import { textOf } from "./attributes.js";
import { isObject } from "./json-text.js";

/** A log record as plain data, whoever emitted it. */
export interface LogRecord {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/**
 * Reads a plain log record or OpenTelemetry's `ReadableLogRecord`, however damaged. Undefined: this is no log record, or it
 * belongs to no span.
 */
export function toLogRecord(value: unknown): LogRecord | undefined {
  try {
    return isObject(value) ? logRecord(value) : undefined;
  } catch {
    return undefined;
  }
}

function logRecord(record: Readonly<Record<string, unknown>>): LogRecord | undefined {
  const own = isObject(record.spanContext) ? record.spanContext : record;
  const [traceId, spanId] = [textOf(own.traceId), textOf(own.spanId)];
  if (traceId === undefined || spanId === undefined) return undefined;
  const attributes = isObject(record.attributes) ? record.attributes : {};
  const name = textOf(record.eventName) ?? textOf(attributes["event.name"]) ?? textOf(record.name) ?? "";
  return { name, traceId, spanId, attributes, body: record.body };
}
