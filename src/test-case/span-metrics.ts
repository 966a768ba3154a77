import type { LLMTestCase } from "./llm-test-case.js";
import type { Metric } from "./metric.js";
import type { TraceSpan } from "./trace.js";

type Metrics = readonly Metric<LLMTestCase>[];

const KEY = Symbol.for("rehearsal.span-metrics.1");

/** One for all copies of this package in the process: what traces and what judges may be two. */
function beside(): WeakMap<object, Metrics> {
  const there = Reflect.get(globalThis, KEY) as WeakMap<object, Metrics> | undefined;
  if (there !== undefined) return there;
  const made = new WeakMap<object, Metrics>();
  Object.defineProperty(globalThis, KEY, { value: made });
  return made;
}

/** Metrics are code and no part of a trace's JSON: they are kept beside the span that they judge, and go when it goes. */
export const carryMetrics = (span: TraceSpan, metrics: Metrics): void => void beside().set(span, metrics);

/** What was attached to the function whose call the span is, or staged for it. */
export const metricsOf = (span: object): Metrics => beside().get(span) ?? [];
