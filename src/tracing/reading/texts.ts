import { isJsonObject, type JsonValue } from "../../test-case/json.js";
import { readMessageList, readMessages } from "./messages.js";

const replyKeys = ["content", "text", "output", "reply", "answer", "response", "message"];
const userKeys = ["input", "message", "question", "query", "prompt", "text", "content"];

/**
 * The words in what an agent returned: text, an object that holds text under a usual name, or a list of these.
 * With `always`, anything else is spelled as JSON, since an agent's answer may well be an object.
 */
export function replyText(value: JsonValue | undefined, always: boolean): string | undefined {
  if (value === undefined || value === null) return undefined;
  const found = wordsOf(value);
  if (found !== undefined) return found;
  return always ? JSON.stringify(value) : undefined;
}

function wordsOf(value: JsonValue): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    const words = (value as readonly JsonValue[]).map(wordsOf);
    return words.length > 0 && words.every((each) => each !== undefined) ? words.join("\n") : undefined;
  }
  if (!isJsonObject(value)) return undefined;
  // A message of LangChain, and the state of its graphs.
  if (isJsonObject(value.kwargs)) return readMessageList([value]).assistantText;
  if (Array.isArray(value.messages)) return readMessages(value.messages).assistantText;
  for (const key of replyKeys) {
    const inner = value[key];
    if (typeof inner === "string") return inner;
    if (key === "message" && isJsonObject(inner) && typeof inner.content === "string") return inner.content;
    if (isJsonObject(inner) && isJsonObject(inner.kwargs)) return readMessageList([inner]).assistantText;
  }
  return undefined;
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
