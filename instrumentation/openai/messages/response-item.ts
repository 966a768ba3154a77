import { isObject, textOf } from "../../../src/tracing/instrument.js";
import type { Content } from "../../shared/content.js";
import type { Part, Written } from "../../shared/json.js";
import { callPart, contentParts, listOf, reasoningPart, resultPart, written, type Fields } from "./parts.js";

/** An item of the Responses API that goes in. Undefined: it says nothing, such as a mere reference to another. */
export function itemMessage(item: unknown, content: Content): Part | undefined {
  if (typeof item === "string") return { role: "user", parts: contentParts(item, content) };
  if (!isObject(item)) return undefined;
  const type = textOf(item.type) ?? "message";
  if (type.endsWith("_output"))
    return { role: "tool", parts: [resultPart(item.call_id ?? item.id, item.output, content)] };
  const parts = itemParts(item, content);
  if (parts === undefined) return undefined;
  return { role: type === "message" ? (textOf(item.role) ?? "user") : "assistant", parts };
}

/** What an item says or does. Undefined: nothing. */
export function itemParts(item: Fields, content: Content): readonly Part[] | undefined {
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
const ownToolPart = (type: string, item: Fields, content: Content): Part =>
  callPart(item.call_id ?? item.id, nameOf(type), item.action ?? item.operation ?? {}, content);

function hostedParts(type: string, item: Fields, content: Content): readonly Part[] {
  const failed = failureIn(item);
  const found = failed ?? item.output ?? item.results ?? item.outputs ?? undefined;
  const result = found === undefined ? undefined : written(found, content);
  const id = textOf(item.id);
  const status = failed === undefined ? undefined : "error";
  const call = { type, arguments: hostedArguments(type, item, content) };
  const name = textOf(item.name) ?? nameOf(type);
  return [
    { type: "server_tool_call", id, name, server_tool_call: call },
    ...(result === undefined
      ? []
      : [{ type: "server_tool_call_response", id, status, server_tool_call_response: result }]),
  ];
}

/** What went wrong with a tool that OpenAI runs. Undefined: nothing. */
function failureIn({ error, status }: Fields): unknown {
  if (error !== undefined && error !== null && error !== "") return error;
  return status === "failed" ? "failed without a message" : undefined;
}

function hostedArguments(type: string, item: Fields, content: Content): Written | undefined {
  switch (type) {
    case "mcp_call":
      return item.arguments === undefined ? undefined : written(item.arguments, content);
    case "file_search_call":
      return written({ queries: item.queries }, content);
    case "code_interpreter_call":
      return written({ code: item.code }, content);
    default:
      return item.action === undefined ? undefined : written(item.action, content);
  }
}
