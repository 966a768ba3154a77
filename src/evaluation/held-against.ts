import { RehearsalError } from "../errors.js";
import { conversationalGoldenSchema } from "../golden/conversational-golden.js";
import { goldenSchema } from "../golden/golden.js";
import { assertedFieldNames, assertedFieldsOf } from "../test-case/asserted-fields.js";
import { conversationalTestCaseSchema } from "../test-case/conversational-test-case.js";
import { llmTestCaseSchema } from "../test-case/llm-test-case.js";
import { isConversational, type TestCase } from "../test-case/metric.js";
import { parse } from "../test-case/schema.js";
import { given as shown } from "./given.js";

/**
 * What happened in the test case, with what the golden states in place of what the case states. Whether a failure is let
 * off is the golden's to say, too.
 */
export function heldAgainst(testCase: TestCase, given: unknown, where: string): TestCase {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new RehearsalError("invalid_input", `${where}: a golden is expected, and was given ${shown(given)}`);
  }
  const isConversation = "scenario" in given;
  if (isConversation !== isConversational(testCase)) {
    const kinds = isConversation ? ["of a conversation", "one answer"] : ["of one question", "a conversation"];
    throw new RehearsalError("invalid_input", `${where}: the golden is ${kinds.join(", and the test case is ")}`);
  }
  const happened = Object.fromEntries(
    Object.entries(testCase).filter(([key]) => !stated.includes(key)),
  ) as unknown as TestCase;
  if (isConversation) {
    const golden = parse(conversationalGoldenSchema, given, "golden");
    const { expectedOutcome, context, flaky, id } = golden;
    return parse(
      conversationalTestCaseSchema,
      { ...happened, ...assertedFieldsOf(golden), expectedOutcome, context, flaky, goldenId: id },
      "the test case",
    );
  }
  const golden = parse(goldenSchema, given, "golden");
  const { expectedOutput, context, flaky, id } = golden;
  return parse(
    llmTestCaseSchema,
    { ...happened, ...assertedFieldsOf(golden), expectedOutput, context, flaky, goldenId: id },
    "the test case",
  );
}

const stated: readonly string[] = [...assertedFieldNames, "expectedOutcome", "expectedOutput", "context", "flaky"];
