import { hasAny, textOf } from "../reading/attributes.js";
import { documentsOf } from "../reading/documents.js";
import { jsonOf } from "../reading/json-text.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { Mutable, WholeTrace } from "../reading/read-span.js";
import { replyText, userText } from "../reading/texts.js";
import { readDeclaredCalls } from "./declared-calls.js";
import { isJsonObject } from "../../test-case/json.js";

type Attributes = PlainSpan["attributes"];

/** Where conventions name the conversation, the surest sign first. */
const conversationKeys = [
  "gen_ai.conversation.id",
  "langwatch.thread.id",
  "confident.trace.thread_id",
  "confident.trace.thread.id",
  "conversation.id",
  "session.id",
  "langfuse.session.id",
  ...["conversation_id", "thread_id", "session_id", "chat_id"].map((key) => `traceloop.association.properties.${key}`),
  ...["conversationId", "threadId", "sessionId", "chatId"].map((key) => `ai.telemetry.metadata.${key}`),
  "lk.pii.room_name",
  "lk.room_name",
] as const;

const metadataKeys = ["thread_id", "conversation_id", "session_id"] as const;

/** Where conventions have the rest of it. */
const keys = {
  input: ["confident.trace.input", "langfuse.trace.input"],
  output: ["confident.trace.output", "langfuse.trace.output"],
  documents: ["confident.trace.retrieval_context"],
  calls: ["confident.trace.tools_called"],
} as const;

const signs: ReadonlySet<string> = new Set([...conversationKeys, "metadata", ...Object.values(keys).flat()]);

/** What a span says of its whole trace, in the attributes that conventions have for it. Undefined: nothing. */
export function wholeTraceOf(attributes: Attributes): WholeTrace | undefined {
  return hasAny(attributes, signs) ? whatIsSaid(attributes) : undefined;
}

function whatIsSaid(attributes: Attributes): WholeTrace | undefined {
  const at = (part: keyof typeof keys): unknown =>
    keys[part].map((key) => attributes[key]).find((value) => value !== undefined && value !== null);
  const whole: Mutable<WholeTrace> = {};
  const conversation = conversationOf(attributes);
  if (conversation !== undefined) whole.conversation = conversation;
  const input = askedIn(at("input"));
  if (input !== undefined) whole.input = input;
  const output = replyText(jsonOf(at("output")), true);
  if (output !== undefined) whole.output = output;
  const documents = documentsOf(jsonOf(at("documents")))?.documents;
  if (documents !== undefined) whole.documents = documents;
  const calls = jsonOf(at("calls"));
  if (calls !== undefined) whole.calls = readDeclaredCalls(calls);
  return Object.keys(whole).length === 0 ? undefined : whole;
}

function askedIn(value: unknown): string | undefined {
  const parsed = jsonOf(value);
  return typeof parsed === "object" ? userText(parsed) : textOf(value);
}

function conversationOf(attributes: Attributes): WholeTrace["conversation"] {
  let rank = 0;
  for (const key of conversationKeys) {
    const id = idOf(attributes[key]);
    if (id !== undefined) return { id, rank };
    rank += 1;
  }
  const { metadata } = attributes;
  if (typeof metadata !== "string" || !metadata.includes("_id")) return undefined;
  const parsed = jsonOf(metadata);
  if (!isJsonObject(parsed)) return undefined;
  const inner = metadataKeys.map((name) => idOf(parsed[name])).find((each) => each !== undefined);
  return inner === undefined ? undefined : { id: inner, rank: conversationKeys.length };
}

const idOf = (value: unknown): string | undefined => (typeof value === "number" ? String(value) : textOf(value));
