import type { AgentInput } from "../agent.js";

/** A message as every chat API takes it. */
export interface ChatMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
}

/** What stands for the user where the agent speaks first: most APIs want a message of the user before any other. */
export const GREETING_PROMPT = "(The user has just joined and has said nothing yet.)";

/**
 * The conversation so far, with the golden's own turns. `greetingPrompt` comes before an agent's first words: to ask for
 * them, and later on so that what the agent is told stays the same.
 */
export function historyOf({ turns }: Pick<AgentInput, "turns">, greetingPrompt: string): readonly ChatMessage[] {
  const said = turns.map(({ role, content }): ChatMessage => ({ role, content }));
  return turns[0]?.role === "user" ? said : [{ role: "user", content: greetingPrompt }, ...said];
}
