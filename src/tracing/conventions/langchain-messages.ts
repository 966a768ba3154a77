import { isJsonObject, type JsonObject, type JsonValue } from "../../test-case/json.js";
import { textOf } from "../reading/attributes.js";
import { resultContent } from "../reading/tool-parts.js";

/** What LangChain's message of a tool tells: which call it answers and how. */
export interface ToolMessage {
  readonly name?: string;
  readonly id?: string;
  readonly output?: JsonValue;
  readonly error?: string;
}

/** A router of LangGraph says where to go on, which nobody is told. */
export const unlessRoute = (text: string | undefined): string | undefined =>
  text === "__end__" || text === "__start__" ? undefined : text;

/** Reads the message that LangChain makes of what a tool returned; undefined where `value` is something else. */
export function toolMessageOf(value: JsonValue | undefined): ToolMessage | undefined {
  if (typeof value === "string") return value.startsWith("content=") ? spelledOut(value) : undefined;
  if (!isJsonObject(value)) return undefined;
  if (isJsonObject(value.kwargs) && classOf(value).startsWith("ToolMessage")) return messageOf(value.kwargs);
  if (value.type === "tool" && isJsonObject(value.data)) return messageOf(value.data);
  if (typeof value.tool_call_id === "string" && value.content !== undefined) return messageOf(value);
  if (value.lg_name === "Command")
    return isJsonObject(value.update) ? lastToolMessage(value.update.messages) : undefined;
  const { output } = value;
  return isJsonObject(output) || typeof output === "string" ? toolMessageOf(output) : undefined;
}

/** A tool of LangGraph that changes the state of the graph says what it tells the model in the last message of that. */
const lastToolMessage = (messages: JsonValue | undefined): ToolMessage | undefined =>
  Array.isArray(messages) ? toolMessageOf((messages as readonly JsonValue[]).at(-1)) : undefined;

const classOf = ({ id }: JsonObject): string =>
  Array.isArray(id) ? (textOf((id as readonly JsonValue[]).at(-1)) ?? "") : "";

function messageOf({ name, tool_call_id: id, content, status }: JsonObject): ToolMessage {
  const failed = status === "error";
  const output = resultContent(content);
  return {
    name: textOf(name),
    id: textOf(id),
    output: failed ? undefined : output,
    error: failed ? (typeof output === "string" ? output : JSON.stringify(output ?? null)) : undefined,
  };
}

/** As Python prints it: `content='…' name='…' tool_call_id='…'`. */
function spelledOut(text: string): ToolMessage | undefined {
  const found = /^content=(['"])(.*?)\1 (?=name=|tool_call_id=|id=|additional_kwargs=)/s.exec(text);
  if (found === null) return undefined;
  const rest = text.slice(found[0].length);
  const field = (name: string): string | undefined => new RegExp(`(?:^| )${name}='([^']*)'`).exec(rest)?.[1];
  const content = (found[2] ?? "").replace(/\\(n|.)/gs, (_, char: string) => (char === "n" ? "\n" : char));
  return messageOf({
    content,
    status: field("status") ?? null,
    name: field("name") ?? null,
    tool_call_id: field("tool_call_id") ?? null,
  });
}
