import { RehearsalError } from "../errors.js";
import { isConversationalGolden, type AnyGolden } from "../golden/any-golden.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";

export interface OnlyConversations {
  readonly conversations: readonly ConversationalGolden[];
  /** How many single questions were left out. */
  readonly questions: number;
  /** What was left out and why, in a line. Absent: nothing. */
  readonly told?: string;
  /** How much, as in `2 single questions were not asked`. Absent: nothing. */
  readonly incomplete?: string;
}

const MAX_NAMED = 5;

/** The goldens that are conversations. Single questions are told, since no verdict speaks of them. */
export function onlyConversations(goldens: readonly AnyGolden[], dataset: string): OnlyConversations {
  const conversations = goldens.filter(isConversationalGolden);
  if (conversations.length === 0) {
    throw new RehearsalError(
      "invalid_input",
      `${dataset}: only single questions were chosen, and simulate holds conversations. Give the goldens a "scenario", ` +
        "or assert them in a test: await assertTest({ golden, run }).",
    );
  }
  const ids = goldens.filter((golden) => !isConversationalGolden(golden)).map(({ id }) => id);
  if (ids.length === 0) return { conversations, questions: 0 };
  const one = ids.length === 1;
  const named = ids.slice(0, MAX_NAMED).join(", ") + (ids.length > MAX_NAMED ? ", …" : "");
  return {
    conversations,
    questions: ids.length,
    told:
      `left out: ${one ? "a single question" : `${String(ids.length)} single questions`} (${named}), with "input" ` +
      `and without "scenario". Assert ${one ? "it" : "them"} in a test, await assertTest({ golden, run }); ` +
      "choose the conversations with --only.",
    incomplete: one ? "1 single question was not asked" : `${String(ids.length)} single questions were not asked`,
  };
}
