import { failureKindOf } from "../simulator/failure-kind.js";
import type { FailureKind } from "../test-case/failure.js";
import { describeIssues, parse } from "../test-case/schema.js";
import { messageOf, RehearsalError } from "../errors.js";
import type { MeasureOptions, Metric, MetricResult, TestCase } from "../test-case/metric.js";
import { unlessAborted } from "./abort.js";
import { joinLines } from "./join-lines.js";
import { metricResultSchema } from "./metric-result-schema.js";
import { plain } from "./plain.js";

/**
 * Has a metric measure a test case. Whatever the metric does (throws, answers nonsense, never ends after the signal
 * fired), a result comes of it: `errored`, with the metric's name.
 */
export async function measure(metric: Metric, testCase: TestCase, options: MeasureOptions = {}): Promise<MetricResult> {
  try {
    return checked(metric, await unlessAborted(options.signal, () => metric.measure(testCase, options)));
  } catch (error) {
    return errored(metric, messageOf(error), failureKindOf(error));
  }
}

/** The same at once, for a metric that can. */
export function measureNow(metric: Metric & Required<Pick<Metric, "measureNow">>, testCase: TestCase): MetricResult {
  try {
    return checked(metric, metric.measureNow(testCase));
  } catch (error) {
    return errored(metric, messageOf(error));
  }
}

function checked(metric: Metric, answer: unknown): MetricResult {
  try {
    if (typeof answer !== "object" || answer === null) {
      return errored(metric, `the metric answered ${String(answer)} instead of a result`);
    }
    const result = plain(parse(metricResultSchema, { ...answer }, "the metric's answer"));
    return metric.flaky === true && result.flaky === undefined ? { ...result, flaky: true } : result;
  } catch (error) {
    const reason =
      error instanceof RehearsalError && error.issues.length > 0
        ? joinLines(describeIssues("the metric's answer", error.issues), "; ")
        : `the metric's answer can't be read: ${messageOf(error)}`;
    return errored(metric, reason);
  }
}

function errored(metric: Metric, reason: string, failure?: FailureKind): MetricResult {
  const threshold = Number.isFinite(metric.threshold) ? metric.threshold : null;
  const flaky = metric.flaky === true ? { flaky: true } : {};
  // That it threw says no more than the reason does.
  const told = failure === undefined || failure === "threw" ? {} : { failure };
  return { name: metric.name, verdict: "errored", score: null, threshold, reason, ...flaky, ...told };
}
