import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from "../../test-case/json.js";

/**
 * What a model is told and says, in the forms of its providers, is what a test is about: nothing in it is secret or means
 * nothing because of the name that it goes by, as the PIN that a caller is asked for.
 */
const contentKeys = new Set(
  "messages input contents prompt system instructions systemInstruction system_instruction state questions".split(" "),
);
const instructionKeys = new Set("system instructions systemInstruction system_instruction".split(" "));

/** Whether an object asks a model: `ModelRequest`, chat completions, Responses, Anthropic's messages, Gemini's, decisions. */
export function isModelCall(value: JsonObject): boolean {
  const { messages, contents, questions, model } = value;
  if (isJsonList(messages) && messages.every((each) => isJsonObject(each) && typeof each.role === "string"))
    return true;
  if (isJsonList(contents) && contents.some((each) => isJsonObject(each) && isJsonList(each.parts))) return true;
  if (isJsonList(questions) && Object.hasOwn(value, "state")) return true;
  return typeof model === "string" && ["input", "prompt", "messages"].some((key) => Object.hasOwn(value, key));
}

/** Whether an object is a turn of a conversation, or a piece of what a model answers. */
export function isMessage(value: JsonObject): boolean {
  if (typeof value.role === "string")
    return ["content", "parts", "toolCalls", "tool_calls"].some((key) => Object.hasOwn(value, key));
  return isJsonList(value.choices) || isJsonList(value.candidates) || typeof value.logprob === "number";
}

/** Whether a field of an object that asks a model holds what it is told. */
export const isContentKey = (key: string): boolean => contentKeys.has(key);

export const isInstructionKey = (key: string): boolean => instructionKeys.has(key);

/** Whether a message tells a model what it is. */
export const isInstruction = ({ role }: JsonObject): boolean => role === "system" || role === "developer";

/** Whether a field holds the arguments of a tool that a model calls. */
export const isArgumentsKey = (key: string, { name, toolName, type }: JsonObject): boolean =>
  key === "arguments" || (/^(?:args|input)$/.test(key) && (name ?? toolName ?? type) !== undefined);

/** Whether an answer to this request is what a model says. */
export function asksModel(request: JsonValue): boolean {
  if (isJsonList(request)) return request.some((each) => asksModel(each) || (isJsonObject(each) && isMessage(each)));
  if (!isJsonObject(request)) return false;
  return isModelCall(request) || (isJsonObject(request.body) && isModelCall(request.body));
}
