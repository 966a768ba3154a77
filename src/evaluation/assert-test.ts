import { RehearsalError } from "../errors.js";
import type { GoldenInput } from "../golden/golden.js";
import type { ConversationalTestCaseInput } from "../test-case/conversational-test-case.js";
import type { Judge } from "../test-case/judge.js";
import type { LLMTestCaseInput } from "../test-case/llm-test-case.js";
import type { Metric, TestCase } from "../test-case/metric.js";
import { anyTestCase, nameOf } from "./any-test-case.js";
import { checkAssertShape } from "./assert-shape.js";
import { errorOf, withFrames } from "./assertion-error.js";
import { callerFrames } from "./caller-frames.js";
import { evaluateCase, loadStatedMetrics, type StatedMetrics } from "./evaluate-case.js";
import { failureMessage } from "./failure-message.js";
import { metricList } from "./metric-list.js";
import { addPending } from "./pending-assertions.js";
import { runGolden, type RunAgent, type RunGoldenOptions } from "./run-golden.js";
import type { CaseResult } from "./run-record.js";
import { WatchedPromise } from "./watched-promise.js";
import { whereabouts } from "./whereabouts.js";

interface AssertOptions {
  /** Besides those for what is stated. One of the same name as a stated one takes its place. Absent: none. */
  readonly metrics?: readonly Metric[];
  /** Decides what code can't, for metrics that ask. Absent: such metrics say what they lack. */
  readonly model?: Judge;
  /** Stops the agent and the measuring. `AbortSignal.timeout(ms)` is a deadline. */
  readonly signal?: AbortSignal;
}

/** Asserts what a test case states, as the simulator made it or as you wrote it. */
export interface AssertTestCase extends AssertOptions {
  /** Undefined, as an empty list of test cases gives it, is an error. */
  readonly testCase: LLMTestCaseInput | ConversationalTestCaseInput | undefined;
}

/** Asks the agent one question, and asserts what its golden states of the answer and of what was traced. */
export interface AssertGolden extends AssertOptions {
  readonly golden: GoldenInput;
  readonly run: RunAgent;
}

export interface AssertDependencies {
  /** Absent: `statedMetrics`. */
  readonly stated?: StatedMetrics;
  /** Absent: `captureTrace`. */
  readonly capture?: RunGoldenOptions["capture"];
  /** A clock in milliseconds. Absent: the system's. */
  readonly now?: () => number;
  /** Absent: a warning of the process. */
  readonly warn?: (message: string) => void;
}

/**
 * Resolves to the result if everything that is stated held. Else rejects: with an AssertionError for a failure, with a
 * RehearsalError where it could not be told, nothing stated included. The failure of a flaky case is a warning.
 */
export function assertTest(options: AssertTestCase | AssertGolden): Promise<CaseResult> {
  const frames = callerFrames(assertTest);
  const promise = assertWith(options, frames);
  return WatchedPromise.watch(promise, addPending({ call: "await assertTest(...)", frames, promise }));
}

/** The same, with everything that it needs handed in; `frames` are those of the user's call. */
export async function assertWith(
  options: AssertTestCase | AssertGolden,
  frames: string,
  { stated, capture, now = () => performance.now(), warn = warnFlaky }: AssertDependencies = {},
): Promise<CaseResult> {
  try {
    checkAssertShape(options);
    const { signal, model } = options;
    const metrics = metricList(options.metrics, "assertTest");
    const { testCase, thrown } = await caseOf(options, {
      now,
      signal: signal ?? new AbortController().signal,
      capture: capture ?? captured,
    });
    const name = nameOf(testCase, 0);
    const result = await evaluateCase(testCase, {
      ...{ name, metrics, stated: stated ?? (await loadStatedMetrics()) },
      ...(signal && { signal }),
      ...(model && { model }),
    });
    if (result.verdict === "passed") return result;
    const where = whereabouts(result, frames);
    if (!result.flaky) throw errorOf(result, frames, where, thrown);
    warn(failureMessage(result, where));
    return result;
  } catch (error) {
    if (error instanceof RehearsalError && !("result" in error)) withFrames(error, frames);
    throw error;
  }
}

/** The tracing is many files: it is loaded when an agent is asked. */
const captured: RunGoldenOptions["capture"] = async (run) => {
  const { captureTrace } = await import("../tracing/index.js");
  return captureTrace(run);
};

/** The one way in which a flaky case that did not pass makes itself heard. */
export const warnFlaky = (message: string): void =>
  process.emitWarning(`flaky, so it does not fail the test: ${message}`, {
    type: "FlakyTestWarning",
    code: "REHEARSAL_FLAKY",
  });

async function caseOf(
  options: AssertTestCase | AssertGolden,
  running: RunGoldenOptions,
): Promise<{ testCase: TestCase; thrown?: unknown }> {
  if ("golden" in options && options.golden !== undefined) return runGolden(options.golden, options.run, running);
  return { testCase: anyTestCase((options as AssertTestCase).testCase, "testCase") };
}
