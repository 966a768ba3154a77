import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import { assertedFieldNames } from "../../test-case/asserted-fields.js";

/** What a golden says about itself, and what it is judged by. */
const beside = ["name", "tags", "comments", "flaky", "trials", "context", "sourceFile", ...assertedFieldNames] as const;

/**
 * What of a golden drives its conversation: not how often it is held, what is asserted of it, and what is said about it.
 * Of the budgets those that end a conversation.
 */
export function drivingPart(golden: ConversationalGolden): object {
  const names: readonly string[] = beside;
  const { maxTokens, maxCost } = golden.budgets ?? {};
  return {
    ...Object.fromEntries(Object.entries(golden).filter(([name]) => !names.includes(name))),
    ...((maxTokens !== undefined || maxCost !== undefined) && { budgets: { maxTokens, maxCost } }),
  };
}
