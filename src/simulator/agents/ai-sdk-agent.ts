import { fieldsOf, isFields, textOf } from "../../models/fields.js";
import { described } from "../../test-case/unknown-option.js";
import type { Agent, AgentInput, AgentReply } from "../agent.js";
import { checkOptions, misused, noReply } from "./adapter-error.js";
import { finishReasonOf, messagesIn, streamedText, textsIn } from "./ai-sdk-reply.js";
import { GREETING_PROMPT } from "./history.js";
import { MadeMessages } from "./made-messages.js";
import { shapeOf } from "./shape.js";

/** What is asked with: `messages`, `abortSignal`, and telemetry switched on, to be spread into `generateText` or `streamText`. */
export interface AISDKCall {
  /** The conversation so far, the agent's own calls of tools and their results included. */
  // They are `ModelMessage`s of the package `ai`, which is not needed to run this.
  readonly messages: never[];
  readonly abortSignal: AbortSignal;
  readonly experimental_telemetry?: { readonly isEnabled: boolean };
}

/** An agent of the AI SDK (`ai` 5 or later), as `ToolLoopAgent` is one. */
export interface AISDKAgent {
  generate(options: object): PromiseLike<unknown>;
  stream?(options: object): PromiseLike<unknown>;
}

export interface AISDKAgentOptions {
  /** Call `agent.stream` and not `agent.generate`, so that latency is that of the first text. Default: false. */
  readonly stream?: boolean;
  /** What more goes into the call: `(input) => ({ options: { tenant: input.golden.variables?.tenant } })`. Default: nothing. */
  readonly call?: (input: AgentInput) => object | Promise<object>;
  /**
   * The reply, made of what `generate` gave: for an agent that hangs up, or whose words are in its structured output. Default:
   * the text of each step, as a message of its own; of a stream all in one, with a blank line between steps.
   */
  readonly reply?: (result: unknown, input: AgentInput) => AgentReply | Promise<AgentReply>;
  /** The user's message where the agent speaks first. Default: that the user has just joined. */
  readonly greetingPrompt?: string;
}

const known = ["stream", "call", "reply", "greetingPrompt"] as const satisfies readonly (keyof AISDKAgentOptions)[];
const NAME = "aiSdkAgent";

/**
 * An agent of the AI SDK: one with `generate`, such as a `ToolLoopAgent`, or a function that asks `generateText` or
 * `streamText`. It is given the whole conversation, with the tools it called in it, and the signal. Its telemetry is switched
 * on where it does not say otherwise, so that the tools it calls are on record.
 *
 * @example
 * const agent = aiSdkAgent(new ToolLoopAgent({ model, instructions, tools }));
 * const same = aiSdkAgent((call) => generateText({ model, system, tools, stopWhen: stepCountIs(5), ...call }));
 */
export function aiSdkAgent(
  agent: AISDKAgent | ((call: AISDKCall, input: AgentInput) => unknown),
  options: AISDKAgentOptions = {},
): Agent {
  checkOptions(NAME, options, known);
  const ask = asking(agent, options.stream === true);
  const { call, reply, greetingPrompt = GREETING_PROMPT } = options;
  const made = new MadeMessages();
  return async (input) => {
    const messages = made.before(input, greetingPrompt) as never[];
    const asked = { messages, abortSignal: input.signal, ...(await call?.(input)) };
    const result = await ask(asked, input);
    if (reply !== undefined) return reply(result, input);
    const { fullStream } = fieldsOf(result);
    if (fullStream !== undefined) {
      return streamedText(NAME, fullStream, async (text) =>
        made.keep(input, messagesIn(await fieldsOf(result).response), [text]),
      );
    }
    const texts = textsIn(result);
    if (texts === null) {
      throw noReply(
        NAME,
        `the agent gave ${isFields(result) ? shapeOf(result) : described(result)}, and not what generateText or streamText give. Return that.`,
      );
    }
    const reason = finishReasonOf(result);
    if (texts.length === 0 && reason !== "stop") throw noReply(NAME, wordless(reason));
    const said = texts.length === 0 ? [""] : texts;
    made.keep(input, messagesIn(fieldsOf(result).response), said);
    return said;
  };
}

const wordless = (reason: string): string =>
  `the agent said nothing and stopped for the reason "${reason}". ` +
  (reason === "tool-calls"
    ? "It asked for a tool that has no execute or waits for approval, or its steps were used up (stopWhen)."
    : "See what its model answers, or raise its limit of tokens.");

type Ask = (call: AISDKCall, input: AgentInput) => unknown;

const telemetry = { experimental_telemetry: { isEnabled: true } };

function asking(agent: AISDKAgent | Ask, streams: boolean): Ask {
  if (typeof agent === "function") {
    if (streams)
      throw misused(NAME, "a function streams by itself: leave the option stream away, and return streamText(…)");
    return (call, input) => agent({ ...telemetry, ...call }, input);
  }
  const { generate, stream, settings } = fieldsOf(agent);
  if (typeof generate !== "function") {
    const what =
      "it needs an agent with generate(), such as a ToolLoopAgent, or (call) => generateText({ model, ...call })";
    throw misused(NAME, `${what}; got ${textOf(agent) === undefined ? described(agent) : "a text"}`);
  }
  if (streams && typeof stream !== "function")
    throw misused(NAME, "the agent has no stream(), so it can't be streamed");
  // What it was made with is not to be changed from here.
  const more = fieldsOf(settings).experimental_telemetry === undefined ? telemetry : {};
  return (call) => (streams ? agent.stream?.({ ...more, ...call }) : agent.generate({ ...more, ...call }));
}
