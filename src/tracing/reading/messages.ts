import { argumentsOf, isObject, jsonOf } from "./json-text.js";
import { objectsOf, textOf } from "./attributes.js";
import type { RequestedCall, ReturnedResult } from "./read-span.js";

/** What a list of chat messages says, in whichever of the usual shapes it is written. */
export interface Messages {
  readonly userText?: string;
  /** The text of the last assistant message that has any. */
  readonly assistantText?: string;
  readonly requested: readonly RequestedCall[];
  readonly results: readonly ReturnedResult[];
}

type Part = Readonly<Record<string, unknown>>;

/** Reads OTel GenAI messages (`parts`) and AI SDK messages (`content`: text or parts). */
export function readMessages(value: unknown): Messages {
  const requested: RequestedCall[] = [];
  const results: ReturnedResult[] = [];
  const texts: { user?: string; assistant?: string } = {};
  for (const message of objectsOf(value)) {
    const parts = partsOf(message);
    const text = parts.map(partText).join("");
    if (text !== "" && (message.role === "user" || message.role === "assistant")) texts[message.role] = text;
    for (const part of parts) {
      const call = callOf(part);
      if (call !== undefined) requested.push(call);
      const result = resultOf(part);
      if (result !== undefined) results.push(result);
    }
  }
  return {
    userText: texts.user,
    assistantText: texts.assistant,
    requested,
    results,
  };
}

function partsOf(message: Part): readonly Part[] {
  const content = message.parts ?? message.content;
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? (content as readonly unknown[]).filter(isObject) : [];
}

function partText(part: Part): string {
  return part.type === "text" ? (textOf(part.content) ?? textOf(part.text) ?? "") : "";
}

const callTypes: readonly unknown[] = ["tool_call", "tool-call", "server_tool_call"];

/** A call as any of the conventions spells it in JSON; undefined where the object is none. */
export function callOf(part: Part): RequestedCall | undefined {
  const server = isObject(part.server_tool_call) ? part.server_tool_call : undefined;
  if (part.type !== undefined && !callTypes.includes(part.type)) return undefined;
  const name = textOf(part.toolName) ?? textOf(part.name);
  if (name === undefined) return undefined;
  const id = textOf(part.toolCallId) ?? textOf(part.id);
  const inputParameters = argumentsOf([part.input, part.args, part.arguments, server?.arguments].find(isKnown));
  return {
    name,
    id,
    inputParameters,
    executed: part.providerExecuted === true || part.type === "server_tool_call",
  };
}

const isKnown = (value: unknown): boolean => value !== undefined;

function resultOf(part: Part): ReturnedResult | undefined {
  const id = textOf(part.toolCallId) ?? textOf(part.id);
  if (id === undefined) return undefined;
  if (part.type === "tool_call_response") return { id, output: jsonOf([part.response, part.result].find(isKnown)) };
  if (part.type !== "tool-result") return undefined;
  const wrapped = [part.output, part.result].find(isKnown);
  if (!isObject(wrapped) || typeof wrapped.type !== "string" || !("value" in wrapped))
    return { id, output: jsonOf(wrapped) };
  const { type, value } = wrapped;
  if (type.startsWith("error")) return { id, error: typeof value === "string" ? value : JSON.stringify(value) };
  return { id, output: type === "text" && typeof value === "string" ? value : jsonOf(value) };
}
