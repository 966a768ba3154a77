import { isSpanContextValid, type SpanContext } from "@opentelemetry/api";

/** `traceparent`, `tracestate` and `baggage`, as far as there are any. See W3C Trace Context and W3C Baggage. */
export type Carrier = Readonly<Record<string, string>>;

/** Those of them that a request really brought, whatever else it did. */
export function carrierIn(given: unknown): Carrier {
  if (typeof given !== "object" || given === null) return {};
  const texts = ["traceparent", "tracestate", "baggage"].flatMap((key) => {
    const value: unknown = Reflect.get(given, key);
    return typeof value === "string" ? [[key, value] as const] : [];
  });
  return Object.fromEntries(texts);
}

export const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** The span that a `traceparent` names. */
export function senderIn({ traceparent = "" }: Carrier): SpanContext | undefined {
  const [, traceId = "", spanId = "", flags = ""] = TRACEPARENT.exec(traceparent) ?? [];
  const found = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(found) ? found : undefined;
}

/** The entries of a `baggage` header as they stand there. */
export const entriesOf = (baggage = ""): readonly string[] => baggage.split(",").filter((entry) => entry.trim() !== "");

/** Their keys and values, without those that can't be decoded. */
export const baggageIn = ({ baggage }: Carrier): ReadonlyMap<string, string> =>
  new Map(entriesOf(baggage).flatMap((entry) => pairOf(entry) ?? []));

function pairOf(entry: string): [[string, string]] | undefined {
  const [pair = ""] = entry.split(";");
  const equals = pair.indexOf("=");
  if (equals < 1) return undefined;
  try {
    return [[pair.slice(0, equals).trim(), decodeURIComponent(pair.slice(equals + 1).trim())]];
  } catch {
    return undefined;
  }
}
