import { objectsOf, textOf } from "./attributes.js";
import { isObject } from "./json-text.js";
import { partsOf, roleOf, type Part } from "./message-parts.js";
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
  readonly results: readonly ReturnedResult[];
}

/** Reads chat messages of OTel GenAI, OpenAI (chat and responses), Anthropic, Gemini, the AI SDK, LangChain and LiveKit. */
export function readMessages(value: unknown): Messages {
  const requested: RequestedCall[] = [];
  const results: ReturnedResult[] = [];
  let opening: string | undefined;
  let userText: string | undefined;
  let assistantText: string | undefined;
  for (const message of objectsOf(value)) {
    const role = roleOf(message);
    const parts = partsOf(message);
    const text = parts.map(partText).join("");
    if (role === "user" && text !== "") userText = text;
    opening ??= userText;
    if (role === "assistant" && (text !== "" || saysNothing(message))) assistantText = text || (assistantText ?? "");
    requested.push(...callsOf(parts));
    results.push(...parts.flatMap((part) => resultOf(part) ?? []));
  }
  // Arguments on record show that the contents were captured, so what is not there was not said.
  if (requested.some(({ inputParameters }) => inputParameters !== undefined)) assistantText ??= "";
  return { opening, userText, assistantText, requested, results };
}

/** Those of one message; some write each call both among its parts and in a list beside them. */
function callsOf(parts: readonly Part[]): readonly RequestedCall[] {
  const calls = parts.flatMap((part) => callOf(part) ?? []);
  const withId = new Set<string>();
  return calls.filter(({ id }) => {
    if (id === undefined) return true;
    if (withId.has(id)) return false;
    withId.add(id);
    return true;
  });
}

const saysNothing = (message: Part): boolean =>
  message.content === "" || (isObject(message.kwargs) && message.kwargs.content === "");

const textTypes: readonly unknown[] = ["text", "input_text", "output_text"];

function partText(part: Part): string {
  if (textTypes.includes(part.type)) return textOf(part.content) ?? textOf(part.text) ?? "";
  if (part.type === undefined) return textOf(part.text) ?? "";
  // Speech, where the words of it are known.
  return textOf(part.transcript) ?? "";
}
