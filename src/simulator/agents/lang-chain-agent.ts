import { fieldsOf } from "../../models/fields.js";
import { described } from "../../test-case/unknown-option.js";
import type { Agent, AgentInput, AgentReply } from "../agent.js";
import { checkOptions, misused, noReply } from "./adapter-error.js";
import { GREETING_PROMPT, historyOf } from "./history.js";
import { newMessages, replyTexts, streamedMessages } from "./lang-chain-reply.js";
import { LangChainThreads } from "./lang-chain-threads.js";
import { MadeMessages } from "./made-messages.js";

/** What can be invoked: a compiled graph of LangGraph, an agent of `createAgent`, a chain, a chat model. */
export interface LangChainRunnable {
  invoke(input: never, config?: object): Promise<unknown>;
  stream?(input: never, config?: object): Promise<unknown>;
}

export interface LangChainAgentOptions {
  /**
   * Whether the agent keeps the conversation itself, by thread: it is then sent only what is new. Default: whether it has a
   * checkpointer. Say so for one that keeps it elsewhere, as `RemoteGraph` does.
   */
  readonly checkpointer?: boolean;
  /** What the messages are sent as. Default: `(messages) => ({ messages })`; for a chat model `(messages) => messages`. */
  readonly state?: (messages: readonly unknown[], input: AgentInput) => unknown;
  /** More of the config, such as callbacks, `recursionLimit` or `configurable`, to which `thread_id` is added. Default: none. */
  readonly config?: (input: AgentInput) => object | Promise<object>;
  /** Stream, so that latency is that of the first text. Default: false. */
  readonly stream?: boolean;
  /**
   * The reply, made of what `invoke` gave: for an agent that hangs up, or that does not answer in `messages`. Default: the
   * texts of the messages that the agent added, each as a message of its own; of a stream all in one, with blank lines between.
   */
  readonly reply?: (result: unknown, input: AgentInput) => AgentReply | Promise<AgentReply>;
  /** The user's message where the agent speaks first. Default: that the user has just joined. */
  readonly greetingPrompt?: string;
}

const known = [
  "checkpointer",
  "state",
  "config",
  "stream",
  "reply",
  "greetingPrompt",
] as const satisfies readonly (keyof LangChainAgentOptions)[];
const NAME = "langChainAgent";

/**
 * An agent of LangChain or LangGraph: `invoke({ messages }, { configurable: { thread_id }, signal })`, once for each turn. One
 * with a checkpointer is sent what is new; one without is sent the whole conversation, with the tools it called in it.
 *
 * A conversation begins on a thread that is empty: where an earlier run has left its own on the thread of that name, on
 * `<thread id>-2` and so on.
 *
 * @example
 * const agent = langChainAgent(createAgent({ model, tools, checkpointer: new MemorySaver() }));
 */
export function langChainAgent(runnable: LangChainRunnable, options: LangChainAgentOptions = {}): Agent {
  checkOptions(NAME, options, known);
  const { invoke, stream, checkpointer, options: made } = fieldsOf(runnable);
  if (typeof invoke !== "function") {
    throw misused(NAME, `it needs what has invoke(), such as a compiled graph; got ${described(runnable)}`);
  }
  if (options.stream === true && typeof stream !== "function") throw misused(NAME, "the agent has no stream()");
  const keeps = options.checkpointer ?? Boolean(checkpointer ?? fieldsOf(made).checkpointer);
  const { greetingPrompt = GREETING_PROMPT, state = (messages) => ({ messages }), config, reply } = options;
  const threads = new LangChainThreads(runnable);
  const memory = new MadeMessages();
  return async (input) => {
    const history = historyOf(input, greetingPrompt);
    const thread = keeps ? await threads.threadFor(input) : { id: input.threadId, isEmpty: true };
    const unheard = history.slice(history.findLastIndex(({ role }) => role === "assistant") + 1);
    const messages = keeps ? (thread.isEmpty ? history : unheard) : memory.before(input, greetingPrompt);
    const more = (await config?.(input)) ?? {};
    const configurable = { ...fieldsOf(fieldsOf(more).configurable), thread_id: thread.id };
    const call = { signal: input.signal, ...more, configurable };
    const sent = state(messages, input) as never;
    const keep = (result: unknown, texts: readonly string[]): void => {
      if (!keeps) memory.keep(input, newMessages(result) ?? [], texts);
    };
    if (options.stream === true && runnable.stream !== undefined) {
      const chunks = await runnable.stream(sent, { ...call, streamMode: ["messages", "values"] });
      return streamedMessages(NAME, chunks, keep);
    }
    const result = await runnable.invoke(sent, call);
    if (reply !== undefined) return reply(result, input);
    const texts = replyTexts(result);
    if (typeof texts === "string") throw noReply(NAME, texts);
    keep(result, texts);
    return texts.length === 0 ? [""] : texts;
  };
}
