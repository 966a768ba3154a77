import { isObject } from "../reading/json-text.js";
import type { SpanInput } from "../reading/read-trace.js";
import { decodeTraces } from "./decode-protobuf.js";

/** A log record as plain data, in the shape that `readTrace` takes. */
export interface LogRecordInput {
  /** Name of the event, where the record has one of its own. */
  readonly eventName?: string;
  readonly body?: unknown;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly traceId?: string;
  readonly spanId?: string;
  readonly timeUnixMs?: number;
  readonly [other: string]: unknown;
}

/**
 * The spans of an OTLP export in protobuf, for {@link readTrace}. Throws `invalid_input` where the bytes are none.
 *
 * @example
 * readTrace({ spans: fromOtlpProtobuf(await readFile("traces.pb")) });
 */
export const fromOtlpProtobuf = (bytes: Uint8Array): readonly SpanInput[] => spansOfOtlp(decodeTraces(bytes));

/** Whether this is OTLP's JSON of a trace export, or of a single span, which `readTrace` takes in place of spans. */
export const isOtlpJson = (value: unknown): value is OtlpJson =>
  isObject(value) && (Array.isArray(value.resourceSpans) || Array.isArray(value.resource_spans) || isOtlpLeaf(value));

/** A span or a log record as OTLP writes it, taken out of its export: `attributes` are a list, times are nanoseconds. */
function isOtlpLeaf(value: Plain): boolean {
  const { attributes = [] } = value;
  if (!Array.isArray(attributes)) return false;
  if (attributes.length > 0) return attributes.every((each) => isObject(each) && typeof each.key === "string");
  return leafTimes.some((key) => value[key] !== undefined);
}

const leafTimes = [
  ...["startTimeUnixNano", "endTimeUnixNano", "timeUnixNano", "observedTimeUnixNano"],
  ...["start_time_unix_nano", "end_time_unix_nano", "time_unix_nano", "observed_time_unix_nano"],
];

/** An OTLP export of traces as JSON, or a single span of one. */
export type OtlpJson =
  { readonly resourceSpans: readonly unknown[] } | { readonly resource_spans: readonly unknown[] } | OtlpSpan;

/** A span as OTLP's JSON has it. */
export interface OtlpSpan {
  readonly traceId?: string;
  readonly spanId?: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano?: string | number;
  readonly endTimeUnixNano?: string | number;
  readonly attributes?: readonly { readonly key: string; readonly value?: unknown }[];
  readonly status?: { readonly code?: number | string; readonly message?: string };
  readonly kind?: number | string;
  readonly events?: readonly object[];
  readonly links?: readonly object[];
  readonly droppedAttributesCount?: number;
}

/** The same for an export of logs. */
export const isOtlpLogsJson = (value: unknown): value is OtlpLogsJson =>
  isObject(value) && (Array.isArray(value.resourceLogs) || Array.isArray(value.resource_logs) || isOtlpLeaf(value));

/** An OTLP export of logs as JSON. */
export type OtlpLogsJson =
  { readonly resourceLogs: readonly unknown[] } | { readonly resource_logs: readonly unknown[] };

/** The spans of an OTLP export in JSON; what is damaged is left out. */
export function spansOfOtlp(request: unknown): readonly SpanInput[] {
  return leaves(request, "resourceSpans", "scopeSpans", "spans").map(({ leaf, resource, scope }) => ({
    name: string(leaf.name) ?? "",
    ...ids(leaf),
    parentSpanId: id(leaf.parentSpanId ?? leaf.parent_span_id) ?? null,
    ...optional("kind", kindOf(leaf.kind)),
    ...optional("startTimeUnixMs", time(leaf.startTimeUnixNano ?? leaf.start_time_unix_nano)),
    ...optional("endTimeUnixMs", time(leaf.endTimeUnixNano ?? leaf.end_time_unix_nano)),
    status: {
      ...optional("code", statusCode(leaf.status)),
      ...optional("message", string(object(leaf.status).message)),
    },
    attributes: attributesOf(leaf.attributes),
    events: list(leaf.events).map((event) => ({
      name: string(event.name) ?? "",
      attributes: attributesOf(event.attributes),
    })),
    droppedAttributesCount: count(leaf.droppedAttributesCount ?? leaf.dropped_attributes_count),
    scope: optional("name", string(scope.name)),
    resource: attributesOf(resource.attributes),
  }));
}

