import { textOf } from "../reading/attributes.js";
import { isObject, parseJson } from "../reading/json-text.js";
import type { Part } from "../reading/message-parts.js";
import type { PlainSpan } from "../reading/plain-span.js";
import { itemsOf, listOf, type Nested } from "../reading/unflatten.js";
import { shown } from "./openinference-values.js";
import { isJsonObject } from "../../test-case/json.js";

/** The messages of `llm.input_messages` or `llm.output_messages`, in OpenAI's shape. */
export function flatMessages({ attributes }: PlainSpan, side: "input" | "output"): readonly Part[] {
  return listOf(attributes, `llm.${side}_messages`).map((item) => {
    const message = isObject(item.message) ? item.message : item;
    const role = text(message.role) ?? (side === "output" ? "assistant" : undefined);
    return chatMessage(message, role);
  });
}

function chatMessage(message: Nested, role: string | undefined): Part {
  const calls = itemsOf(message.tool_calls).map(toolCall);
  const legacy = text(message.function_call_name);
  const isResult = role === "tool" || role === "function" || (role === undefined && message.tool_call_id !== undefined);
  return {
    role: isResult ? "tool" : role,
    ...(isResult ? resultIn(told(contentOf(message))) : { content: contentOf(message) }),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(legacy !== undefined && {
      function_call: { name: legacy, arguments: string(message.function_call_arguments_json) },
    }),
    tool_call_id: text(message.tool_call_id),
  };
}

const wrappers: ReadonlySet<string> = new Set(["text", "json", "error-text", "error-json", "content"]);

/** The AI SDK wraps results, `{ type, value }`, and its exporter leaves them so. */
function resultIn(content: unknown): { readonly content: unknown; readonly status?: string } {
  const wrapped = typeof content === "string" && content.startsWith('{"type":"') ? parseJson(content) : undefined;
  const { type, value } = isJsonObject(wrapped) ? wrapped : {};
  if (typeof type !== "string" || !wrappers.has(type) || value === undefined) return { content };
  return { content: value, ...(type.startsWith("error") && { status: "error" }) };
}

/** Of a result that is hidden, or was dropped, nothing; but an answer without words may be nothing but calls. */
const told = (content: unknown): unknown => (Array.isArray(content) && content.length === 0 ? undefined : content);

function contentOf(message: Nested): unknown {
  const content = string(message.content);
  if (content !== undefined) return content;
  return itemsOf(message.contents).flatMap((item) => {
    const part = isObject(item.message_content) ? item.message_content : item;
    const words = string(part.text);
    return words === undefined || part.type === "reasoning" ? [] : [{ type: "text", text: words }];
  });
}

function toolCall(item: Nested): Part {
  const call = isObject(item.tool_call) ? item.tool_call : item;
  const called = isObject(call.function) ? call.function : {};
  return { id: text(call.id), function: { name: text(called.name), arguments: string(called.arguments) } };
}

const text = (value: unknown): string | undefined => textOf(shown(value));
const string = (value: unknown): string | undefined => {
  const seen = shown(value);
  return typeof seen === "string" ? seen : undefined;
};
