import type { ToolCall } from "../../test-case/tool-call.js";
import type { ArgumentRule } from "./arguments/argument-rule.js";
import { compareArguments } from "./arguments/compare-arguments.js";
import type { Note } from "./arguments/difference.js";

export interface OutcomeRule {
  readonly args: ArgumentRule;
  /** A call that failed is not what was expected, unless `error` is. */
  readonly failedDiffer: boolean;
}

/**
 * Whether a call came to what is expected of it: its `output` as arguments are compared (matchers included), its `error` as
 * a text that holds the stated one; a call that failed is no other than one that was expected to. Null: that can't be told.
 */
export function compareOutcome(
  actual: ToolCall,
  { name, output, error }: ToolCall,
  { args, failedDiffer }: OutcomeRule,
  note?: Note,
): boolean | null {
  if (error !== undefined) {
    if (actual.error?.includes(error) === true) return true;
    const got = actual.error === undefined ? "it did not fail" : `it failed: ${actual.error}`;
    note?.({
      path: "error",
      expected: error,
      ...(actual.error !== undefined && { actual: actual.error }),
      message: `expected ${error === "" ? "some error" : JSON.stringify(error)}, got that ${got}`,
    });
    return false;
  }
  if (actual.error !== undefined && (failedDiffer || output !== undefined)) {
    note?.({ path: FAILED, actual: actual.error, message: `it failed: ${actual.error}` });
    return false;
  }
  if (output === undefined) return true;
  if (actual.output === undefined) return null;
  const rule = args === "contains" ? args : "exact";
  return compareArguments({ actual: { output: actual.output }, expected: { output }, rule, tool: name }, note) === 1;
}

/** The path of the difference that is a failure which nobody expected. */
export const FAILED = "failed";

/** Whether an expected call says what it has to come to. */
export const statesOutcome = ({ output, error }: ToolCall): boolean => output !== undefined || error !== undefined;
