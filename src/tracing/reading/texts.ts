import { isJsonObject, type JsonObject, type JsonValue } from "../../test-case/json.js";
import { objectsIn } from "./attributes.js";
import { roleOf } from "./message-parts.js";
import { readMessageList, readMessages } from "./messages.js";
import { callOf } from "./tool-parts.js";

const replyKeys = ["content", "text", "output", "reply", "answer", "response", "message"];
const userKeys = ["input", "message", "question", "query", "prompt", "text", "content"];

/**
 * The words in what an agent returned: text, an object that holds text under a usual name, or a list of these.
 * With `always`, anything else is spelled as JSON, since an agent's answer may well be an object.
 */
export function replyText(value: JsonValue | undefined, always: boolean): string | undefined {
  if (value === undefined || value === null) return undefined;
  const found = wordsOf(value);
  if (found !== undefined || !always || isState(value)) return found;
  return isCalls(value) ? "" : JSON.stringify(value);
}

/** Who ended with calls of tools that others run said nothing. */
const isCalls = (value: JsonValue): boolean =>
  Array.isArray(value) && value.length > 0 && (value as readonly JsonValue[]).every(isCall);

const isCall = (item: JsonValue): boolean =>
  isJsonObject(item) && (item.type ?? item.toolName) !== undefined && callOf(item)?.id !== undefined;

function wordsOf(value: JsonValue): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    const words = (value as readonly JsonValue[]).map(wordsOf);
    return words.length > 0 && words.every((each) => each !== undefined) ? words.join("\n") : undefined;
  }
  if (!isJsonObject(value)) return undefined;
  // A message of LangChain, and the state of its graphs.
  if (isJsonObject(value.kwargs)) return readMessageList([value]).assistantText;
  if (Array.isArray(value.messages)) return lastWords(objectsIn(value.messages));
  for (const key of replyKeys) {
    const inner = value[key];
    if (typeof inner === "string") return inner;
    if (key === "message" && isJsonObject(inner) && typeof inner.content === "string") return inner.content;
    if (isJsonObject(inner) && isJsonObject(inner.kwargs)) return readMessageList([inner]).assistantText;
  }
  return undefined;
}

/** A graph's, which holds what was said earlier too. */
const isState = (value: JsonValue): boolean =>
  isJsonObject(value) && Array.isArray(value.messages) && readMessages(value.messages).requested.length > 0;

/** What was said since the user spoke last. Undefined: nothing but calls, which wait for somebody's approval. */
function lastWords(messages: readonly JsonObject[]): string | undefined {
  const since = messages.slice(messages.findLastIndex((message) => roleOf(message) === "user") + 1);
  const { assistantText } = readMessageList(since);
  const isWaiting = assistantText === "" && readMessageList(since.slice(-1)).requested.length > 0;
  return isWaiting ? undefined : (assistantText ?? readMessageList(messages).assistantText);
}

/** The user's words in what an agent was given: text, the first argument, a usual key, or the last user message. */
export function userText(value: JsonValue | undefined): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    const [first] = value as readonly JsonValue[];
    return typeof first === "string" ? first : readMessages(value).userText;
  }
  if (!isJsonObject(value)) return undefined;
  for (const key of userKeys) if (typeof value[key] === "string") return value[key];
  return readMessages(value.messages).userText;
}
