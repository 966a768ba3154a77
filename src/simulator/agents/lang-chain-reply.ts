import { fieldsOf, isFields, listOf, textOf } from "../../models/fields.js";
import { isStream } from "../stream.js";
import { noReply } from "./adapter-error.js";
import { shapeOf } from "./shape.js";

/** The messages of a state since the user's last one. Undefined: it holds none. */
export function newMessages(state: unknown): readonly unknown[] | undefined {
  const { messages } = fieldsOf(state);
  if (!Array.isArray(messages)) return undefined;
  const all: readonly unknown[] = messages;
  return all.slice(all.findLastIndex((message) => typeOf(message) === "human") + 1);
}

/** What the agent said, message by message, or a sentence on what came instead. */
export function replyTexts(result: unknown): readonly string[] | string {
  if (typeof result === "string") return [result];
  if (isMessage(result)) return typeOf(result) === "ai" ? [textIn(result)] : notAi(typeOf(result));
  const added = newMessages(result);
  const interrupts = listOf(fieldsOf(result).__interrupt__).map((each) => JSON.stringify(fieldsOf(each).value));
  if (interrupts.length > 0) {
    return `the graph was interrupted and waits for an answer to ${interrupts.join(", ")}. Answer it in a function agent, or give the option reply.`;
  }
  if (added === undefined) {
    return `the agent gave ${isFields(result) ? shapeOf(result) : String(result)}, which has no messages. Say where its words are with the option reply.`;
  }
  const said = added.filter((message) => typeOf(message) === "ai");
  const texts = said.map(textIn).filter((text) => text.trim() !== "");
  if (texts.length > 0 || (said.length > 0 && !asksForTools(said.at(-1)))) return texts;
  const types = added.map((message) => typeOf(message) ?? "unknown").join(", ");
  return `the agent said nothing: after the user's message it added ${types === "" ? "no message" : types}. See that it ends with a message of its model.`;
}

const notAi = (type: string | undefined): string =>
  `the agent gave a message of type ${String(type)}, and not one of its own.`;

const asksForTools = (message: unknown): boolean => listOf(fieldsOf(message).tool_calls).length > 0;

const isMessage = (value: unknown): boolean => isFields(value) && "content" in value && typeOf(value) !== undefined;

/** `human`, `ai`, `tool`, …; in versions before 1 by a method. */
function typeOf(message: unknown): string | undefined {
  const { type, _getType } = fieldsOf(message);
  if (typeof type === "string") return type;
  return typeof _getType === "function" ? textOf(Reflect.apply(_getType, message, [])) : undefined;
}

function textIn(message: unknown): string {
  const { text, content } = fieldsOf(message);
  if (typeof text === "string") return text;
  if (typeof content === "string") return content;
  return listOf(content)
    .map((part) => textOf(fieldsOf(part).text) ?? "")
    .join("");
}

/**
 * The text of what the agent's models say, as it comes, with a blank line between messages. `done` is told the last state and
 * the whole text before the last piece is taken.
 */
export async function* streamedMessages(
  adapter: string,
  chunks: unknown,
  done: (state: unknown, texts: readonly string[]) => void,
): AsyncGenerator<string> {
  if (!isStream(chunks)) throw noReply(adapter, "what stream() gave is no stream.");
  let whole = "";
  let id: unknown;
  let state: unknown;
  for await (const chunk of chunks) {
    const [mode, payload] = Array.isArray(chunk) ? (chunk as unknown[]) : ["chunk", chunk];
    if (mode === "values") state = payload;
    const message = mode === "messages" ? listOf(payload)[0] : mode === "chunk" ? payload : undefined;
    const text = typeof message === "string" ? message : typeOf(message) === "ai" ? textIn(message) : "";
    if (text === "") continue;
    const isNext = whole !== "" && fieldsOf(message).id !== id;
    id = fieldsOf(message).id;
    const piece = isNext ? `\n\n${text}` : text;
    whole += piece;
    yield piece;
  }
  if (whole === "") {
    const texts = replyTexts(state);
    // Where no model was streamed, the whole is in the last state.
    if (typeof texts === "string") throw noReply(adapter, texts);
    whole = texts.join("\n\n");
    yield whole;
  }
  done(state, [whole]);
}
