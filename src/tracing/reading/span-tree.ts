import type { ReadSpan } from "./read-span.js";

/** Parents deeper than this are not followed; a trace of an agent stays far below. */
const DEEPEST = 500;

/** The spans of a trace in the order in which they started, with the way up from each. */
export class SpanTree {
  readonly spans: readonly ReadSpan[];
  readonly #traces = new Map<string, Map<string, ReadSpan>>();

  /** Of spans given twice the later one is kept: it knows more. Turn spans are taken out, their children become roots. */
  constructor(given: readonly ReadSpan[]) {
    for (const span of given) {
      const trace = this.#traces.get(span.traceId);
      if (trace === undefined) this.#traces.set(span.traceId, new Map([[span.spanId, span]]));
      else trace.set(span.spanId, span);
    }
    const kept = given.filter((span) => span.kind !== "turn" && this.#find(span.traceId, span.spanId) === span);
    this.spans = kept.sort((a, b) => a.startTimeMs - b.startTimeMs || this.#depth(a) - this.#depth(b));
  }

  parent(span: ReadSpan): ReadSpan | undefined {
    const { parentSpanId, parentTraceId = span.traceId } = span;
    const parent = parentSpanId === null ? undefined : this.#find(parentTraceId, parentSpanId);
    return parent?.kind === "turn" ? undefined : parent;
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

  under(span: ReadSpan, test: (ancestor: ReadSpan) => boolean): boolean {
    return this.ancestors(span).some(test);
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
    const outer = new Set(spans.flatMap((span) => this.ancestors(span)));
    return spans.filter((span) => !outer.has(span));
  }

  #find(traceId: string, spanId: string): ReadSpan | undefined {
    return this.#traces.get(traceId)?.get(spanId);
  }

  #depth(span: ReadSpan): number {
    return this.ancestors(span).length;
  }
}
