import { isObject, textOf } from "../../../src/tracing/instrument.js";
import type { Content } from "../../shared/content.js";
import type { Part } from "../../shared/json.js";
import { blobPart, callPart, contentParts, listOf, reasoningPart, resultPart, textPart, type Fields } from "./parts.js";

/** A message of the Chat Completions API, as it goes in or comes out. */
export function chatMessage(message: unknown, content: Content, finishReason?: string): Part {
  const given = isObject(message) ? message : {};
  const role = textOf(given.role) ?? "assistant";
  const isResult = role === "tool" || role === "function";
  return {
    role: isResult ? "tool" : role,
    parts: isResult ? [resultPart(given.tool_call_id, given.content, content)] : spokenParts(given, content),
    // Of a result it names the function, of all others a person or another agent.
    name: typeof given.name === "string" && !isResult ? content.allowed(given.name) : textOf(given.name),
    finish_reason: finishReason,
  };
}

function spokenParts(message: Fields, content: Content): readonly Part[] {
  const { reasoning_content: reasoning, refusal, audio, tool_calls: calls, function_call: legacy } = message;
  const parts: Part[] = [];
  if (reasoning !== undefined) parts.push(...reasoningPart(reasoning, content));
  parts.push(...contentParts(message.content, content));
  if (typeof refusal === "string") parts.push(...textPart(refusal, content));
  if (isObject(audio)) parts.push(speechPart(audio, content));
  for (const call of listOf(calls)) if (isObject(call)) parts.push(requestPart(call, content));
  if (isObject(legacy)) parts.push(callPart(undefined, legacy.name, legacy.arguments, content));
  return parts;
}

function requestPart(call: Fields, content: Content): Part {
  if (isObject(call.custom)) return callPart(call.id, call.custom.name, call.custom.input, content);
  const inner = isObject(call.function) ? call.function : {};
  return callPart(call.id, inner.name, inner.arguments, content);
}

function speechPart(audio: Fields, content: Content): Part {
  const transcript = typeof audio.transcript === "string" ? content.allowed(audio.transcript) : undefined;
  return blobPart("audio", undefined, content, transcript);
}
