import { RehearsalError } from "../errors.js";
import type { TestCase } from "../test-case/metric.js";
import { anyTestCase, nameOf } from "./any-test-case.js";
import type { AssertGolden, AssertTestCase } from "./assert-test.js";
import { checkAssertShape } from "./assert-shape.js";
import { errorOf, withFrames } from "./assertion-error.js";
import { evaluateCase, loadStatedMetrics, type StatedMetrics } from "./evaluate-case.js";
import { failureMessage } from "./failure-message.js";
import { metricList } from "./metric-list.js";
import { runGolden, type RunGoldenOptions } from "./run-golden.js";
import type { CaseResult } from "./run-record.js";
import { isForgiven } from "./status.js";
import { whereabouts } from "./whereabouts.js";

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

/** What `assertTest` does, with everything that it needs handed in; `frames` are those of the user's call. */
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
    if (!isForgiven(result)) throw errorOf(result, frames, where, thrown);
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

/** The one way in which a flaky case that failed makes itself heard. */
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
