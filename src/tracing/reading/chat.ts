import type { JsonValue } from "../../test-case/json.js";
import { isObject } from "./json-text.js";
import { isItem, type Part } from "./message-parts.js";
import { readMessages, type Messages } from "./messages.js";
import type { History, Mutable, RequestedCall } from "./read-span.js";

/**
 * What a model was given (`as` the user's) or answered (`as` the assistant's), in whichever wrapping: text, a message, a
 * list of them, or an object that holds one of these, such as a completion of any provider.
 */
export function readChat(value: JsonValue | undefined, as: "user" | "assistant"): Messages {
  return readMessages(messagesIn(value, as, 0));
}

/** The calls that it asks for, with what tools of the provider's own answered to them in the same breath. */
export function callsIn({ requested, results }: Messages): readonly RequestedCall[] {
  if (!requested.some(({ executed }) => executed === true)) return requested;
  return requested.map((call) => {
    const result = call.executed === true ? results.find(({ id }) => id !== undefined && id === call.id) : undefined;
    return result === undefined ? call : { ...call, output: result.output, error: result.error };
  });
}

export function historyIn({ opening, userText, requested, earlier }: Messages): History {
  const history: Mutable<History> = { calls: requested, earlier };
  if (opening !== undefined) history.opening = opening;
  if (userText !== undefined) history.question = userText;
  return history;
}

/** Wrappings nest a few levels; what nests deeper is no wrapping. */
const DEEPEST = 8;

function messagesIn(value: unknown, as: string, depth: number): readonly Part[] {
  if (depth > DEEPEST) return [];
  if (typeof value === "string") return value === "" ? [] : [{ role: as, content: value }];
  const within = (inner: unknown) => messagesIn(inner, as, depth + 1);
  if (Array.isArray(value)) return (value as readonly unknown[]).flatMap(within);
  if (!isObject(value)) return [];
  // Of several choices, and of the several answers in a batch, only the first can be gone on with.
  if (Array.isArray(value.choices)) return within((value.choices as readonly unknown[])[0]);
  if (Array.isArray(value.generations)) return within((value.generations as readonly unknown[]).flat()[0]);
  for (const key of ["messages", "items"]) if (Array.isArray(value[key])) return within(value[key]);
  if (isObject(value.message)) return within(value.message);
  if (isItem(value)) return [value];
  if (isMessage(value))
    return [value.role === undefined && value.kwargs === undefined ? { role: as, ...value } : value];
  for (const key of wrappers) if (value[key] !== undefined && value[key] !== null) return within(value[key]);
  return [];
}

const wrappers = ["output", "response", "result", "input", "prompt", "prompts", "question", "query", "answer"];

const messageKeys = ["content", "parts", "text", "tool_calls", "toolCalls", "kwargs", "tool_call_id"];

function isMessage(value: Part): boolean {
  if (typeof value.role === "string") return true;
  if (typeof value.type === "string" && isObject(value.data)) return true;
  return messageKeys.some((key) => value[key] !== undefined && value[key] !== null);
}
