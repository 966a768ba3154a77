import { objectsOf, textOf } from "./attributes.js";
import { isObject } from "./json-text.js";
import { partsOf, roleOf, type Part } from "./message-parts.js";
import { isPlaceholder } from "./placeholders.js";
import type { RequestedCall, ReturnedResult } from "./read-span.js";
import { callOf, resultOf } from "./tool-parts.js";

/** What a list of chat messages says, in whichever of the usual shapes it is written. */
export interface Messages {
  /** The first and the last words of the user. */
  readonly opening?: string;
  readonly userText?: string;
  /** The text of the last assistant message that has any; empty where all it did was to call tools. */
  readonly assistantText?: string;
  readonly requested: readonly RequestedCall[];
  /** How many of them were asked for before the last words of the user. */
  readonly earlier: number;
  /** With those that have no id only after the last words of the assistant. */
  readonly results: readonly ReturnedResult[];
}

/** Reads chat messages of OTel GenAI, OpenAI (chat and responses), Anthropic, Gemini, the AI SDK, LangChain and LiveKit. */
export const readMessages = (value: unknown): Messages => readMessageList(objectsOf(value));

/** The same from objects that hold nothing but JSON. */
export function readMessageList(messages: readonly Part[]): Messages {
  const requested: RequestedCall[] = [];
  const results: ReturnedResult[] = [];
  let placed: ReturnedResult[] = [];
  let opening: string | undefined;
  let userText: string | undefined;
  let assistantText: string | undefined;
  let earlier = 0;
  for (const message of messages) {
    const role = roleOf(message);
    const parts = partsOf(message);
    let text = "";
    for (const part of parts) text += partText(part);
    if (isPlaceholder(text)) text = "";
    if (role === "user" && text !== "") [userText, earlier] = [text, requested.length];
    opening ??= userText;
    if (role === "assistant" && (text !== "" || saysNothing(message))) assistantText = text || (assistantText ?? "");
    requested.push(...callsOf(parts));
    if (role === "assistant") placed = [];
    for (const part of parts) {
      const result = resultOf(part);
      if (result !== undefined) (result.id === undefined ? placed : results).push(result);
    }
  }
  // Arguments on record show that the contents were captured, so what is not there was not said.
  if (requested.some(({ inputParameters }) => inputParameters !== undefined)) assistantText ??= "";
  return {
    opening,
    userText,
    assistantText,
    requested,
    earlier,
    results: placed.length === 0 ? results : [...results, ...placed],
  };
}

/** Those of one message; some write each call both among its parts and in a list beside them. */
function callsOf(parts: readonly Part[]): readonly RequestedCall[] {
  const calls: RequestedCall[] = [];
  for (const part of parts) {
    const call = callOf(part);
    if (call !== undefined) calls.push(call);
  }
  if (calls.length < 2) return calls;
  const withId = new Set<string>();
  return calls.filter(({ id }) => {
    if (id === undefined) return true;
    if (withId.has(id)) return false;
    withId.add(id);
    return true;
  });
}

/** Its text is on record and empty. */
const saysNothing = (message: Part): boolean =>
  message.content === "" ||
  (isObject(message.kwargs) && message.kwargs.content === "") ||
  (Array.isArray(message.parts) &&
    (message.parts as readonly unknown[]).some((part) => isObject(part) && part.content === ""));

const textTypes: readonly unknown[] = ["text", "input_text", "output_text"];

function partText(part: Part): string {
  if (textTypes.includes(part.type)) return textOf(part.content) ?? textOf(part.text) ?? "";
  if (part.type === undefined) return textOf(part.text) ?? "";
  // Speech, where the words of it are known.
  return textOf(part.transcript) ?? "";
}
