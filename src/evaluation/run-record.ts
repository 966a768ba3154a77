import type { JsonValue } from "../test-case/json.js";
import type { MetricResult, TestCase, Verdict } from "../test-case/metric.js";

/** Raised when a change of the record's shape would mislead an old reader. */
export const RUN_RECORD_VERSION = 1;

/** What came of one test case. */
export interface CaseResult {
  /** `testCase.name`, else the id of its golden, else its position. */
  readonly name: string;
  readonly goldenId?: string;
  readonly trial?: number;
  readonly verdict: Verdict;
  /** A failure does not fail the run. */
  readonly flaky: boolean;
  /** One line: why this verdict. */
  readonly reason: string;
  readonly metrics: readonly MetricResult[];
  /** Asserted fields that no metric of this version looks at yet. */
  readonly notYetAsserted: readonly string[];
  readonly testCase: TestCase;
}

export interface RunSummary {
  readonly passed: number;
  readonly failed: number;
  readonly errored: number;
  readonly skipped: number;
  /** Failures of flaky cases, which do not fail the run; counted in `failed` and `errored` too. */
  readonly flakyFailures: number;
}

/** A whole run, as `evaluate` returns it and reports read it. */
export interface RunRecord {
  readonly version: typeof RUN_RECORD_VERSION;
  readonly id: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** Version of this package. */
  readonly rehearsal: string;
  readonly seed?: string;
  readonly hyperparameters: { readonly [name: string]: JsonValue };
  /** Every case passed, flaky failures aside. */
  readonly passed: boolean;
  readonly summary: RunSummary;
  /** In the order of the test cases. */
  readonly results: readonly CaseResult[];
  /** Where the record was written. Absent: it was not. */
  readonly path?: string;
}
