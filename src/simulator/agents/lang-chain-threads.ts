import { fieldsOf, listOf } from "../../models/fields.js";
import type { AgentInput } from "../agent.js";

export interface LangChainThread {
  readonly id: string;
  /** It knows nothing of the conversation, and is to be told all of it. */
  readonly isEmpty: boolean;
}

type Graph = { getState?: (config: object) => Promise<unknown> };

/** The threads of an agent that keeps its conversations by itself. */
export class LangChainThreads {
  readonly #graph: Graph;
  /** Where the thread of the conversation's own name was taken. */
  readonly #others = new Map<string, string>();

  constructor(runnable: object) {
    // An agent of createAgent is a shell around its graph.
    const { graph, getState } = fieldsOf(runnable);
    this.#graph = typeof getState === "function" ? runnable : fieldsOf(graph);
  }

  async threadFor({ threadId, turns, golden }: AgentInput): Promise<LangChainThread> {
    const isBeginning = turns.length <= (golden.turns?.length ?? 0) + 1;
    // What can't be looked at is trusted.
    if (typeof this.#graph.getState !== "function") return { id: threadId, isEmpty: isBeginning };
    if (!isBeginning) {
      const id = this.#others.get(threadId) ?? threadId;
      return { id, isEmpty: await this.#isEmpty(id) };
    }
    this.#others.delete(threadId);
    let id = threadId;
    for (let number = 2; !(await this.#isEmpty(id)); number++) {
      id = `${threadId}-${String(number)}`;
      this.#others.set(threadId, id);
    }
    return { id, isEmpty: true };
  }

  async #isEmpty(id: string): Promise<boolean> {
    const { values } = fieldsOf(await this.#graph.getState?.({ configurable: { thread_id: id } }));
    const { messages, ...others } = fieldsOf(values);
    return messages === undefined ? Object.keys(others).length === 0 : listOf(messages).length === 0;
  }
}
