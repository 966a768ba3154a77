import { isConversational, type TestCase } from "../../test-case/metric.js";
import type { LLMTestCase } from "../../test-case/llm-test-case.js";
import { errored, skipped, type Finding } from "../measured.js";

/** What these metrics look at; a finding instead where there is nothing to look at. */
export function answerOf(
  metric: string,
  testCase: TestCase,
): { readonly testCase: LLMTestCase; readonly answer: string } | Finding {
  if (isConversational(testCase)) {
    return errored(
      `${metric} looks at one answer, and this is a conversation: measure an LLMTestCase, for example of its last turn`,
      ["actualOutput"],
    );
  }
  const { actualOutput } = testCase;
  return actualOutput === undefined
    ? skipped("there is no answer to look at", ["actualOutput"])
    : { testCase, answer: actualOutput };
}
