/** W3C headers. */
export interface TraceHeaders {
  readonly traceparent: string;
  readonly baggage: string;
}

export interface RunIds {
  readonly runId: string;
  readonly conversationId?: string;
  readonly turnId?: string;
}

/**
 * Always marked as sampled: this side does want the other's spans, even where the user's sampler drops its own.
 * See W3C Trace Context and W3C Baggage.
 */
export function headersOf(traceId: string, spanId: string, { runId, conversationId, turnId }: RunIds): TraceHeaders {
  const entries = { "rehearsal.run": runId, "rehearsal.conversation": conversationId, "rehearsal.turn": turnId };
  const baggage = Object.entries(entries).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${encoded(value)}`],
  );
  return { traceparent: `00-${traceId}-${spanId}-01`, baggage: baggage.join(",") };
}

/** Lone surrogates can't be encoded; in an id they are no loss. */
const encoded = (value: string): string => encodeURIComponent(value.replace(/\p{Surrogate}/gu, "\uFFFD"));
