import { countOf, fieldsOf, isFields, listOf, textOf } from "./fields.js";
import type { ModelResponse, ModelToolCall } from "./language-model.js";
import { readArguments } from "./tool-arguments.js";

/** What `doGenerate` gave; v2 and v3 write usage and finish reason differently. */
export function readAISDKResult(result: unknown): ModelResponse {
  const { content, usage, finishReason, response } = fieldsOf(result);
  const parts = listOf(content).map(fieldsOf);
  const { inputTokens, outputTokens } = fieldsOf(usage);
  const reason = textOf(isFields(finishReason) ? finishReason.unified : finishReason);
  const model = textOf(fieldsOf(response).modelId);
  return {
    text: parts.map(({ type, text }) => (type === "text" ? (textOf(text) ?? "") : "")).join(""),
    toolCalls: parts.flatMap(toolCall),
    usage: { inputTokens: total(inputTokens), outputTokens: total(outputTokens) },
    // As everywhere here: `tool_calls`, `content_filter`.
    ...(reason === undefined ? {} : { finishReason: reason.replaceAll("-", "_") }),
    ...(model === undefined ? {} : { model }),
  };
}

function toolCall({ type, toolCallId, toolName, input, providerExecuted }: Record<string, unknown>): ModelToolCall[] {
  // What the provider ran itself is no request to run it.
  if (type !== "tool-call" || providerExecuted === true || typeof toolName !== "string") return [];
  return [{ id: textOf(toolCallId) ?? "", name: toolName, arguments: readArguments(input) }];
}

const total = (tokens: unknown): number | null => countOf(isFields(tokens) ? tokens.total : tokens);
