import { isObject, textOf } from "../../../src/tracing/instrument.js";
import type { Content } from "../content.js";
import { json, listOfJson, objectOf, type Json } from "./json.js";
import { callPart, contentParts, known, listOf, reasoningPart, resultPart, type Fields } from "./parts.js";

const message = (role: string, parts: readonly Json[]): Json =>
  objectOf({ role: json(role), parts: listOfJson(parts) });

/** An item of the Responses API that goes in. Undefined: it says nothing, such as a mere reference to another. */
export function itemMessage(item: unknown, content: Content): Json | undefined {
  if (typeof item === "string") return message("user", contentParts(item, content));
  if (!isObject(item)) return undefined;
  const type = textOf(item.type) ?? "message";
  if (type.endsWith("_output")) return message("tool", [resultPart(item.call_id ?? item.id, item.output, content)]);
  const parts = itemParts(item, content);
  if (parts === undefined) return undefined;
  return message(type === "message" ? (textOf(item.role) ?? "user") : "assistant", parts);
}

/** What an item says or does. Undefined: nothing. */
export function itemParts(item: Fields, content: Content): readonly Json[] | undefined {
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
const ownToolPart = (type: string, item: Fields, content: Content): Json =>
  callPart(item.call_id ?? item.id, nameOf(type), item.action ?? item.operation ?? {}, content);

function hostedParts(type: string, item: Fields, content: Content): readonly Json[] {
  const found = item.output ?? item.results ?? item.outputs ?? item.error ?? undefined;
  const result = found === undefined ? undefined : content.value(found);
  const id = known(item.id);
  const call = objectOf({ type: json(type), arguments: hostedArguments(type, item, content) });
  const name = json(textOf(item.name) ?? nameOf(type));
  return [
    objectOf({ type: json("server_tool_call"), id, name, server_tool_call: call }),
    ...(result === undefined
      ? []
      : [objectOf({ type: json("server_tool_call_response"), id, server_tool_call_response: result })]),
  ];
}

function hostedArguments(type: string, item: Fields, content: Content): Json | undefined {
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
