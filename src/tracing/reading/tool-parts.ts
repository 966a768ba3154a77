import { isJsonObject, type JsonValue } from "../../test-case/json.js";
import { textOf } from "./attributes.js";
import { argumentsOf, isObject, jsonOf, parseOrText, structuredOrText } from "./json-text.js";
import type { Part } from "./message-parts.js";
import { isPlaceholder } from "./placeholders.js";
import type { RequestedCall, ReturnedResult } from "./read-span.js";

const callTypes: readonly unknown[] = [
  "tool_call",
  "tool-call",
  "tool_use",
  "function_call",
  "custom_tool_call",
  "server_tool_call",
  "server_tool_use",
];
const ofProvider: readonly unknown[] = ["server_tool_call", "server_tool_use"];

/** Tools that OpenAI runs itself: their items have no name of a tool but their type, and hold the result as well. */
const hosted: readonly unknown[] = [
  "mcp_call",
  "web_search_call",
  "file_search_call",
  "code_interpreter_call",
  "image_generation_call",
];

/** A call as any of the conventions spells it in JSON; undefined where the object is none. */
export function callOf(part: Part): RequestedCall | undefined {
  if (hosted.includes(part.type)) return hostedCall(part);
  const inner = [part.function, part.functionCall, part.function_call].find(isObject);
  const isCall = part.type === undefined || callTypes.includes(part.type);
  if (!isCall && !(part.type === "function" && inner !== undefined)) return undefined;
  const name = textOf(part.toolName) ?? textOf(part.name) ?? textOf(inner?.name);
  if (name === undefined) return undefined;
  const server = isObject(part.server_tool_call) ? part.server_tool_call : undefined;
  const given = [part.input, part.args, part.arguments, inner?.arguments, inner?.args, server?.arguments, server];
  return {
    name,
    id: idOf(part) ?? textOf(inner?.id),
    inputParameters: argumentsOf(given.find(isKnown)),
    executed: part.providerExecuted === true || ofProvider.includes(part.type),
  };
}

function hostedCall(part: Part): RequestedCall {
  const { queries, code } = part;
  const given =
    part.arguments ?? part.action ?? (isKnown(queries) ? { queries } : isKnown(code) ? { code } : undefined);
  const name = textOf(part.name) ?? String(part.type).replace(/_call$/, "");
  const output = jsonOf(part.output ?? part.results ?? part.outputs ?? undefined);
  const failed = jsonOf(part.error ?? undefined) ?? "";
  const error = failed === "" && part.status !== "failed" ? undefined : errorIn(failed);
  return {
    name,
    id: idOf(part),
    inputParameters: argumentsOf(given),
    executed: true,
    ...(error === undefined ? { output } : { error }),
  };
}

/** A text, or an object that holds one beside its code. */
const errorIn = (error: JsonValue): string =>
  textOf(isJsonObject(error) ? error.message : error) ?? spelled(error === "" ? undefined : error);

/** The Responses API has two ids: that of the item, and that of the call, which its result repeats. */
function idOf(part: Part): string | undefined {
  const id =
    textOf(part.call_id) ??
    textOf(part.callId) ??
    textOf(part.toolCallId) ??
    textOf(part.tool_use_id) ??
    textOf(part.id);
  return isPlaceholder(id) ? undefined : id;
}

const isKnown = (value: unknown): boolean => value !== undefined;

const resultTypes: readonly unknown[] = [
  "tool_call_response",
  "server_tool_call_response",
  "tool_message",
  "tool_result",
  "function_call_output",
  "custom_tool_call_output",
  "function_call_result",
];

/** These may tell by their place which call they answer. */
const byPlace: readonly unknown[] = ["tool_message", "tool_call_response"];

/** What a tool handed back, as any of the conventions spells it in JSON. */
export function resultOf(part: Part): ReturnedResult | undefined {
  const id = idOf(part);
  if (id === undefined && !byPlace.includes(part.type)) return undefined;
  if (part.type === "tool-result") return aiSdkResult(id, part);
  if (!resultTypes.includes(part.type)) return undefined;
  const given = [part.response, part.result, part.output, part.content, part.server_tool_call_response].find(isKnown);
  const output = resultContent(given);
  const failed = part.is_error === true || part.status === "error" || isRefused(output);
  if (!failed) return { id, output };
  return {
    id,
    error: part.type === "server_tool_call_response" && output !== undefined ? errorIn(output) : spelled(output),
  };
}

/** The AI SDK from 7 on marks a call that it could not make in no other way: no such tool, or arguments it can't read. */
const isRefused = (output: JsonValue | undefined): boolean =>
  typeof output === "string" && /^AI_(NoSuchTool|InvalidToolInput)Error: /.test(output);

/** Versions before 5 have the bare result there, which may have a type and a value of its own. */
const wrappings: ReadonlySet<string> = new Set(["text", "json", "content", "error-text", "error-json"]);

function aiSdkResult(id: string | undefined, part: Part): ReturnedResult {
  const wrapped = [part.output, part.result].find(isKnown);
  if (isObject(wrapped) && wrapped.type === "execution-denied") return { id, denied: true };
  if (!isObject(wrapped) || typeof wrapped.type !== "string" || !wrappings.has(wrapped.type) || !("value" in wrapped))
    return { id, output: jsonOf(wrapped) };
  const { type, value } = wrapped;
  if (type.startsWith("error")) return { id, error: spelled(jsonOf(value)) };
  return { id, output: type === "text" && typeof value === "string" ? value : jsonOf(value) };
}

/** The same of what is JSON already. */
export const contentIn = (content: JsonValue | undefined): JsonValue | undefined =>
  isJsonObject(content) && typeof content.type !== "string" ? content : resultContent(content);

/** What a tool returned, out of the text parts that models want it in. */
export function resultContent(given: unknown): JsonValue | undefined {
  // OpenLLMetry writes the parts as JSON text.
  const content = typeof given === "string" && given.startsWith('[{"') ? parseOrText(given) : given;
  const parts = Array.isArray(content) ? (content as readonly unknown[]) : [content];
  if (parts.length === 0 || !parts.every(isTextPart)) return shownIn(content);
  const texts = parts.map(({ text }) => text).filter((text) => typeof text === "string" && !isPlaceholder(text));
  // Parts without their texts are what is left of a result that was not to be recorded.
  return texts.length < parts.length ? undefined : structuredOrText(texts.join(""));
}

const isTextPart = (part: unknown): part is Part =>
  isObject(part) && typeof part.type === "string" && part.type.endsWith("text");

function shownIn(content: unknown): JsonValue | undefined {
  if (isPlaceholder(content)) return undefined;
  return typeof content === "string" ? structuredOrText(content) : jsonOf(content);
}

const spelled = (value: JsonValue | undefined): string =>
  typeof value === "string" ? value : value === undefined ? "failed without a message" : JSON.stringify(value);
