import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";

/** Options of the simulator, and the flags by which the user of the command line sets them. */
const flagOf: Readonly<Record<string, string>> = {
  turnTimeoutMs: "--turn-timeout",
  maxUserSimulations: "--max-turns",
  maxTokens: "--max-tokens",
  maxCost: "--max-cost",
};

/** The test case with flags named where its end names options, which nobody typed. */
export function inFlags(testCase: ConversationalTestCase): ConversationalTestCase {
  const { endReason, error } = testCase;
  if (endReason === undefined) return testCase;
  const { by, reason } = endReason;
  // Only our own sentences: what was said or thrown stays as it is.
  if (by !== "deadline" && by !== "cap" && !(by === "abort" && reason.startsWith("The ceiling of "))) return testCase;
  const named = (text: string) => text.replace(/\((\w+)(?=\)\.|; [\d.,]+ spent\)\.)/, flagFor);
  return {
    ...testCase,
    endReason: { ...endReason, reason: named(reason) },
    ...(error === undefined ? {} : { error: named(error) }),
  };
}

const flagFor = (all: string, option: string): string => {
  const flag = flagOf[option];
  return flag === undefined ? all : `(${flag}`;
};
