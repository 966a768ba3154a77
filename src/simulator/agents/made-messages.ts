import type { AgentInput } from "../agent.js";
import { historyOf } from "./history.js";

/**
 * What agents that keep nothing themselves wrote in earlier turns, in their own format: calls of tools and their results,
 * which turns do not hold, and without which an agent would look everything up again.
 *
 * It is kept by the turn that was answered, so that it goes when the conversation does; a conversation that began
 * elsewhere (the golden's own turns, a journal) is told in text.
 */
export class MadeMessages {
  readonly #made = new WeakMap<object, Map<string, Made>>();

  /** The messages of the conversation so far, to be asked with. */
  before(input: AgentInput, greetingPrompt: string): readonly unknown[] {
    const { turns, threadId } = input;
    // Where the agent speaks first, its first words answer no turn.
    const lead = turns[0]?.role === "user" ? 0 : 1;
    const said = historyOf(input, greetingPrompt);
    const messages: unknown[] = [];
    for (let at = 0; at < said.length; at++) {
      const message = said[at];
      messages.push(message);
      const answered = at < lead ? input.golden : turns[at - lead];
      const made = answered === undefined ? undefined : this.#made.get(answered)?.get(threadId);
      if (message?.role !== "user" || made === undefined) continue;
      const { texts } = made;
      const follows = said.slice(at + 1, at + 1 + texts.length);
      // Whoever changed the reply on its way, or asks again in a new run, means what is in the turns.
      if (
        follows.length < texts.length ||
        follows.some(({ content, role }, i) => role !== "assistant" || content !== texts[i])
      )
        continue;
      messages.push(...made.messages);
      at += texts.length;
    }
    return messages;
  }

  /** `texts`: what the turns of the reply will say. */
  keep({ turns, golden, threadId }: AgentInput, messages: readonly unknown[], texts: readonly string[]): void {
    const answered = turns.at(-1) ?? golden;
    const byThread = this.#made.get(answered) ?? new Map<string, Made>();
    this.#made.set(answered, byThread.set(threadId, { messages, texts }));
  }
}

interface Made {
  readonly messages: readonly unknown[];
  readonly texts: readonly string[];
}
