import type { Agent, AgentInput, AgentReply } from "../agent.js";
import { checkOptions, misused, noReply } from "./adapter-error.js";
import { checkTemplate, fillTemplate } from "./body-template.js";
import { GREETING_PROMPT, historyOf } from "./history.js";
import { textOfCompletion } from "./chat-completion.js";
import { textOfChunks } from "./chat-stream.js";
import { checkHttp, overHttp } from "./http-agent.js";
import { replyReader, type StreamReader } from "./http-reply.js";

export interface ChatAgentOptions {
  /** Where the API is served, usually up to `/v1`; `/chat/completions` is added. */
  readonly baseURL: string;
  readonly model: string;
  /** Sent as `Authorization: Bearer …`. Default: none. */
  readonly apiKey?: string;
  /** The system prompt: a text, in which placeholders are filled in as in the body of `httpAgent`, or a function. Default: none. */
  readonly system?: string | ((input: AgentInput) => string);
  /** More of the body, such as `{ temperature: 0, user: "{{threadId}}" }`, with placeholders as well. Default: nothing. */
  readonly body?: object | ((input: AgentInput) => object);
  /** Ask for a stream, so that latency is that of the first text. One that comes unasked for is read too. Default: false. */
  readonly stream?: boolean;
  /** Added to the request. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The reply, made of the completion, for an agent that hangs up. Not of a stream. Default: its text. */
  readonly reply?: (completion: unknown) => AgentReply | Promise<AgentReply>;
  /** The user's message where the agent speaks first. Default: that the user has just joined. */
  readonly greetingPrompt?: string;
  /** How long the whole answer may take, in milliseconds. Default: no limit but the simulator's own. */
  readonly timeoutMs?: number;
  /** Default: the global one, read at each call. */
  readonly fetch?: typeof fetch;
}

const known = [
  "baseURL",
  "model",
  "apiKey",
  "system",
  "body",
  "stream",
  "headers",
  "reply",
  "greetingPrompt",
  "timeoutMs",
  "fetch",
] as const satisfies readonly (keyof ChatAgentOptions)[];
const NAME = "chatAgent";

/**
 * An agent behind an API like OpenAI's chat completions, which keeps nothing: each request has the system prompt and the whole
 * conversation. With it go the trace headers that `httpAgent` sends, and it fails as that does. One request is made for a turn,
 * and never a second: what the agent's own server does about limits and faults is part of what is tested.
 *
 * @example
 * const agent = chatAgent({ baseURL: "http://127.0.0.1:8000/v1", model: "support", system: "You help {{variables.shop}}." });
 */
export function chatAgent(options: ChatAgentOptions): Agent {
  check(options);
  const { baseURL, model, apiKey, system, body, stream = false, headers, reply, timeoutMs, fetch } = options;
  const { greetingPrompt = GREETING_PROMPT } = options;
  const bodyOf = (input: AgentInput): object => ({
    model,
    messages: [...systemMessage(system, input), ...historyOf(input, greetingPrompt)],
    ...(stream && { stream: true }),
    ...(typeof body === "function"
      ? (body as (input: AgentInput) => object)(input)
      : (fillTemplate(body ?? {}, input, `${NAME}: body`) as object)),
  });
  const call = {
    url: `${baseURL.replace(/\/+$/, "")}/chat/completions`,
    headers: { ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }), ...headers },
    body: bodyOf,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(fetch !== undefined && { fetch }),
  };
  checkHttp(call);
  return overHttp(call, {
    whole: replyReader(reply ?? textOfCompletion),
    stream: reply === undefined ? textOfChunks : streamed,
  });
}

const streamed: StreamReader = () => {
  throw noReply(
    NAME,
    "the server streams its answer, and reply is made of a whole completion. Take stream out of body.",
  );
};

function systemMessage(system: ChatAgentOptions["system"], input: AgentInput): object[] {
  if (system === undefined) return [];
  const filled = typeof system === "function" ? system(input) : fillTemplate(system, input, `${NAME}: system`);
  return [{ role: "system", content: typeof filled === "string" ? filled : JSON.stringify(filled) }];
}

function check(options: ChatAgentOptions): void {
  checkOptions(NAME, options, known);
  const { baseURL, model, system, body, stream, reply } = options;
  if (typeof baseURL !== "string" || !/^https?:\/\//.test(baseURL) || !URL.canParse(baseURL)) {
    throw misused(
      NAME,
      `baseURL must be an http(s) address, such as http://127.0.0.1:8000/v1; got ${JSON.stringify(baseURL)}`,
    );
  }
  if (typeof model !== "string" || model === "") throw misused(NAME, "model must be the name of a model");
  if (stream === true && reply !== undefined)
    throw misused(NAME, "reply is made of a whole completion: leave stream away");
  if (typeof system === "string") checkTemplate(system, `${NAME}: system`);
  if (typeof body !== "function") checkTemplate(body, `${NAME}: body`);
}
