import type { RunIdentity } from "../run/run-store.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { Hops } from "./hops.js";

/** How the spans that came for a run stand. */
export interface Standing {
  /** Whether the span by which another process took the turn up has come. */
  readonly hasRoot: boolean;
  /** Spans whose parents have not come. */
  readonly orphans: readonly PlainSpan[];
  /** Requests to other processes, in words, whose other ends are known to be traced and have not come. */
  readonly unanswered: readonly string[];
}

/** Whether nothing is known to lack. */
export const looksWhole = ({ hasRoot, orphans, unanswered }: Standing): boolean =>
  hasRoot && orphans.length === 0 && unanswered.length === 0;

/**
 * A span is exported when it ends, so the outermost of a process comes last, and a trace with all its parents is whole but
 * for what is still at work beside it. `known`: ids of spans that the run recorded itself.
 */
export function standingOf(
  { traceId, spanId }: Pick<RunIdentity, "traceId" | "spanId">,
  spans: readonly PlainSpan[],
  known: ReadonlySet<string>,
  hops: Pick<Hops, "unansweredIn">,
): Standing {
  const ids = new Set(spans.map((span) => span.spanId));
  const isRoot = (span: PlainSpan): boolean =>
    span.parentSpanId === null ||
    (span.traceId === traceId && span.parentSpanId === spanId) ||
    (!ids.has(span.parentSpanId) && known.has(span.parentSpanId));
  return {
    hasRoot: spans.some(isRoot),
    orphans: spans.filter((span) => !isRoot(span) && !ids.has(span.parentSpanId ?? "")),
    unanswered: hops.unansweredIn(spans),
  };
}
