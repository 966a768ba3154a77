import type { JsonValue } from "../test-case/json.js";
import type { Blame } from "./blame.js";
import type { GateOutcome } from "./gate-outcome.js";
import type { RunRates } from "./rates.js";
import type { MetricResult, TestCase, Verdict } from "../test-case/metric.js";

/** Raised when a change of the record's shape would mislead an old reader. */
export const RUN_RECORD_VERSION = 2;
/** Those that are read. A record of version 1 has neither rates nor blame. */
export const RUN_RECORD_VERSIONS = [1, RUN_RECORD_VERSION] as const;

/** What came of one test case. */
export interface CaseResult {
  /** `testCase.name`, else the id of its golden, else its position. */
  readonly name: string;
  readonly goldenId?: string;
  readonly trial?: number;
  readonly verdict: Verdict;
  /** That it failed does not fail the run. That it could not be judged does. */
  readonly flaky: boolean;
  /** One line: why this verdict. */
  readonly reason: string;
  readonly metrics: readonly MetricResult[];
  /** Asserted fields that no metric of this version looks at yet. */
  readonly notYetAsserted: readonly string[];
  /** Whose fault it is that it did not pass. Absent: it passed, or that is not known. */
  readonly blame?: Blame;
  readonly testCase: TestCase;
}

export interface RunSummary {
  readonly passed: number;
  readonly failed: number;
  readonly errored: number;
  readonly skipped: number;
  /** Failures of flaky cases, which do not fail the run; counted in `failed` too. */
  readonly flakyFailures: number;
}

/** A whole run, as `evaluate` returns it and reports read it. */
export interface RunRecord {
  readonly version: (typeof RUN_RECORD_VERSIONS)[number];
  readonly id: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** Version of this package. */
  readonly rehearsal: string;
  readonly seed?: string;
  readonly hyperparameters: { readonly [name: string]: JsonValue };
  /** Every case passed, failures of flaky ones aside; with a gate: it passed, and nothing else than failures is amiss. */
  readonly passed: boolean;
  readonly summary: RunSummary;
  /** How often goldens succeeded. Absent: not known, since an older version wrote the record. */
  readonly rates?: RunRates;
  /** What came of the gate. Absent: there was none. */
  readonly gate?: GateOutcome;
  /** In the order of the test cases. */
  readonly results: readonly CaseResult[];
  /** Where the record was written. Absent: it was not. */
  readonly path?: string;
}
