import type { ConversationalGolden } from "../../../golden/conversational-golden.js";
import type { Turn } from "../../../test-case/turn.js";

/**
 * `invented_fact`: states a value that neither its golden nor the agent gave. `role_flip`: speaks as the assistant.
 * `repetition`: says again, word by word, what it said before. `empty`: says nothing. `off_goal`: of the whole
 * conversation no word is about what its golden has it want. `denial`: says that it does not know a fact of its golden, or
 * declines what it wants.
 */
export const userFaultKinds = ["invented_fact", "role_flip", "repetition", "empty", "off_goal", "denial"] as const;

/** Something that a simulated user does and the person that it plays would not. */
export interface UserFault {
  readonly kind: (typeof userFaultKinds)[number];
  /** What is meant, in a few words: the value, the words, the earlier turn. */
  readonly detail: string;
}

/** A line that the user is about to say. */
export interface SaidLine {
  readonly golden: ConversationalGolden;
  /** The conversation before it, the golden's own turns first. */
  readonly turns: readonly Turn[];
  readonly say: string;
  /** What else the user was told. Default: nothing besides the golden. */
  readonly told?: string;
}
