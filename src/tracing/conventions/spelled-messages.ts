import { isObject, parseJson } from "../reading/json-text.js";
import type { Part } from "../reading/message-parts.js";

/**
 * OpenLLMetry writes the whole input of OpenAI's Responses API as JSON text into the only part of one user message.
 * These are the items in it; undefined where the messages are what they seem.
 */
export function spelledMessages(given: readonly Part[]): readonly Part[] | undefined {
  if (given.length === 0) return undefined;
  const users = given.filter(({ role }) => role === "user");
  const [part, ...more] = users.flatMap(({ parts }) => (Array.isArray(parts) ? (parts as readonly unknown[]) : []));
  if (users.length !== 1 || more.length > 0 || !isObject(part) || typeof part.content !== "string") return undefined;
  if (!part.content.startsWith("[{")) return undefined;
  const items = parseJson(part.content);
  if (!Array.isArray(items) || !(items as readonly unknown[]).every(isItem)) return undefined;
  return [...given.filter(({ role }) => role !== "user"), ...(items as readonly Part[])];
}

const isItem = (item: unknown): item is Part =>
  isObject(item) &&
  (typeof item.role === "string" ||
    (typeof item.type === "string" && /^(message|function_call|reasoning)/.test(item.type)));
