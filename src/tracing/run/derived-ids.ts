import type { ReadSpan } from "../reading/read-span.js";

/**
 * The spans of a run with ids that are the same in every run: `traceId` for that of the run, and of all others one after
 * the other as they are met. What belongs together still does.
 */
export function withDerivedIds(
  spans: readonly ReadSpan[],
  { real, traceId }: { readonly real: string; readonly traceId: string },
): readonly ReadSpan[] {
  const traceIds = namesFor(traceId.slice(0, 24));
  traceIds.set(real, traceId);
  const spanIds = namesFor(traceId.slice(0, 8));
  return spans.map((span) => ({
    ...span,
    traceId: traceIds.of(span.traceId),
    spanId: spanIds.of(span.spanId),
    parentSpanId: span.parentSpanId === null ? null : spanIds.of(span.parentSpanId),
    ...(span.parentTraceId !== undefined && { parentTraceId: traceIds.of(span.parentTraceId) }),
  }));
}

/** An id that was not told stays so. */
function namesFor(prefix: string) {
  const known = new Map([["", ""]]);
  return {
    set: (id: string, name: string): void => void known.set(id, name),
    of: (id: string): string => {
      const name = known.get(id) ?? `${prefix}${known.size.toString(16).padStart(8, "0")}`;
      known.set(id, name);
      return name;
    },
  };
}
