import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";

/** Options of the simulator, and the flags by which the user of the command line sets them. */
const flagOf: Readonly<Record<string, string>> = {
  turnTimeoutMs: "--turn-timeout",
  maxUserSimulations: "--max-turns",
};

/** The test case with flags named where its end names options, which nobody typed. */
export function inFlags(testCase: ConversationalTestCase): ConversationalTestCase {
  const { endReason, error } = testCase;
  // Only our own sentences: what was said or thrown stays as it is.
  if (endReason?.by !== "deadline" && endReason?.by !== "cap") return testCase;
  const named = (text: string) => text.replace(/\((\w+)\)(?=\.)/, flagFor);
  return {
    ...testCase,
    endReason: { ...endReason, reason: named(endReason.reason) },
    ...(error === undefined ? {} : { error: named(error) }),
  };
}

const flagFor = (all: string, option: string): string => {
  const flag = flagOf[option];
  return flag === undefined ? all : `(${flag})`;
};
