import { RehearsalError } from "../../errors.js";
import { anyTestCase, nameOf } from "../../evaluation/any-test-case.js";
import { caseResult } from "../../evaluation/evaluate-case.js";
import { measureNow } from "../../evaluation/measure.js";
import { conversationalGoldenSchema } from "../../golden/conversational-golden.js";
import { goldenSchema } from "../../golden/golden.js";
import { assertedFieldNames, assertedFieldsOf } from "../../test-case/asserted-fields.js";
import { conversationalTestCaseSchema } from "../../test-case/conversational-test-case.js";
import { llmTestCaseSchema } from "../../test-case/llm-test-case.js";
import { isConversational, type TestCase } from "../../test-case/metric.js";
import { parse } from "../../test-case/schema.js";
import { statedMetrics } from "../../metrics/stated-metrics.js";
import type { Check } from "./async-matcher.js";
import { settleCase } from "./pass-metrics.js";

/** Throws unless what happened is what the golden states. What the test case states itself is left out. */
export function satisfyGolden(value: unknown, [golden]: readonly unknown[], check: Check): void {
  const testCase = heldAgainst(anyTestCase(value, "the value of satisfyGolden"), golden);
  const { metrics, notYetAsserted } = statedMetrics(testCase);
  const results = metrics.map((metric) => measureNow(metric, testCase));
  settleCase(caseResult(testCase, nameOf(testCase, 0), results, notYetAsserted), check);
}

/** What happened in the test case, with what the golden states in place of what the case states. */
export function heldAgainst(testCase: TestCase, given: unknown): TestCase {
  const isConversation = typeof given === "object" && given !== null && "scenario" in given;
  if (isConversation !== isConversational(testCase)) {
    const kinds = isConversation ? ["of a conversation", "one answer"] : ["of one question", "a conversation"];
    throw new RehearsalError("invalid_input", `satisfyGolden: the golden is ${kinds.join(", and the test case is ")}`);
  }
  const happened = Object.fromEntries(
    Object.entries(testCase).filter(([key]) => !stated.includes(key)),
  ) as unknown as TestCase;
  if (isConversation) {
    const golden = parse(conversationalGoldenSchema, given, "golden");
    const { expectedOutcome, context, id } = golden;
    return parse(
      conversationalTestCaseSchema,
      { ...happened, ...assertedFieldsOf(golden), expectedOutcome, context, goldenId: id },
      "the test case",
    );
  }
  const golden = parse(goldenSchema, given, "golden");
  const { expectedOutput, context, id } = golden;
  return parse(
    llmTestCaseSchema,
    { ...happened, ...assertedFieldsOf(golden), expectedOutput, context, goldenId: id },
    "the test case",
  );
}

const stated: readonly string[] = [...assertedFieldNames, "expectedOutcome", "expectedOutput", "context"];
