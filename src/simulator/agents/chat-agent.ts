import { fieldsOf, isFields, listOf, textOf } from "../../models/fields.js";
import type { Agent, AgentInput, AgentReply } from "../agent.js";
import { checkOptions, misused, noReply } from "./adapter-error.js";
import { checkTemplate, fillTemplate } from "./body-template.js";
import { GREETING_PROMPT, historyOf } from "./history.js";
import { httpAgent } from "./http-agent.js";
import { excerptOf, shapeOf } from "./shape.js";

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
  /** Ask for a stream, so that latency is that of the first text. Default: false. */
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
  return httpAgent({
    url: `${baseURL.replace(/\/+$/, "")}/chat/completions`,
    headers: { ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }), ...headers },
    body: bodyOf,
    reply: stream ? deltaOf : (reply ?? textOfCompletion),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(fetch !== undefined && { fetch }),
  });
}

function systemMessage(system: ChatAgentOptions["system"], input: AgentInput): object[] {
  if (system === undefined) return [];
  const filled = typeof system === "function" ? system(input) : fillTemplate(system, input, `${NAME}: system`);
  return [{ role: "system", content: typeof filled === "string" ? filled : JSON.stringify(filled) }];
}

function textOfCompletion(completion: unknown): string {
  const choice = listOf(fieldsOf(completion).choices)[0];
  if (!isFields(choice)) {
    const what = isFields(completion) ? shapeOf(completion) : excerptOf(String(completion));
    throw noReply(NAME, `the server answered ${what}, and no chat completion. Check baseURL: it usually ends in /v1.`);
  }
  const { content, refusal, tool_calls: calls } = fieldsOf(choice.message);
  const text = textOf(content) ?? partsOf(content) ?? textOf(refusal) ?? "";
  const reason = textOf(choice.finish_reason) ?? "stop";
  if (text !== "" || (reason === "stop" && listOf(calls).length === 0)) return text;
  throw noReply(NAME, wordless(reason, calls));
}

function wordless(reason: string, calls: unknown): string {
  const names = listOf(calls).map((call) => String(fieldsOf(fieldsOf(call).function).name));
  return names.length > 0
    ? `the server asked for ${names.join(", ")} to be called. An agent calls its tools itself: run them behind the server, or write a function agent.`
    : `the server said nothing, and stopped for the reason "${reason}". Raise its limit of tokens, or see what filters it.`;
}

const partsOf = (content: unknown): string | undefined =>
  Array.isArray(content) ? content.map((part) => textOf(fieldsOf(part).text) ?? "").join("") : undefined;

function deltaOf(event: unknown): string | null {
  const { error, choices } = fieldsOf(event);
  if (error !== undefined && error !== null) {
    throw noReply(
      NAME,
      `the stream broke off: ${textOf(fieldsOf(error).message) ?? excerptOf(JSON.stringify(error))}.`,
    );
  }
  // A server that does not stream answers as a whole.
  const choice = fieldsOf(listOf(choices)[0]);
  if (choice.delta === undefined && choice.message !== undefined) return textOfCompletion(event);
  const { content, refusal, tool_calls: calls } = fieldsOf(choice.delta);
  if (choice.finish_reason === "tool_calls" || listOf(calls).length > 0)
    throw noReply(NAME, wordless("tool_calls", calls));
  return textOf(content) ?? textOf(refusal) ?? null;
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