/** The log records of an OTLP export in JSON. */
export function logRecordsOfOtlp(request: unknown): readonly LogRecordInput[] {
  return leaves(request, "resourceLogs", "scopeLogs", "logRecords").map(({ leaf }) => ({
    ...optional("eventName", string(leaf.eventName ?? leaf.event_name)),
    ...optional("body", leaf.body === undefined ? undefined : valueOf(leaf.body)),
    attributes: attributesOf(leaf.attributes),
    ...ids(leaf),
    ...optional("timeUnixMs", time(leaf.timeUnixNano ?? leaf.time_unix_nano)),
  }));
}

type Plain = Readonly<Record<string, unknown>>;
const object = (value: unknown): Plain => (isObject(value) ? value : {});
const list = (value: unknown): readonly Plain[] =>
  Array.isArray(value) ? (value as readonly unknown[]).map(object) : [];
const string = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function optional<Key extends string, T>(key: Key, value: T | undefined): { readonly [K in Key]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]: T });
}

function leaves(request: unknown, outer: string, middle: string, inner: string) {
  const at = (value: Plain, key: string) => list(value[key] ?? value[snake(key)]);
  const given = object(request);
  if (given[outer] === undefined && given[snake(outer)] === undefined && isOtlpLeaf(given))
    return [{ leaf: given, resource: {}, scope: {} }];
  return at(given, outer).flatMap((resourcePart) =>
    at(resourcePart, middle).flatMap((scopePart) =>
      at(scopePart, inner).map((leaf) => ({
        leaf,
        resource: object(resourcePart.resource),
        scope: object(scopePart.scope),
      })),
    ),
  );
}

const ids = (leaf: Plain) => ({
  ...optional("traceId", id(leaf.traceId ?? leaf.trace_id)),
  ...optional("spanId", id(leaf.spanId ?? leaf.span_id)),
});

/** Hexadecimal by the standard; some exporters write base64, as protobuf's own JSON would. All zeros are none. */
function id(value: unknown): string | undefined {
  const text = string(value);
  if (text === undefined || /^0+$/.test(text)) return undefined;
  if (/^[0-9a-fA-F]+$/.test(text) && (text.length === 32 || text.length === 16)) return text.toLowerCase();
  const bytes = Buffer.from(text, "base64");
  return bytes.length === 16 || bytes.length === 8 ? bytes.toString("hex") : text;
}

/** Nanoseconds as text or number, to milliseconds. Zero means unknown. */
function time(value: unknown): number | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  if (typeof value === "string" && !/^\d{1,20}$/.test(value)) return undefined;
  const nanoseconds = Number(value);
  if (!Number.isFinite(nanoseconds) || nanoseconds <= 0) return undefined;
  if (typeof value === "number") return nanoseconds / 1e6;
  const exact = BigInt(value);
  return Number(exact / 1_000_000n) + Number(exact % 1_000_000n) / 1e6;
}

const count = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);

/** By its number or by its name. OpenTelemetry's own spans count otherwise, so it goes on as a name. Undefined: not told. */
function kindOf(kind: unknown): (typeof kinds)[number] | undefined {
  const at = typeof kind === "string" ? kinds.findIndex((name) => kind === `SPAN_KIND_${name.toUpperCase()}`) : kind;
  return typeof at === "number" && at > 0 ? kinds[at] : undefined;
}

const kinds = ["unspecified", "internal", "server", "client", "producer", "consumer"] as const;

function statusCode(status: unknown): number | string | undefined {
  const { code } = object(status);
  return typeof code === "number" || typeof code === "string" ? code : undefined;
}

function attributesOf(value: unknown): Record<string, unknown> {
  return Object.fromEntries(
    list(value).flatMap((attribute): [string, unknown][] => {
      const key = string(attribute.key);
      const read = valueOf(attribute.value);
      return key === undefined || read === undefined ? [] : [[key, read]];
    }),
  );
}

/** An `AnyValue` as a plain value. Undefined: it holds none. */
function valueOf(value: unknown, depth = 0): unknown {
  const any = object(value);
  const get = (key: string): unknown => any[key] ?? any[snake(key)];
  const text = get("stringValue") ?? get("boolValue");
  if (typeof text === "string" || typeof text === "boolean") return text;
  const integer = get("intValue");
  if (typeof integer === "number" || (typeof integer === "string" && /^-?\d+$/.test(integer))) return Number(integer);
  const double = get("doubleValue");
  if (typeof double === "number") return double;
  if (depth > 100) return undefined;
  const array = get("arrayValue");
  if (isObject(array)) return list(array.values).map((item) => valueOf(item, depth + 1) ?? null);
  const entries = get("kvlistValue");
  if (isObject(entries)) {
    return Object.fromEntries(
      list(entries.values).map((entry) => [string(entry.key) ?? "", valueOf(entry.value, depth + 1) ?? null]),
    );
  }
  return string(get("bytesValue"));
}
