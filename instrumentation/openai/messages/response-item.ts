import { isObject, textOf } from "../../../src/tracing/instrument.js";
import type { Content } from "../content.js";
import { callPart, contentParts, listOf, reasoningPart, resultPart, type Message, type Part } from "./parts.js";

/** An item of the Responses API that goes in. Undefined: it says nothing, such as a mere reference to another. */
export function itemMessage(item: unknown, content: Content): Message | undefined {
  if (typeof item === "string") return { role: "user", parts: contentParts(item, content) };
  if (!isObject(item)) return undefined;
  const type = textOf(item.type) ?? "message";
  if (type.endsWith("_output")) {
    return { role: "tool", parts: [resultPart(item.call_id ?? item.id, item.output, content)] };
  }
  const parts = itemParts(item, content);
  if (parts === undefined) return undefined;
  return { role: type === "message" ? (textOf(item.role) ?? "user") : "assistant", parts };
}

/** What an item says or does. Undefined: nothing. */
export function itemParts(item: Part, content: Content): readonly Part[] | undefined {
  const type = textOf(item.type) ?? "message";
  switch (type) {
    case "message":
      return contentParts(item.content, content);
    case "function_call":
      return [callPart(item.call_id, item.name, item.arguments, content)];
    case "custom_tool_call":
      return [callPart(item.call_id, item.name, item.input, content)];
    case "reasoning":
      return [...listOf(item.summary), ...listOf(item.content)].flatMap((part) =>
        isObject(part) ? reasoningPart(part.text, content) : [],
      );
    default:
      if (!type.endsWith("_call")) return undefined;
      return hosted.has(type) ? hostedParts(type, item, content) : [ownToolPart(type, item, content)];
  }
}

/** Tools that OpenAI runs itself, so that their items hold the result as well. */
const hosted: ReadonlySet<string> = new Set([
  "web_search_call",
  "file_search_call",
  "code_interpreter_call",
  "image_generation_call",
  "mcp_call",
]);

const nameOf = (type: string): string => type.replace(/_call$/, "");

/** Tools that OpenAI defines and the caller runs: computer, shell, apply_patch. */
function ownToolPart(type: string, item: Part, content: Content): Part {
  return callPart(item.call_id ?? item.id, nameOf(type), item.action ?? item.operation ?? {}, content);
}

function hostedParts(type: string, item: Part, content: Content): readonly Part[] {
  const args = hostedArguments(type, item, content);
  const found = item.output ?? item.results ?? item.outputs ?? item.error ?? undefined;
  const result = found === undefined ? undefined : content.value(found);
  const call = { type, ...(args !== undefined && { arguments: args }) };
  return [
    { type: "server_tool_call", id: item.id, name: textOf(item.name) ?? nameOf(type), server_tool_call: call },
    ...(result === undefined
      ? []
      : [{ type: "server_tool_call_response", id: item.id, server_tool_call_response: result }]),
  ];
}

function hostedArguments(type: string, item: Part, content: Content): unknown {
  switch (type) {
    case "mcp_call":
      return typeof item.arguments === "string" ? content.json(item.arguments) : undefined;
    case "file_search_call":
      return content.value({ queries: item.queries });
    case "code_interpreter_call":
      return content.value({ code: item.code });
    default:
      return item.action === undefined ? undefined : content.value(item.action);
  }
}
