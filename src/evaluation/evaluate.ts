import type { ConversationalTestCaseInput } from "../test-case/conversational-test-case.js";
import type { Judge } from "../test-case/judge.js";
import type { LLMTestCaseInput } from "../test-case/llm-test-case.js";
import type { Metric } from "../test-case/metric.js";
import type { StatedMetrics } from "./evaluate-case.js";
import type { Gate } from "./gate.js";
import type { Planned } from "./gate-state.js";
import type { SpanMetrics } from "./measure-spans.js";
import type { Hyperparameters } from "./hyperparameters.js";
import type { RunRecord } from "./run-record.js";

export interface EvaluateOptions {
  /**
   * Metrics for every case, besides those for what each case states. One of the same name as a stated one takes its
   * place. Absent: only what the cases state.
   */
  readonly metrics?: readonly Metric[];
  /**
   * Metrics for the parts of an agent, for example `[{ spans: { type: "retriever" }, metrics: [new ContextualRelevancy()] }]`:
   * each span becomes a test case of its own. Absent: those that `observe({ metrics })` attached.
   */
  readonly spanMetrics?: readonly SpanMetrics[];
  /** Kept in the record, beside what `logHyperparameters` noted. Absent: none. */
  readonly hyperparameters?: Hyperparameters;
  /** How many measurements may run at once, over all cases. Absent: 10. */
  readonly maxConcurrent?: number;
  /** Stops measuring: what is not measured by then is errored, what is stays. `AbortSignal.timeout(ms)` is a deadline. */
  readonly signal?: AbortSignal;
  /** Decides what code can't, for metrics that ask. Absent: such metrics say what they lack. */
  readonly model?: Judge;
  /**
   * What the trials of the goldens must reach together: failures then do not fail the run by themselves, what could not
   * be judged still does. Absent: every case must pass.
   */
  readonly gate?: Gate;
  /** The largest share of conversations broken off by infrastructure with which a run may pass its gate. Absent: 0.05. */
  readonly maxInfrastructureShare?: number;
  /** Kept in the record; the intervals over goldens are derived from it. Absent: that of the test cases, if they have one. */
  readonly seed?: string;
  /** Whether the run is recorded, or the directory to record it in. Absent: true, in `.rehearsal/runs`. */
  readonly record?: boolean | string;
  /** The time in milliseconds since the epoch. Absent: the system's. */
  readonly now?: () => number;
  /** Makes the id of the run. Absent: from the time and four random bytes. */
  readonly newId?: (startedAtMs: number) => string;
  /** @internal */
  readonly stated?: StatedMetrics;
  /** How many trials each golden was to have, where the gate was decided before all were held. @internal */
  readonly planned?: Planned;
}

/**
 * Measures test cases of both kinds, plain or made with `new`, and says what came of each: for everything that a case
 * states, and for the metrics given. Results are in the order of the test cases. A bad test case or a metric that throws
 * is an errored result and harms no other.
 */
export async function evaluate(
  testCases: readonly (LLMTestCaseInput | ConversationalTestCaseInput)[],
  options: EvaluateOptions = {},
): Promise<RunRecord> {
  const { evaluateCases } = await import("./evaluate-cases.js");
  return evaluateCases(testCases, options);
}
