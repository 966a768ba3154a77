import type { LLMTestCase } from "../test-case/llm-test-case.js";
import {
  isConversational,
  type MeasureOptions,
  type Metric,
  type MetricResult,
  type TestCase,
} from "../test-case/metric.js";
import { metricsOf } from "../test-case/span-metrics.js";
import type { Trace, TraceSpan } from "../test-case/trace.js";
import type { SpanFilter, SpanTestCase } from "../tracing/cases/span-test-cases.js";
import { measure } from "./measure.js";
import { excerpt } from "./neutralise.js";

/** Metrics for the parts of an agent: for each span of a trace that the filter tells. */
export interface SpanMetrics {
  readonly spans: SpanFilter;
  readonly metrics: readonly Metric<LLMTestCase>[];
}

type Limit = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * What the metrics say that `observe({ metrics })` put on spans of a test case's traces, and those that the caller puts on
 * spans by a filter. A filter that no span of the case meets is an errored result: nothing measured is no pass.
 */
export async function measureSpans(
  testCase: TestCase,
  byFilter: readonly SpanMetrics[],
  limit: Limit,
  options: MeasureOptions,
): Promise<MetricResult[]> {
  const traces = isConversational(testCase)
    ? (testCase.traces ?? [])
    : testCase.trace === undefined
      ? []
      : [testCase.trace];
  const attached = traces.some(({ spans }) => spans.some((span) => metricsOf(span).length > 0));
  if (!attached && byFilter.length === 0) return [];
  const { spanTestCases } = await import("../tracing/cases/span-test-cases.js");
  const found = (filter?: SpanFilter) =>
    traces.flatMap((trace) => spanTestCases(trace, filter).map((part) => ({ ...part, turn: turnOf(testCase, trace) })));
  const own = found().flatMap((part) => part.metrics.map((metric) => ({ ...part, metric })));
  const chosen = byFilter.flatMap(({ spans, metrics }) => {
    const parts = found(spans);
    return metrics.flatMap((metric) =>
      parts.length === 0 ? [{ metric }] : parts.map((part) => ({ ...part, metric })),
    );
  });
  return Promise.all([...own, ...chosen].map((part) => limit(() => measured(part, options))));
}

type Part = Partial<SpanTestCase> & { readonly metric: Metric<LLMTestCase>; readonly turn?: number | undefined };

async function measured(
  { span, testCase, metric, missing, turn }: Part,
  options: MeasureOptions,
): Promise<MetricResult> {
  const name = span === undefined ? metric.name : `${metric.name} of ${span.kind} "${span.name}"`;
  const about = {
    name,
    threshold: metric.threshold,
    ...(metric.flaky === undefined ? {} : { flaky: metric.flaky }),
    measure: (of: TestCase, how?: MeasureOptions) => metric.measure(of as LLMTestCase, how),
  };
  const place = turn === undefined ? {} : { turn };
  if (testCase !== undefined && span !== undefined) {
    const result = await measure(about, testCase, options);
    const details =
      result.verdict === "passed" ? {} : { details: [...judged(span, testCase), ...(result.details ?? [])] };
    return { ...result, ...details, name, ...place };
  }
  const reason = missing ?? "no span of the trace is one that it is for";
  const { measure: _, ...told } = about;
  return { ...told, verdict: "errored", score: null, reason, ...place };
}

/** What stands around a failure is what went into the whole agent and came out of it, which is not what was judged here. */
const judged = ({ kind, name }: TraceSpan, { input, actualOutput }: LLMTestCase): readonly string[] => [
  `judged here: ${kind} "${name}"`,
  `  input:  ${excerpt(input)}`,
  `  output: ${actualOutput === undefined ? "(not recorded)" : excerpt(actualOutput)}`,
];

/** By the trace's id, which the turn carries. */
function turnOf(testCase: TestCase, { traceId }: Trace): number | undefined {
  if (!isConversational(testCase) || traceId === null) return undefined;
  const at = testCase.turns.findIndex((turn) => turn.traceId === traceId);
  return at < 0 ? undefined : at + 1;
}
