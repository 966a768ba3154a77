import { repliesOf } from "../test-case/agent-turns.js";
import {
  isConversational,
  type MeasureOptions,
  type Metric,
  type MetricResult,
  type TestCase,
} from "../test-case/metric.js";
import { trialOf } from "./any-test-case.js";
import { blameFor, type Blame } from "./blame.js";
import { hollowPass, hollowText } from "./hollow-pass.js";
import { measure } from "./measure.js";
import { measureSpans, type SpanMetrics } from "./measure-spans.js";
import { mergeMetrics } from "./metric-list.js";
import { plain } from "./plain.js";
import type { CaseResult } from "./run-record.js";
import { caseStatus, type CaseStatus } from "./status.js";
import { tellBackend } from "./tell-backend.js";

/** What a case asserts by itself; see `statedMetrics` of the metrics. */
export type StatedMetrics = (testCase: TestCase) => {
  readonly metrics: readonly Metric[];
  readonly notYetAsserted: readonly string[];
};

/** The metrics are many files: they are loaded when something is measured. */
export const loadStatedMetrics = async (): Promise<StatedMetrics> =>
  (await import("../metrics/stated-metrics.js")).statedMetrics;

export interface CaseEvaluation extends MeasureOptions {
  readonly name: string;
  /** Besides what the case states. */
  readonly metrics: readonly Metric[];
  readonly stated: StatedMetrics;
  /** For spans of its traces. Absent: only what was attached where they were observed. */
  readonly spanMetrics?: readonly SpanMetrics[];
  /** Runs a measurement when there is room for it. */
  readonly limit?: <T>(task: () => Promise<T>) => Promise<T>;
}

/** Has everything that a case states measured, and what the caller wants besides, and says what came of it. */
export async function evaluateCase(testCase: TestCase, evaluation: CaseEvaluation): Promise<CaseResult> {
  const result = await judgedCase(testCase, evaluation);
  await tellBackend(testCase, result.metrics);
  return result;
}

/** The same, and nobody else is told. */
export async function judgedCase(
  testCase: TestCase,
  { name, metrics: given, stated, spanMetrics = [], limit = (task) => task(), ...options }: CaseEvaluation,
): Promise<CaseResult> {
  const { metrics, notYetAsserted } = stated(testCase);
  const measured = await Promise.all(
    mergeMetrics(metrics, given).map((metric): Promise<MetricResult> =>
      limit(() => measure(metric, testCase, options)),
    ),
  );
  const ofSpans = await measureSpans(testCase, spanMetrics, limit, options);
  return caseResult(testCase, name, [...measured, ...ofSpans], notYetAsserted);
}

export function caseResult(
  testCase: TestCase,
  name: string,
  metrics: readonly MetricResult[],
  notYetAsserted: readonly string[],
): CaseResult {
  const { flaky, goldenId } = testCase;
  const unasked = testCase.error === undefined ? neverAsked(testCase) : undefined;
  const error = testCase.error ?? unasked;
  const trial = trialOf(testCase);
  // Of an agent that was never heard nothing is known: neither that it did right, nor that it did wrong.
  const held = caseStatus({ metrics: unasked === undefined ? metrics : [], error, flaky, notYetAsserted });
  const hollow = held.verdict === "passed" ? hollowPass(testCase, metrics) : undefined;
  const status: CaseStatus = hollow === undefined ? held : { ...held, verdict: "errored", reason: hollowText(hollow) };
  const blame: Blame | undefined = hollow ?? blameFor({ ...status, metrics, testCase });
  return {
    name,
    ...(goldenId === undefined ? {} : { goldenId }),
    ...(trial === undefined ? {} : { trial }),
    ...status,
    metrics,
    notYetAsserted,
    ...(blame && { blame }),
    testCase: plain(testCase),
  };
}

/** What must not happen does not happen where nothing does: that is no pass. */
function neverAsked(testCase: TestCase): string | undefined {
  if (!isConversational(testCase) || repliesOf(testCase).length > 0) return undefined;
  const ended =
    testCase.endReason === undefined
      ? ""
      : `; the conversation ended by ${testCase.endReason.by}: ${testCase.endReason.reason}`;
  return `the agent never answered, so nothing can be said of it${ended}`;
}
