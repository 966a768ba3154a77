import { messageOf, RehearsalError } from "../errors.js";
import type { ConversationalTestCaseInput } from "../test-case/conversational-test-case.js";
import type { Judge } from "../test-case/judge.js";
import type { LLMTestCaseInput } from "../test-case/llm-test-case.js";
import type { Metric } from "../test-case/metric.js";
import { anyTestCase, nameOf, standIn } from "./any-test-case.js";
import {
  caseResult,
  evaluateCase,
  loadStatedMetrics,
  type CaseEvaluation,
  type StatedMetrics,
} from "./evaluate-case.js";
import { collectHyperparameters, type Hyperparameters } from "./hyperparameters.js";
import { metricList } from "./metric-list.js";
import { packageVersion } from "./package-version.js";
import { unknownOption } from "./option-keys.js";
import { newRunId } from "./run-id.js";
import { RUN_RECORD_VERSION, type CaseResult, type RunRecord } from "./run-record.js";
import { runPassed, summarize } from "./status.js";
import { reserveRun, RUNS_DIRECTORY, writeRun } from "./write-run.js";

export interface EvaluateOptions {
  /**
   * Metrics for every case, besides those for what each case states. One of the same name as a stated one takes its
   * place. Absent: only what the cases state.
   */
  readonly metrics?: readonly Metric[];
  /** Kept in the record, beside what `logHyperparameters` noted. Absent: none. */
  readonly hyperparameters?: Hyperparameters;
  /** How many measurements may run at once, over all cases. Absent: 10. */
  readonly maxConcurrent?: number;
  /** Stops measuring: what is not measured by then is errored, what is stays. `AbortSignal.timeout(ms)` is a deadline. */
  readonly signal?: AbortSignal;
  /** Decides what code can't, for metrics that ask. Absent: such metrics say what they lack. */
  readonly model?: Judge;
  /** Kept in the record. Absent: none. */
  readonly seed?: string;
  /** Whether the run is recorded, or the directory to record it in. Absent: true, in `.rehearsal/runs`. */
  readonly record?: boolean | string;
  /** The time in milliseconds since the epoch. Absent: the system's. */
  readonly now?: () => number;
  /** Makes the id of the run. Absent: from the time and four random bytes. */
  readonly newId?: (startedAtMs: number) => string;
  /** @internal */
  readonly stated?: StatedMetrics;
}

const known = [
  "metrics",
  "hyperparameters",
  "maxConcurrent",
  "signal",
  "model",
  "seed",
  "record",
  "now",
  "newId",
  "stated",
] satisfies (keyof EvaluateOptions)[];

/**
 * Measures test cases of both kinds, plain or made with `new`, and says what came of each: for everything that a case
 * states, and for the metrics given. Results are in the order of the test cases. A bad test case or a metric that throws
 * is an errored result and harms no other.
 */
export async function evaluate(
  testCases: readonly (LLMTestCaseInput | ConversationalTestCaseInput)[],
  options: EvaluateOptions = {},
): Promise<RunRecord> {
  const { signal, model, seed, record = true, now = Date.now, newId = newRunId } = options;
  checkCases(testCases);
  const unknown = unknownOption(options, known);
  if (unknown !== undefined) throw new RehearsalError("invalid_input", `evaluate: ${unknown}`);
  const metrics = metricList(options.metrics, "evaluate");
  const hyperparameters = collectHyperparameters(options.hyperparameters);
  const stated = options.stated ?? (await loadStatedMetrics());
  const limit = await limitOf(options.maxConcurrent);
  const startedAt = now();
  const id = newId(startedAt);
  const folder = record === false ? undefined : await reserveRun(record === true ? RUNS_DIRECTORY : record, id);
  const measuring = { metrics, stated, limit, ...(signal && { signal }), ...(model && { model }) };
  const results = await Promise.all(testCases.map((given, index) => resultOf(given, index, measuring)));
  const run: RunRecord = {
    version: RUN_RECORD_VERSION,
    id,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.max(0, now() - startedAt),
    rehearsal: packageVersion(),
    ...(seed === undefined ? {} : { seed }),
    hyperparameters,
    passed: runPassed(results),
    summary: summarize(results),
    results,
  };
  return folder === undefined ? run : recorded(run, folder);
}

function checkCases(testCases: unknown): asserts testCases is readonly unknown[] {
  if (!Array.isArray(testCases)) {
    throw new RehearsalError("invalid_input", "evaluate takes an array of test cases: evaluate([testCase])");
  }
  if (testCases.length === 0) {
    throw new RehearsalError("nothing_asserted", "evaluate was given no test cases, and nothing asserted is no pass");
  }
}

async function limitOf(maxConcurrent = 10): Promise<NonNullable<CaseEvaluation["limit"]>> {
  if (!Number.isInteger(maxConcurrent) || maxConcurrent < 1) {
    const got = String(maxConcurrent);
    throw new RehearsalError("invalid_input", `evaluate: maxConcurrent must be a whole number from 1, and is ${got}`);
  }
  const { default: pLimit } = await import("p-limit");
  return pLimit(maxConcurrent);
}

async function resultOf(given: unknown, index: number, measuring: Omit<CaseEvaluation, "name">): Promise<CaseResult> {
  try {
    const testCase = anyTestCase(given, `test case ${String(index + 1)}`);
    return await evaluateCase(testCase, { ...measuring, name: nameOf(testCase, index) });
  } catch (error) {
    const testCase = standIn(given, error);
    const result = caseResult(testCase, nameOf(testCase, index), [], []);
    return { ...result, reason: messageOf(error).replace(/\s*\n\s*/g, "; ") };
  }
}

/** What was measured is worth more than its record: a disk that fills up at the end is a warning. */
async function recorded(run: RunRecord, folder: string): Promise<RunRecord> {
  try {
    return { ...run, path: await writeRun(run, folder) };
  } catch (error) {
    process.emitWarning(messageOf(error), { type: "RehearsalWarning", code: "REHEARSAL_NOT_RECORDED" });
    return run;
  }
}
