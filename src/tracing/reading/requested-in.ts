import { isJsonObject, type JsonObject, type JsonValue } from "../../test-case/json.js";
import { endsPlainly } from "../conventions/finish-reasons.js";
import { reasonsWithin } from "../conventions/may-ask.js";
import { readMessageList } from "./messages.js";
import { isPlaceholder } from "./placeholders.js";
import type { RequestedCall } from "./read-span.js";

/**
 * The calls that a model's answer asks for, in whichever of the usual shapes a client returns it: text, a message, a list
 * of messages or items, a completion with choices or candidates. Undefined: the answer has none of these shapes, so that
 * it is not known.
 */
export function requestedIn(answer: JsonValue | undefined): readonly RequestedCall[] | undefined {
  // An answer that is but empty text is what is left of one that asked for calls.
  if (typeof answer === "string") return isText(answer) ? [] : undefined;
  const messages = messagesIn(answer);
  if (messages.length === 0) return undefined;
  const { requested, assistantText } = readMessageList(messages);
  if (requested.length > 0) return requested;
  const isPlain = (assistantText ?? "") !== "" || messages.some(({ content, text }) => isText(content ?? text));
  const isPlainEnd = endsPlainly(reasonsWithin(answer)) || messages.some(asksForNone);
  return (isPlain || isPlainEnd) && !messages.some(mayAsk) ? [] : undefined;
}

/** The messages in what a model was given: a list of them, an object that holds it, or the first such argument. */
export function messagesIn(value: JsonValue | undefined): readonly JsonObject[] {
  if (Array.isArray(value)) {
    const items = (value as readonly JsonValue[]).filter(isJsonObject);
    const [first] = value as readonly JsonValue[];
    return items.length === 1 || Array.isArray(first) ? messagesIn(first) : items;
  }
  if (!isJsonObject(value)) return [];
  for (const key of ["choices", "candidates", "generations"]) {
    // Of several only the first can be gone on with.
    if (Array.isArray(value[key]))
      return objects(value[key])
        .slice(0, 1)
        .flatMap((each) => held(each) ?? [each]);
  }
  for (const key of ["output", "messages", "input"]) if (Array.isArray(value[key])) return objects(value[key]);
  return held(value) ?? [value];
}

const held = ({ message, content }: JsonObject): readonly JsonObject[] | undefined =>
  isJsonObject(message) ? [message] : isJsonObject(content) ? [content] : undefined;

const objects = (list: JsonValue): readonly JsonObject[] =>
  Array.isArray(list) ? (list as readonly JsonValue[]).filter(isJsonObject) : [];

const isText = (value: unknown): boolean => typeof value === "string" && value !== "" && !isPlaceholder(value);

/** It says that it asks for none. */
const asksForNone = ({ tool_calls: calls, toolCalls }: JsonObject): boolean =>
  [calls, toolCalls].some((list) => Array.isArray(list) && list.length === 0);

/** It holds something, under a name of the author's own, that may be calls. */
const mayAsk = (message: JsonObject): boolean =>
  Object.entries(message).some(([key, value]) => /calls?$|tools?$|actions?$/i.test(key) && !isEmpty(value));

const isEmpty = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
