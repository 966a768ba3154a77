/** W3C headers. No interface: those are not taken for the headers of `fetch`. */
export type TraceHeaders = {
  readonly traceparent: string;
  readonly baggage: string;
};

export interface RunIds {
  readonly runId: string;
  readonly conversationId?: string;
  readonly turnId?: string;
}

/** Names of the ids in baggage, and on spans whose process copies baggage to attributes. */
export const baggageKeys = {
  run: "rehearsal.run",
  conversation: "rehearsal.conversation",
  turn: "rehearsal.turn",
} as const;

/**
 * Always marked as sampled: this side does want the other's spans, even where the user's sampler drops its own.
 * See W3C Trace Context and W3C Baggage.
 */
export function headersOf(traceId: string, spanId: string, { runId, conversationId, turnId }: RunIds): TraceHeaders {
  const entries = [
    [baggageKeys.run, runId],
    [baggageKeys.conversation, conversationId],
    [baggageKeys.turn, turnId],
  ] as const;
  const baggage = entries.flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${encoded(value)}`]));
  return { traceparent: `00-${traceId}-${spanId}-01`, baggage: baggage.join(",") };
}

/** Lone surrogates can't be encoded; in an id they are no loss. */
const encoded = (value: string): string => encodeURIComponent(value.replace(/\p{Surrogate}/gu, "\uFFFD"));
