import type { ReadSpan } from "./read-span.js";
import { twinsOf, type Twins } from "./twins.js";

/** Parents deeper than this are not followed; a trace of an agent stays far below. */
const DEEPEST = 500;

/** The spans of a trace in the order in which they started, with the way up from each. */
export class SpanTree {
  readonly spans: readonly ReadSpan[];
  readonly #traces = new Map<string, Map<string, ReadSpan>>();
  readonly #parents = new Map<ReadSpan, ReadSpan>();
  #twins: Twins | undefined;

  /** Of spans given twice the later one is kept: it knows more. Turn spans are taken out, their children become roots. */
  constructor(given: readonly ReadSpan[]) {
    for (const span of given) {
      if (span.kind === "turn") continue;
      const trace = this.#traces.get(span.traceId);
      if (trace === undefined) this.#traces.set(span.traceId, new Map([[span.spanId, span]]));
      else trace.set(span.spanId, span);
    }
    const kept = given.filter((span) => this.#find(span.traceId, span.spanId) === span);
    for (const span of kept) {
      const { parentSpanId, parentTraceId = span.traceId } = span;
      const parent = parentSpanId === null ? undefined : this.#find(parentTraceId, parentSpanId);
      if (parent !== undefined) this.#parents.set(span, parent);
    }
    this.spans = kept.sort((a, b) => a.startTimeMs - b.startTimeMs || this.#depth(a) - this.#depth(b));
  }

  parent(span: ReadSpan): ReadSpan | undefined {
    return span.parentSpanId === null ? undefined : this.#parents.get(span);
  }

  /** From the parent to the root. Parents that form a cycle end at the limit. */
  ancestors(span: ReadSpan): readonly ReadSpan[] {
    const found: ReadSpan[] = [];
    let next = this.parent(span);
    while (next !== undefined && next !== span && found.length < DEEPEST) {
      found.push(next);
      next = this.parent(next);
    }
    return found;
  }

  /** The nearest span around it for which the test holds. */
  nearest(span: ReadSpan, test: (ancestor: ReadSpan) => boolean): ReadSpan | undefined {
    let next = this.parent(span);
    for (let depth = 0; next !== undefined && next !== span && depth < DEEPEST; depth += 1) {
      if (test(next)) return next;
      next = this.parent(next);
    }
    return undefined;
  }

  under(span: ReadSpan, test: (ancestor: ReadSpan) => boolean): boolean {
    return this.nearest(span, test) !== undefined;
  }

  /** Those of `spans` that no other of them lies within. */
  outermost(spans: readonly ReadSpan[]): readonly ReadSpan[] {
    if (spans.length < 2) return spans;
    const among = new Set(spans);
    return spans.filter((span) => !this.under(span, (ancestor) => among.has(ancestor)));
  }

  /** Those of `spans` that no other of them lies within themselves. */
  innermost(spans: readonly ReadSpan[]): readonly ReadSpan[] {
    if (spans.length < 2) return spans;
    const outer = this.above(spans);
    return spans.filter((span) => !outer.has(span));
  }

  /** All that any of `spans` lies within. */
  above(spans: readonly ReadSpan[]): ReadonlySet<ReadSpan> {
    const found = new Set<ReadSpan>();
    for (const span of spans) {
      let next = this.parent(span);
      while (next !== undefined && next !== span && !found.has(next)) {
        found.add(next);
        next = this.parent(next);
      }
    }
    return found;
  }

  /** Spans that tell of the same work as others beside them. */
  get twins(): Twins {
    return (this.#twins ??= twinsOf(this.spans));
  }

  /** Those of `spans` that tell of no work which an earlier one of them tells of. */
  distinct(spans: readonly ReadSpan[]): readonly ReadSpan[] {
    if (this.twins.size === 0) return spans;
    const among = new Set(spans);
    return spans.filter((span) => span === (this.twins.get(span) ?? [span]).find((twin) => among.has(twin)));
  }

  #find(traceId: string, spanId: string): ReadSpan | undefined {
    return this.#traces.get(traceId)?.get(spanId);
  }

  #depth(span: ReadSpan): number {
    return this.ancestors(span).length;
  }
}
