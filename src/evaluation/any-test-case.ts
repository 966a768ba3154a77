import { messageOf, RehearsalError } from "../errors.js";
import { conversationalTestCaseSchema } from "../test-case/conversational-test-case.js";
import { llmTestCaseSchema } from "../test-case/llm-test-case.js";
import { isConversational, type TestCase } from "../test-case/metric.js";
import { parse } from "../test-case/schema.js";
import { given } from "./given.js";

/** A test case of either kind, checked; `what` names it in the error. */
export function anyTestCase(value: unknown, what: string): TestCase {
  if (typeof value !== "object" || value === null || Array.isArray(value) || value instanceof Promise) {
    throw new RehearsalError("invalid_input", `${what} is ${given(value)} instead of a test case`);
  }
  return "turns" in value || "scenario" in value
    ? parse(conversationalTestCaseSchema, value, what)
    : parse(llmTestCaseSchema, value, what);
}

/** What stands in the record for a test case that is none: its name as far as it can be read, and what is wrong. */
export function standIn(value: unknown, error: unknown): TestCase {
  const source = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  const named = ["name", "goldenId"].flatMap((key) => {
    const item = readable(source, key);
    return typeof item === "string" && item.trim() !== "" ? [[key, item]] : [];
  });
  const kept = { ...Object.fromEntries(named), error: messageOf(error) } as { error: string };
  return "turns" in source || "scenario" in source ? { turns: [], ...kept } : { input: "", ...kept };
}

function readable(source: Record<string, unknown>, key: string): unknown {
  try {
    return source[key];
  } catch {
    return undefined;
  }
}

/** `testCase.name`, else the id of its golden, else its position in the list, from 1. */
export const nameOf = (testCase: TestCase, index: number): string =>
  testCase.name ?? testCase.goldenId ?? `test case ${String(index + 1)}`;

export const trialOf = (testCase: TestCase): number | undefined =>
  isConversational(testCase) ? testCase.trial : undefined;
