import { modelFailed, shown, type Caller } from "./caller.js";
import { countOf, fieldsOf, isFields, listOf, textOf } from "./fields.js";
import type { ModelResponse, ModelToolCall } from "./language-model.js";
import { readArguments } from "./tool-arguments.js";

/** A chat completion as servers really send it: fields may be missing, or be of another kind. */
export function readCompletion(caller: Caller, completion: unknown): ModelResponse {
  if (!isFields(completion)) throw noCompletion(caller, textOf(completion) ?? "");
  if (isFields(completion.error) && listOf(completion.choices).length === 0) throw asFailure(completion.error);
  const choice = listOf(completion.choices)[0];
  if (!isFields(choice)) throw noCompletion(caller, JSON.stringify(completion));
  const message = fieldsOf(choice.message);
  const counts = fieldsOf(completion.usage);
  const usage = { inputTokens: countOf(counts.prompt_tokens), outputTokens: countOf(counts.completion_tokens) };
  const refusal = textOf(message.refusal);
  if (refusal !== undefined && refusal !== "")
    throw modelFailed(
      caller,
      `refused to answer ("${shown(caller, refusal)}"). Reword the request, or take another model.`,
      { usage },
    );
  const finishReason = textOf(choice.finish_reason);
  const model = textOf(completion.model);
  return {
    text: textIn(message.content),
    toolCalls: listOf(message.tool_calls).flatMap(toolCall),
    usage,
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(model === undefined ? {} : { model }),
  };
}

/** Most send a string, some a list of parts. */
function textIn(content: unknown): string {
  if (typeof content === "string") return content;
  return listOf(content)
    .map((part) => textOf(fieldsOf(part).text) ?? "")
    .join("");
}

function toolCall(call: unknown, index: number): ModelToolCall[] {
  const { id, function: called } = fieldsOf(call);
  const { name, arguments: args } = fieldsOf(called);
  if (typeof name !== "string") return [];
  // Some servers give no id, and without one no result could be sent back.
  return [{ id: textOf(id) || `call_${String(index + 1)}`, name, arguments: readArguments(args) }];
}

/** Gateways report an upstream error with status 200, and the real one in the body. */
function asFailure(error: Readonly<Record<string, unknown>>): Error {
  const code = Number(error.code ?? error.status);
  const status = Number.isInteger(code) && code >= 400 && code < 600 ? code : 502;
  return Object.assign(new Error("an error with status 200"), { status, error });
}

const noCompletion = (caller: Caller, body: string) =>
  modelFailed(
    caller,
    `answered with no chat completion: ${body.trim() === "" ? "an empty body" : shown(caller, body)}. ` +
      `Check ${caller.fixes.address}: it usually ends in /v1.`,
  );
