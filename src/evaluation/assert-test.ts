import type { GoldenInput } from "../golden/golden.js";
import type { ConversationalTestCaseInput } from "../test-case/conversational-test-case.js";
import type { Judge } from "../test-case/judge.js";
import type { LLMTestCaseInput } from "../test-case/llm-test-case.js";
import type { Metric } from "../test-case/metric.js";
import { callerFrames } from "./caller-frames.js";
import { addPending } from "./pending-assertions.js";
import type { RunAgent } from "./run-golden.js";
import type { CaseResult } from "./run-record.js";
import { WatchedPromise } from "./watched-promise.js";

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

/**
 * Resolves to the result if everything that is stated held. Else rejects: with an AssertionError for a failure, with a
 * RehearsalError where it could not be told, nothing stated included. The failure of a flaky case is a warning.
 */
export function assertTest(options: AssertTestCase | AssertGolden): Promise<CaseResult> {
  const frames = callerFrames(assertTest);
  const promise = import("./assert-with.js").then(({ assertWith }) => assertWith(options, frames));
  return WatchedPromise.watch(promise, addPending({ call: "await assertTest(...)", frames, promise }));
}
