import { activeContext, type Scope } from "../context.js";
import { quietly } from "../faults.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { ReadSpan } from "../reading/read-span.js";
import { readSpans } from "../reading/read-trace.js";
import { readRecords } from "../records/read-records.js";
import { openScopeOf } from "./open-run.js";
import { movedBy } from "./run-time.js";
import type { Recorded, RunStore } from "./run-store.js";

/**
 * Puts what was recorded without OpenTelemetry on the run under way: an ended trace item of OpenAI Agents, a span of
 * Mastra, a run of LangSmith. Call it where the framework hands these out, in a tracing processor or an exporter; outside
 * of runs it does nothing. Never throws.
 *
 * @example
 * setTraceProcessors([{ ...others, onSpanEnd: async (span) => recordItem(span) }]);
 */
export function recordItem(item: object): void {
  quietly("recording an item", () => {
    const scope = openScopeOf(activeContext());
    if (scope === undefined) return;
    const { spans, unknown } = readRecords([item]);
    if (unknown > 0) throw new Error("it is of no known kind");
    for (const span of spans) scope.run.add(new ItemRecord(span, scope));
  });
}

class ItemRecord implements Recorded {
  readonly endTimeMs: number;
  readonly #span: PlainSpan;
  readonly #scope: Pick<Scope, "traceId" | "spanId">;

  constructor(span: PlainSpan, { traceId, spanId, run }: Scope & { readonly run: RunStore }) {
    this.#span = movedBy(run.offsetMs, span);
    this.#scope = { traceId, spanId };
    this.endTimeMs = this.#span.endTimeUnixMs ?? run.time.now();
  }

  toReadSpan(): ReadSpan {
    const [span] = readSpans([this.#span]);
    if (span === undefined) throw new Error("a recorded item can't be read");
    if (span.parentSpanId !== null) return span;
    // The first of its own tracing, yet something within an observed call started it.
    const { traceId, spanId } = this.#scope;
    return { ...span, parentSpanId: spanId, parentTraceId: traceId };
  }
}
