import { isJsonObject, type JsonObject, type JsonValue } from "../../test-case/json.js";
import { parseOrText } from "../reading/json-text.js";

/** What one part of a stream holds. */
export type PartText =
  /** The next words. */
  | { readonly is: "words"; readonly text: string }
  /** Words that stand for themselves. */
  | { readonly is: "turn"; readonly text: string }
  /** All the words, or all so far. */
  | { readonly is: "whole"; readonly text: string }
  /** All the words as it now stands, whatever was said before. */
  | { readonly is: "state"; readonly text: string }
  /** No words: a status, a call of a tool, the end. */
  | { readonly is: "silent"; readonly asksForTools?: boolean }
  /** It may well hold words, under names that are not known. */
  | { readonly is: "unknown" };

export interface StreamText {
  /** Undefined: the parts don't tell it. */
  readonly text: string | undefined;
  /** The parts may be calls of tools too. */
  readonly asksForTools: boolean;
  /** Names in the first part whose words could not be told from others. */
  readonly strange: string | undefined;
}

/** The words of a stream of parts, as the SDKs of models, frameworks and servers spell them. */
export function streamText(parts: readonly JsonValue[]): StreamText {
  let [words, isTold, asksForTools, isTurn] = ["", false, false, false];
  let whole: string | undefined;
  let strange: string | undefined;
  for (const part of parts) {
    const found = partOf(part);
    if (found.is === "silent") asksForTools ||= found.asksForTools === true;
    else if (found.is === "words" || found.is === "turn") {
      // A turn stands for itself.
      const isApart = isTold && (isTurn || found.is === "turn");
      [words, isTold, isTurn] = [words + (isApart ? "\n" : "") + found.text, true, found.is === "turn"];
    } else if (found.is === "state" || (found.is === "whole" && found.text.startsWith(whole ?? words)))
      whole = found.text;
    else strange ??= namesIn(part);
  }
  if (whole?.startsWith(words) === false) strange ??= "parts that contradict each other";
  const text = strange === undefined ? (whole ?? (isTold ? words : undefined)) : undefined;
  return { text, asksForTools, strange };
}

const namesIn = (part: JsonValue): string => {
  if (!isJsonObject(part)) return part === null ? "null" : Array.isArray(part) ? "lists" : `${typeof part}s`;
  const { type } = part;
  const names = Object.keys(part).slice(0, 5).join(", ");
  return typeof type === "string" ? `{ ${names} } of type "${type.slice(0, 40)}"` : `{ ${names} }`;
};

const silent: PartText = { is: "silent" };
const silentAsking: PartText = { is: "silent", asksForTools: true };
const unknown: PartText = { is: "unknown" };
const words = (text: string): PartText => ({ is: "words", text });

/** Servers wrap parts into events. */
const DEEPEST = 4;

/** What an agent itself may answer: a text, a turn, an end. */
function partOf(part: JsonValue): PartText {
  if (!isJsonObject(part) || part.type !== undefined) return partText(part);
  const { role, content, end, messages } = part;
  if (typeof content === "string" && (role === "assistant" || typeof end === "string"))
    return { is: "turn", text: content };
  if (typeof end === "string") return silent;
  if (!Array.isArray(messages)) return partText(part);
  const last = (messages as readonly JsonValue[]).at(-1);
  const found = last === undefined ? silent : partText(last);
  return found.is === "words" ? { is: "state", text: found.text } : found;
}

function partText(part: JsonValue, depth = 0): PartText {
  if (typeof part === "string") return words(part);
  // LangGraph's are pairs of a message and what is known about it.
  if (Array.isArray(part)) {
    const [message, about] = part as readonly JsonValue[];
    return part.length === 2 && isJsonObject(message) && isJsonObject(about) ? partText(message, depth) : unknown;
  }
  if (!isJsonObject(part) || depth > DEEPEST) return part === null ? silent : unknown;
  const type = typeof part.type === "string" && part.type !== "constructor" ? part.type : part.event;
  return typeof type === "string" && type !== "message" ? typed(type, part, depth) : untyped(part, depth);
}

/** AI SDK, OpenAI's responses, Anthropic, and servers that name their events. */
const speaking =
  /^((output_?|final_?)?(text|token|content|answer|message|response)([-_.](delta|chunk|token|part))?|delta|chunk|response\.(output_text|refusal)\.delta|content_block_delta)$/i;
const aside =
  /^(start|finish|ping|heartbeat|keep-?alive|abort|error|file|source|citation|status|state|progress|metadata|usage|log|debug|thinking|thought|reasoning|tool|input_json|signature|step|response|message|text|content_block|stream|run_item|agent_updated|on)s?([-_.: ].*)?$/i;
const ending = /(^|[-_. ])(end|ended|done|final|finish|finished|result|complete|completed)$/i;
const asking = /tool|function|call|action/i;

