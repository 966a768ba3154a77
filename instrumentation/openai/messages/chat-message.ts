import { isObject, textOf } from "../../../src/tracing/instrument.js";
import type { Content } from "../content.js";
import {
  blobPart,
  callPart,
  contentParts,
  listOf,
  reasoningPart,
  resultPart,
  textPart,
  type Message,
  type Part,
} from "./parts.js";

/** A message of the Chat Completions API, as it goes in or comes out. */
export function chatMessage(message: unknown, content: Content, finishReason?: string): Message {
  const given = isObject(message) ? message : {};
  const role = textOf(given.role) ?? "assistant";
  const name = textOf(given.name);
  return {
    role: role === "function" ? "tool" : role,
    parts: role === "tool" || role === "function" ? [resultOf(given, content)] : spokenParts(given, content),
    ...(name !== undefined && { name }),
    ...(finishReason !== undefined && { finish_reason: finishReason }),
  };
}

const resultOf = (message: Part, content: Content): Part => resultPart(message.tool_call_id, message.content, content);

function spokenParts(message: Part, content: Content): readonly Part[] {
  const { refusal, audio, function_call: legacy } = message;
  return [
    ...reasoningPart(message.reasoning_content, content),
    ...contentParts(message.content, content),
    ...textPart(refusal, content),
    ...(isObject(audio) ? [speechPart(audio, content)] : []),
    ...listOf(message.tool_calls).flatMap((call) => (isObject(call) ? [requestPart(call, content)] : [])),
    ...(isObject(legacy) ? [callPart(undefined, legacy.name, legacy.arguments, content)] : []),
  ];
}

function requestPart(call: Part, content: Content): Part {
  if (isObject(call.custom)) return callPart(call.id, call.custom.name, call.custom.input, content);
  const inner = isObject(call.function) ? call.function : {};
  return callPart(call.id, inner.name, inner.arguments, content);
}

function speechPart(audio: Part, content: Content): Part {
  const blob = blobPart("audio", undefined, content);
  const transcript = typeof audio.transcript === "string" ? content.text(audio.transcript) : undefined;
  return transcript === undefined ? blob : { ...blob, transcript };
}
