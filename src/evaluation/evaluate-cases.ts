import { messageOf, RehearsalError } from "../errors.js";
import type { ConversationalTestCaseInput } from "../test-case/conversational-test-case.js";
import type { LLMTestCaseInput } from "../test-case/llm-test-case.js";
import { isConversational } from "../test-case/metric.js";
import { anyTestCase, nameOf, standIn } from "./any-test-case.js";
import type { EvaluateOptions } from "./evaluate.js";
import { caseResult, evaluateCase, loadStatedMetrics, type CaseEvaluation } from "./evaluate-case.js";
import { collectHyperparameters } from "./hyperparameters.js";
import { joinLines } from "./join-lines.js";
import { checkedGate } from "./gate.js";
import { gateOutcome } from "./gate-outcome.js";
import { infrastructureShare } from "./infrastructure.js";
import { metricList } from "./metric-list.js";
import { packageVersion } from "./package-version.js";
import { wrongKey } from "./option-keys.js";
import { ratesOf } from "./rates.js";
import { newRunId } from "./run-id.js";
import { RUN_RECORD_VERSION, type CaseResult, type RunRecord } from "./run-record.js";
import { runPassed, summarize } from "./status.js";
import { reserveRun, RUNS_DIRECTORY, writeRun } from "./write-run.js";

const known = [
  "metrics",
  "spanMetrics",
  "hyperparameters",
  "maxConcurrent",
  "signal",
  "model",
  "gate",
  "maxInfrastructureShare",
  "seed",
  "record",
  "now",
  "newId",
  "stated",
  "planned",
] satisfies (keyof EvaluateOptions)[];

/** Does what `evaluate` says. */
export async function evaluateCases(
  testCases: readonly (LLMTestCaseInput | ConversationalTestCaseInput)[],
  options: EvaluateOptions,
): Promise<RunRecord> {
  const { signal, model, planned, spanMetrics = [], record = true, now = Date.now, newId = newRunId } = options;
  checkCases(testCases);
  const unknown = wrongKey(options, known);
  if (unknown !== undefined) throw new RehearsalError("invalid_input", `evaluate: ${unknown}`);
  const gate = options.gate && checkedGate(options.gate, "evaluate");
  if (gate !== undefined) refuseTwins(testCases);
  const maxInfrastructureShare = infrastructureShare(options.maxInfrastructureShare, "evaluate");
  const metrics = metricList(options.metrics, "evaluate");
  const hyperparameters = collectHyperparameters(options.hyperparameters);
  const stated = options.stated ?? (await loadStatedMetrics());
  const limit = await limitOf(options.maxConcurrent);
  const startedAt = now();
  const id = newId(startedAt);
  const folder = record === false ? undefined : await reserveRun(record === true ? RUNS_DIRECTORY : record, id);
  const measuring = { metrics, stated, spanMetrics, limit, ...(signal && { signal }), ...(model && { model }) };
  const results = await Promise.all(testCases.map((given, index) => resultOf(given, index, measuring)));
  const seed = options.seed ?? seedOf(results);
  const counting = { seed: seed ?? "0", maxInfrastructureShare };
  const outcome = gate && gateOutcome(gate, results, { ...counting, ...(planned && { planned }) });
  const run: RunRecord = {
    version: RUN_RECORD_VERSION,
    id,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.max(0, now() - startedAt),
    rehearsal: packageVersion(),
    ...(seed === undefined ? {} : { seed }),
    hyperparameters,
    passed: runPassed(results, outcome),
    summary: summarize(results),
    rates: ratesOf(results, counting),
    ...(outcome && { gate: outcome }),
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

/** One conversation that is given again is no further trial, and would make a gate surer than it is. */
function refuseTwins(testCases: readonly unknown[]): void {
  const seen = new Map<unknown, number>();
  testCases.forEach((testCase, index) => {
    const first = seen.get(testCase);
    if (first === undefined) seen.set(testCase, index + 1);
    else {
      const what = `test case ${String(index + 1)} is test case ${String(first)} once more`;
      throw new RehearsalError("invalid_input", `evaluate: ${what}, and a gate would count it as another trial`);
    }
  });
}

/** The one that all conversations have. */
function seedOf(results: readonly CaseResult[]): string | undefined {
  const seeds = new Set(results.map(({ testCase }) => (isConversational(testCase) ? testCase.seed : undefined)));
  return seeds.size === 1 ? [...seeds][0] : undefined;
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
    return { ...result, reason: joinLines(messageOf(error), "; ") };
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