function typed(type: string, part: JsonObject, depth: number): PartText {
  if (type === "raw_model_stream_event") return partText(part.data ?? null, depth + 1);
  if (type === "on_chat_model_stream" && isJsonObject(part.data)) return partText(part.data.chunk ?? null, depth + 1);
  if (speaking.test(type)) {
    const found = untyped(part, depth);
    return found.is === "whole" ? words(found.text) : found;
  }
  if (asking.test(type)) return silentAsking;
  if (aside.test(type)) return asksWithin(part) ? silentAsking : silent;
  if (!ending.test(type)) return holdsWords(part) ? unknown : silent;
  const last = untyped(part, depth);
  return last.is === "words" || last.is === "whole" ? { is: "whole", text: last.text } : silent;
}

const asksWithin = (part: JsonObject): boolean => /"type":"[^"]*(tool|function)/.test(JSON.stringify(part));

const wordKeys = ["delta", "textDelta", "text", "content", "token", "chunk", "value", "data"];
const wholeKeys = ["answer", "output", "reply", "response", "message"];
const others: ReadonlySet<unknown> = new Set(["user", "human", "system", "developer", "tool", "function"]);

function untyped(part: JsonObject, depth: number): PartText {
  if (others.has(part.role)) return silent;
  if (isJsonObject(part.kwargs)) return ofMessage(part.kwargs, part);
  for (const key of ["choices", "candidates"]) {
    const list = part[key];
    if (Array.isArray(list)) return ofChoice((list as readonly JsonValue[])[0], depth);
  }
  for (const key of wordKeys) {
    const value = part[key];
    if (typeof value === "string") return key === "data" ? ofData(value, depth) : words(value);
    if (isJsonObject(value)) return partText(value, depth + 1);
    if (Array.isArray(value)) return ofList(value as readonly JsonValue[], depth);
  }
  if (isJsonObject(part.message) && part.done !== undefined) return partText(part.message, depth + 1);
  const whole = wholeIn(part);
  if (whole !== undefined) return { is: "whole", text: whole };
  return holdsWords(part) || Object.values(part).some(isJsonObject) ? unknown : asksIn(part);
}

function wholeIn(part: JsonObject): string | undefined {
  const held = wholeKeys.map((key) => part[key]).find((value) => value !== undefined && value !== null);
  return typeof held === "string"
    ? held
    : isJsonObject(held) && typeof held.content === "string"
      ? held.content
      : undefined;
}

/** A message of LangChain: what tools and users say is among them as well. */
function ofMessage(kwargs: JsonObject, { id }: JsonObject): PartText {
  const name: unknown = Array.isArray(id) ? id.at(-1) : undefined;
  if (typeof name === "string" && !/^AI/.test(name)) return silent;
  const { content } = kwargs;
  if (typeof content === "string") return content === "" ? asksIn(kwargs) : words(content);
  return Array.isArray(content) ? ofList(content as readonly JsonValue[], 0) : asksIn(kwargs);
}

/** OpenAI's chat and completions, and Gemini's. The last has none, but the usage. */
function ofChoice(choice: JsonValue | undefined, depth: number): PartText {
  if (!isJsonObject(choice)) return silent;
  const { delta, content, text, message } = choice;
  if (isJsonObject(delta)) {
    const said = delta.content ?? delta.refusal;
    return typeof said === "string" && said !== "" ? words(said) : asksIn(delta);
  }
  if (typeof text === "string") return words(text);
  if (isJsonObject(content) && Array.isArray(content.parts)) return ofList(content.parts, depth);
  const whole = isJsonObject(message) ? message.content : undefined;
  return typeof whole === "string" ? { is: "whole", text: whole } : silent;
}

function ofList(list: readonly JsonValue[], depth: number): PartText {
  const found = list.map((item) => partText(item, depth + 1));
  if (found.some(({ is }) => is === "unknown")) return unknown;
  const text = found.flatMap((each) => (each.is === "words" || each.is === "whole" ? each.text : []));
  if (text.length > 0) return words(text.join(""));
  return found.some((each) => each.is === "silent" && each.asksForTools === true) ? silentAsking : silent;
}

/** Of an event of a server: words, or JSON of a part. */
function ofData(data: string, depth: number): PartText {
  if (data.trim() === "[DONE]") return silent;
  const parsed = parseOrText(data);
  return isJsonObject(parsed) ? partText(parsed, depth + 1) : words(data);
}

const asksIn = (part: JsonObject): PartText =>
  Object.entries(part).some(([key, value]) => asking.test(key) && Array.isArray(value) && value.length > 0)
    ? silentAsking
    : silent;

const ids = /(^|_)(id|role|type|event|model|index|object|name|status|reason|created|signature)s?$|Id$|Reason$/;

/** Text that may be for the user. */
const holdsWords = (part: JsonObject): boolean =>
  Object.entries(part).some(([key, value]) => typeof value === "string" && value.trim() !== "" && !ids.test(key));
