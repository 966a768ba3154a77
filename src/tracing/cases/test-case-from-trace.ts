import { RehearsalError } from "../../errors.js";
import {
  assertedFieldNames,
  assertedFieldsOf,
  type AssertedFields,
  type AssertedFieldsInput,
} from "../../test-case/asserted-fields.js";
import { llmTestCaseSchema, type LLMTestCase } from "../../test-case/llm-test-case.js";
import { parse } from "../../test-case/schema.js";
import type { Trace } from "../../test-case/trace.js";
import { wrongOptions } from "../../test-case/unknown-option.js";
import { checkTrace } from "./check-trace.js";
import { knownOf } from "./turn-from-trace.js";

type Told =
  "expectedOutput" | "context" | "name" | "tags" | "comments" | "metadata" | "flaky" | "customColumnKeyValues";

type Given = AssertedFieldsInput & Pick<LLMTestCase, "input" | Told> & { readonly id: string };

/** What a golden contributes to a test case; a `Golden` is one, and so is what a person writes of it. */
export type TraceGolden = { readonly [Key in keyof Given]?: Given[Key] | undefined };

const told: readonly Told[] = [
  "expectedOutput",
  "context",
  "name",
  "tags",
  "comments",
  "metadata",
  "flaky",
  "customColumnKeyValues",
];

/** Of a whole golden, what a trace knows better or what says how to run it. */
const others = ["actualOutput", "retrievalContext", "toolsCalled", "trials", "sourceFile"] as const;

/**
 * What a trace recorded as a test case, held against a golden where one is given. The input is the golden's, else the
 * one that the trace recorded; without either it throws `invalid_input`.
 *
 * @example
 * await assertTest({ testCase: testCaseFromTrace(readTrace({ spans }), golden) });
 */
export function testCaseFromTrace(trace: Trace, golden: TraceGolden = {}): LLMTestCase {
  checkTrace("testCaseFromTrace", trace);
  checkGolden(golden);
  const input = golden.input ?? trace.turns[0]?.input ?? undefined;
  if (input === undefined) {
    const which = trace.traceId === null ? "an empty trace" : `trace ${trace.traceId}`;
    const fix =
      "give a golden with an input, or have the agent record what it was asked, as with updateCurrentTrace({ input })";
    throw new RehearsalError("invalid_input", `testCaseFromTrace: ${which} recorded no input; ${fix}`);
  }
  const { totalMs, failed } = outermost(trace);
  return parse(
    llmTestCaseSchema,
    {
      input,
      ...(trace.output !== null && { actualOutput: trace.output }),
      ...ofTrace(trace),
      ...Object.fromEntries(told.flatMap((key) => (golden[key] === undefined ? [] : [[key, golden[key]]]))),
      // A string among the calls stands for a call of that name, as the schema has it.
      ...assertedFieldsOf(golden as AssertedFields),
      ...knownOf(trace),
      ...(golden.id !== undefined && { goldenId: golden.id }),
      ...(totalMs !== undefined && { completionTimeMs: totalMs }),
      ...(failed !== undefined && { error: failed }),
      trace,
    },
    "the test case of a trace",
  );
}

/** An assertion that nobody reads would pass for one that holds. */
function checkGolden(golden: unknown): void {
  const fault = wrongOptions(golden, ["id", "input", ...told, ...assertedFieldNames, ...others]);
  if (fault === undefined) return;
  const said = fault.replace(/^options /, "a golden ").replaceAll("option", "field");
  throw new RehearsalError("invalid_input", `testCaseFromTrace: golden: ${said}`);
}

/** What `updateCurrentTrace` stated; a golden knows better. */
function ofTrace({ expectedOutput, context, expectedTools, name, tags, metadata, usage }: Trace): Partial<LLMTestCase> {
  return {
    ...(expectedOutput !== undefined && { expectedOutput }),
    ...(context !== undefined && { context }),
    ...(expectedTools !== undefined && { expectedTools }),
    ...(name !== undefined && { name }),
    ...(tags !== undefined && { tags }),
    ...(metadata !== undefined && { metadata }),
    ...(usage.costUsd !== undefined && { tokenCost: usage.costUsd }),
  };
}

/** How long the root took, and what it threw. A failed call that the agent coped with is no failure of the agent. */
function outermost({ spans }: Trace): { readonly totalMs?: number; readonly failed?: string } {
  const roots = spans.filter(({ parentSpanId }) => parentSpanId === null);
  const [root] = roots;
  if (root === undefined) return {};
  const broken = roots.find(({ kind, status }) => (kind === "agent" || kind === "chain") && status === "error");
  const ends = roots.map(({ endTimeMs }) => endTimeMs);
  const open = ends.includes(null);
  return {
    ...(!open && { totalMs: Math.max(0, Math.max(...ends.map((end) => end ?? 0)) - root.startTimeMs) }),
    ...(broken !== undefined && { failed: broken.error ?? `${broken.kind} "${broken.name}" failed` }),
  };
}
