import { messageOf, RehearsalError } from "../errors.js";
import { goldenSchema, type Golden, type GoldenInput } from "../golden/golden.js";
import { llmTestCaseSchema, type LLMTestCase } from "../test-case/llm-test-case.js";
import { parse } from "../test-case/schema.js";
import type { Trace } from "../test-case/trace.js";
import { unlessAborted } from "./abort.js";

/** What the agent under test is given for a golden of one question. */
export interface RunRequest {
  readonly input: string;
  readonly golden: Golden;
  readonly signal: AbortSignal;
}

/** The agent under test: its answer, as text, or as JSON, which is then judged as text. */
export type RunAgent = (request: RunRequest) => unknown;

export interface RunGoldenOptions {
  readonly capture: <T>(run: () => Promise<T>) => Promise<{ readonly result: T; readonly trace: Trace }>;
  /** A clock in milliseconds. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export interface GoldenRun {
  readonly testCase: LLMTestCase;
  /** What the agent threw. */
  readonly thrown?: unknown;
}

/** Asks the agent the golden's question once, and makes a test case of the answer, the trace and what the golden states. */
export async function runGolden(
  given: GoldenInput,
  run: RunAgent,
  { capture, now, signal }: RunGoldenOptions,
): Promise<GoldenRun> {
  const golden = parse(goldenSchema, given, "golden");
  const { result: outcome, trace } = await capture(async () => {
    const startedAt = now();
    // Caught in here, so that a failing agent leaves its trace too.
    const answer = await attempt(() => unlessAborted(signal, () => run({ input: golden.input, golden, signal })));
    return { ...answer, completionTimeMs: Math.max(0, now() - startedAt) };
  });
  const failed = "thrown" in outcome;
  // Loaded here: whoever only judges test cases reads no traces.
  const { testCaseFromTrace } = await import("../tracing/cases/test-case-from-trace.js");
  const { error: _, ...recorded } = testCaseFromTrace(trace, golden);
  const testCase = {
    ...recorded,
    actualOutput: failed ? undefined : textOf(outcome.value, trace),
    completionTimeMs: outcome.completionTimeMs,
    error: failed ? messageOf(outcome.thrown) : undefined,
  };
  const parsed = parse(llmTestCaseSchema, testCase, `the test case of golden ${golden.id}`);
  return failed ? { testCase: parsed, thrown: outcome.thrown } : { testCase: parsed };
}

async function attempt(run: () => unknown): Promise<{ value: unknown } | { thrown: unknown }> {
  try {
    return { value: await run() };
  } catch (thrown) {
    return { thrown };
  }
}

function textOf(value: unknown, trace: Trace): string | undefined {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return trace.output ?? undefined;
  const streamed = typeof value === "object" && (Symbol.asyncIterator in value || Symbol.iterator in value);
  const json = streamed && !Array.isArray(value) ? undefined : JSON.stringify(value);
  if (json !== undefined) return json;
  const what = streamed ? "a stream: read it to its end and return the text" : `a ${typeof value}: return the text`;
  throw new RehearsalError("invalid_input", `assertTest: run() answered with ${what} of the answer`);
}
