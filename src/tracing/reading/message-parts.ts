import { textOf } from "./attributes.js";
import { isObject, jsonOf } from "./json-text.js";

export type Part = Readonly<Record<string, unknown>>;

const none: readonly Part[] = [];

const roles: Readonly<Record<string, string>> = {
  human: "user",
  HumanMessage: "user",
  HumanMessageChunk: "user",
  ai: "assistant",
  model: "assistant",
  AIMessage: "assistant",
  AIMessageChunk: "assistant",
  ToolMessage: "tool",
};

/** `user`, `assistant`, `tool` or whatever else a message calls itself. */
export function roleOf(message: Part): string | undefined {
  const { id, type } = message;
  // LangChain writes a message as its class with what it was made of, or as its type with its data.
  const kind = textOf(message.role) ?? (Array.isArray(id) ? textOf(id.at(-1)) : undefined) ?? textOf(type);
  return kind !== undefined && Object.hasOwn(roles, kind) ? roles[kind] : kind;
}

/** What a message is made of: its texts, the calls that it asks for, and the results that it hands back. */
export function partsOf(message: Part): readonly Part[] {
  if (isItem(message)) return [message];
  const inner = isObject(message.kwargs) ? message.kwargs : isObject(message.data) ? message.data : message;
  const result = textOf(inner.tool_call_id);
  const role = roleOf(message);
  if (result !== undefined && (role === "tool" || role === undefined))
    return [{ type: "tool_message", id: result, result: inner.content, status: inner.status }];
  const content = contentOf(inner.parts ?? inner.content ?? inner.text);
  if (role === "tool" && content.every(({ type }) => type === "text")) {
    const result = content.map(({ text, content: words }) => ({ type: "text", text: text ?? words }));
    return [{ type: "tool_message", ...(result.length > 0 && { result }) }];
  }
  const calls = listedCalls(inner);
  if (isObject(inner.function_call)) return [...content, ...calls, { function: inner.function_call }];
  return calls.length === 0 ? content : [...content, ...calls];
}

/** An item of OpenAI's Responses API that is no message but stands where one could. */
export const isItem = ({ type, role }: Part): boolean =>
  typeof type === "string" && role === undefined && /_call(_output|_result)?$/.test(type);

function contentOf(content: unknown): readonly Part[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (isObject(content)) return [content];
  if (!Array.isArray(content)) return none;
  const parts: Part[] = [];
  for (const part of content as readonly unknown[]) {
    if (typeof part === "string") parts.push({ type: "text", text: part });
    else if (isObject(part)) parts.push(part);
  }
  return parts;
}

function listedCalls(message: Part): readonly Part[] {
  const more = isObject(message.additional_kwargs) ? message.additional_kwargs.tool_calls : undefined;
  for (const list of [message.tool_calls, message.toolCalls, more]) {
    const calls = objectsIn(list);
    if (calls.length > 0) return calls.map((call) => ({ ...call, type: "tool_call" }));
  }
  return none;
}

/** Span events can hold no objects, so there each call of the list is JSON text. */
function objectsIn(list: unknown): readonly Part[] {
  const items = typeof list === "string" ? jsonOf(list) : list;
  if (!Array.isArray(items)) return none;
  return (items as readonly unknown[])
    .map((item) => (typeof item === "string" ? jsonOf(item) : item))
    .filter(isObject)
    .map((item) => (isObject(item.payload) ? item.payload : item));
}
