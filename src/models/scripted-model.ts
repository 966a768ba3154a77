import { RehearsalError } from "../errors.js";
import { abortedError } from "./deadline.js";
import { excerpt } from "./fields.js";
import { jsonInText } from "./json-in-text.js";
import type { LanguageModel, ModelRequest, ModelResponse } from "./language-model.js";

/** A string is an answer of that text; an error is what the call rejects with. */
export type ScriptedReply = string | Partial<ModelResponse> | Error;

/**
 * A model that answers what it is told, call by call: for tests and examples.
 *
 * @example
 * const model = new ScriptedModel(["It's A-1042.", { json: { done: true } }]);
 */
export class ScriptedModel implements LanguageModel {
  readonly id = "scripted";
  readonly #replies: readonly ScriptedReply[] | ScriptedFunction;
  readonly #requests: ModelRequest[] = [];

  /** `replies`: one for each call, in order; or a function that is given the request and its index, from 0. */
  constructor(replies: readonly ScriptedReply[] | ScriptedFunction) {
    this.#replies = typeof replies === "function" ? replies : [...replies];
  }

  /** Every request so far, as it was when it came. */
  get requests(): readonly ModelRequest[] {
    return this.#requests;
  }

  async generate(request: ModelRequest): Promise<ModelResponse> {
    if (request.signal?.aborted === true) throw abortedError("ScriptedModel", request.signal.reason);
    const index = this.#requests.length;
    // Messages are copied, since whoever asks may go on writing to its list.
    this.#requests.push({ ...request, messages: structuredClone(request.messages) });
    const replies = this.#replies;
    const reply = typeof replies === "function" ? await replies(request, index) : replies[index];
    if (reply === undefined) throw spent(replies, request, index);
    if (reply instanceof Error) throw reply;
    return respond(typeof reply === "string" ? { text: reply } : reply, request, index);
  }
}

export type ScriptedFunction = (
  request: ModelRequest,
  index: number,
) => ScriptedReply | undefined | Promise<ScriptedReply | undefined>;

function respond(reply: Partial<ModelResponse>, request: ModelRequest, index: number): ModelResponse {
  const toolCalls = reply.toolCalls ?? [];
  const text = reply.text ?? (reply.json === undefined ? "" : JSON.stringify(reply.json));
  const usage = { inputTokens: null, outputTokens: null };
  const response = { text, toolCalls, usage, finishReason: toolCalls.length > 0 ? "tool_calls" : "stop", ...reply };
  if (request.schema === undefined || reply.json !== undefined || (text === "" && toolCalls.length > 0))
    return response;
  const read = jsonInText(text, request.schema.schema);
  if ("value" in read) return { ...response, json: read.value };
  throw new RehearsalError(
    "model_failed",
    `ScriptedModel, call ${String(index + 1)}: JSON was asked for (${request.schema.name}), and the reply is none ` +
      `(${read.problem}): "${excerpt(text)}". Give { json }, or text that is JSON.`,
    { usage: response.usage },
  );
}

function spent(replies: readonly ScriptedReply[] | ScriptedFunction, request: ModelRequest, index: number) {
  const last = request.messages.at(-1);
  const asked = last === undefined ? "" : ` Its last message (${last.role}): "${excerpt(last.content, 120)}".`;
  const has =
    typeof replies === "function"
      ? "its function gave none"
      : `it has ${String(replies.length)} ${replies.length === 1 ? "reply" : "replies"}`;
  return new RehearsalError(
    "not_recorded",
    `ScriptedModel has no reply for call ${String(index + 1)}: ${has}.${asked} Add a reply, or find out why it is asked more often.`,
  );
}
