import type { ConversationalTestCase } from "./conversational-test-case.js";
import type { FailureKind } from "./failure.js";
import type { JsonValue } from "./json.js";
import type { Judge } from "./judge.js";
import type { LLMTestCase } from "./llm-test-case.js";

/** `skipped`: there was nothing to measure. `errored`: it could not be measured. Neither is a pass. */
export type Verdict = "passed" | "failed" | "errored" | "skipped";

export type TestCase = LLMTestCase | ConversationalTestCase;

export const isConversational = (testCase: TestCase): testCase is ConversationalTestCase => "turns" in testCase;

/** What a metric found. */
export interface MetricResult {
  /** Name of the metric. */
  readonly name: string;
  readonly verdict: Verdict;
  /** From 0 to 1. Null: nothing was measured. */
  readonly score: number | null;
  /** The score that passes. Null: the metric only scores, and has no vote. */
  readonly threshold: number | null;
  /** Why, in sentences that can stand alone. */
  readonly reason: string;
  /** A failure is reported and has no vote. */
  readonly flaky?: boolean;
  /** Number of the turn that decided, from 1. */
  readonly turn?: number;
  /** Number of the call in that turn that decided, from 1. */
  readonly call?: number;
  /** The field of the golden that was asserted, for example `confirmBefore`. */
  readonly field?: string;
  /** Small projections for a diff: never whole conversations. */
  readonly actual?: JsonValue;
  readonly expected?: JsonValue;
  /** Further lines for a person to read, already laid out: a table of pairs, the nearest miss. */
  readonly details?: readonly string[];
  /** Fields of the test case that the metric needs and did not find. */
  readonly missing?: readonly string[];
  /** Why it could not be measured, for programs: `provider` where the judge's model could not be asked. */
  readonly failure?: FailureKind;
}

export interface MeasureOptions {
  /** Decides what code can't. */
  readonly model?: Judge;
  readonly signal?: AbortSignal;
}

/** Something that scores a test case. It keeps no state: one instance may measure many cases at once. */
export interface Metric<Case extends TestCase = TestCase> {
  readonly name: string;
  /** The score that passes. Null: score only. */
  readonly threshold: number | null;
  /** Report a failure without letting it decide. Absent means false. */
  readonly flaky?: boolean;
  /** Never throws for a bad test case: what could not be measured is a result with verdict `errored` or `skipped`. */
  measure(testCase: Case, options?: MeasureOptions): Promise<MetricResult>;
  /** The same at once, where code alone decides: synchronous matchers ask for it. */
  measureNow?(testCase: Case): MetricResult;
}
