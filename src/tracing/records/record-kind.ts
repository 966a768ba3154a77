import { isObject } from "../reading/json-text.js";
import { milliseconds, type PlainSpan } from "../reading/plain-span.js";
import type { Reading } from "../reading/read-span.js";

export type Fields = Readonly<Record<string, unknown>>;

/** A way of recording an agent's work without OpenTelemetry. */
export interface RecordKind {
  /** By shape. */
  readonly fits: (record: Fields) => boolean;
  /** Given all records of the kind, how to read one of them. */
  readonly reader: (all: readonly Fields[]) => (record: Fields) => readonly PlainSpan[];
}

export interface Recorded {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly start: unknown;
  readonly end: unknown;
  readonly error?: string | undefined;
  readonly conversationId?: string | undefined;
  readonly reading: Reading;
}

export function recordedSpan(recorded: Recorded): PlainSpan {
  const { error, conversationId } = recorded;
  return {
    name: recorded.name,
    traceId: recorded.traceId,
    spanId: recorded.spanId,
    parentSpanId: recorded.parentSpanId ?? null,
    startTimeUnixMs: timeOf(recorded.start),
    endTimeUnixMs: timeOf(recorded.end),
    status: error === undefined ? { code: 0 } : { code: 2, message: error },
    attributes: conversationId === undefined ? {} : { "gen_ai.conversation.id": conversationId },
    events: [],
    scope: "",
    droppedAttributesCount: 0,
    reading: recorded.reading,
  };
}

/** Milliseconds of a number, a Date or an ISO time with all its digits; one without a zone is in UTC. */
export function timeOf(time: unknown): number | null {
  if (time instanceof Date) return milliseconds(time.getTime());
  if (typeof time !== "string") return milliseconds(time);
  const [, date, fraction = "", zone = ""] =
    /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/.exec(time) ?? [];
  const whole =
    date === undefined ? Date.parse(time) : Date.parse(`${date.replace(" ", "T")}${zone === "" ? "Z" : zone}`);
  return milliseconds(whole + (fraction === "" ? 0 : Number(`0${fraction}`) * 1000));
}

export const object = (value: unknown): Fields => (isObject(value) ? value : {});
