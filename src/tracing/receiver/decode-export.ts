import { messageOf } from "../../errors.js";
import { decodeLogs, decodeTraces } from "../otlp/decode-protobuf.js";
import { logRecordsOfOtlp, spansOfOtlp } from "../otlp/from-otlp.js";
import { isObject } from "../reading/json-text.js";
import { toLogRecord } from "../reading/log-record.js";
import { toPlainSpan } from "../reading/plain-span.js";
import type { Arrival } from "./arrival.js";
import type { Encoding, Signal } from "./export-format.js";
import { Refusal } from "./refusal.js";

export interface DecodedExport {
  readonly arrivals: readonly Arrival[];
  /** Spans that lack what makes them spans of a trace. */
  readonly damaged: number;
  /** Log records that belong to no span, and so to no turn. */
  readonly loose: number;
}

/** What a span takes beside its contents. */
const OVERHEAD_BYTES = 200;

/** Reads the body of an export. Throws a {@link Refusal} where it is none. */
export function decodeExport(signal: Signal, encoding: Encoding, body: Uint8Array): DecodedExport {
  const request = requestOf(signal, encoding, body);
  const items: readonly object[] = signal === "traces" ? spansOfOtlp(request) : logRecordsOfOtlp(request);
  const weight = OVERHEAD_BYTES + Math.ceil(body.byteLength / Math.max(1, items.length));
  const arrivals = items.flatMap((item) => (signal === "traces" ? spanOf(item, weight) : logOf(item, weight)) ?? []);
  const lost = items.length - arrivals.length;
  return { arrivals, damaged: signal === "traces" ? lost : 0, loose: signal === "logs" ? lost : 0 };
}

function requestOf(signal: Signal, encoding: Encoding, body: Uint8Array): unknown {
  try {
    if (encoding === "protobuf") return signal === "traces" ? decodeTraces(body) : decodeLogs(body);
    return checked(signal, JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(400, encoding === "json" ? `The body is no valid JSON: ${messageOf(error)}` : messageOf(error));
  }
}

const lists = { traces: ["resourceSpans", "resource_spans"], logs: ["resourceLogs", "resource_logs"] } as const;

function checked(signal: Signal, request: unknown): unknown {
  if (!isObject(request)) throw new Refusal(400, "The body is no OTLP export: it must be a JSON object.");
  const [name] = lists[signal];
  const own = lists[signal].map((key) => request[key]).find((value) => value !== undefined);
  if (own !== undefined && !Array.isArray(own)) throw new Refusal(400, `${name} must be a list.`);
  const other = signal === "traces" ? "logs" : "traces";
  if (own === undefined && lists[other].some((key) => key in request)) {
    throw new Refusal(400, `The body is an export of ${other}: send it to /v1/${other}.`);
  }
  return request;
}

function spanOf(item: object, weight: number): Arrival | undefined {
  const span = toPlainSpan(item, 0);
  if (span === undefined || !/^[\da-f]{32}$/.test(span.traceId) || !/^[\da-f]{16}$/.test(span.spanId)) return undefined;
  const { traceId, spanId, parentSpanId, attributes } = span;
  const resource = "resource" in item && isObject(item.resource) ? item.resource : {};
  return { traceId, spanId, parentSpanId, attributes: { ...resource, ...attributes }, weight, content: { span } };
}

function logOf(item: object, weight: number): Arrival | undefined {
  const log = toLogRecord(item);
  if (log === undefined) return undefined;
  const { traceId, spanId: parentSpanId, attributes } = log;
  return { traceId, spanId: null, parentSpanId, attributes, weight, content: { log } };
}
