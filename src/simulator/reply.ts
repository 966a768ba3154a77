import { messageOf, RehearsalError } from "../errors.js";
import { parse } from "../test-case/schema.js";
import { turnSchema, type Turn } from "../test-case/turn.js";
import type { Exchange } from "./channel.js";

const ALLOWED =
  'Allowed are a text, an assistant turn { role: "assistant", content }, a list of these that is not empty, ' +
  "or an async iterable of these; the last of them may hang up with { content, end: reason }.";

/** What a common wrong answer probably should have been. */
const hints: readonly (readonly [key: string, hint: string])[] = [
  ["textStream", "Return its textStream, or the text awaited."],
  ["choices", "Return choices[0].message.content."],
  ["text", "Return its text."],
  ["output_text", "Return its output_text."],
  ["content", 'Add role: "assistant", or return its content.'],
];

/** A reply that has arrived as a whole. */
export function replyOf(reply: unknown): Reply {
  const turns: Turn[] = [];
  if (!Array.isArray(reply)) return { turns, end: readPart(reply, "", turns) };
  if (reply.length === 0) throw noReply("an empty list", "");
  let end: string | undefined;
  // By index: what goes over the items would leave out those that were never set.
  for (let at = 0; at < reply.length; at++) {
    const place = ` at [${String(at)}] of its list`;
    if (end !== undefined) throw wentOn(place);
    end = readPart(reply[at], place, turns);
  }
  return { turns, end };
}

export type Reply = Pick<Exchange, "turns" | "end">;

/** Adds the turn of one part of a reply, if it holds one, and gives why the agent hangs up, if it does. */
export function readPart(part: unknown, place: string, turns: Turn[]): string | undefined {
  const hangUp = hangUpOf(part, place);
  if (hangUp === null) turns.push(turnOf(part, place));
  else if (hangUp.rest !== null) turns.push(turnOf(hangUp.rest, place));
  return hangUp?.end;
}

function hangUpOf(part: unknown, place: string): { readonly end: string; readonly rest: object | null } | null {
  if (typeof part !== "object" || part === null || Array.isArray(part) || !("end" in part)) return null;
  const { end, ...rest } = part;
  if (typeof end !== "string" || end.trim() === "") throw noReply(`an end that says no reason (${shown(end)})`, place);
  return { end, rest: Object.keys(rest).length === 0 ? null : { role: "assistant", ...rest } };
}

/** What an agent says after it has hung up is heard by nobody. */
export const wentOn = (place: string): RehearsalError => noReply("more after it had hung up", place);

/** One part of a reply as an assistant turn. `place` says which part, for the message. */
function turnOf(part: unknown, place: string): Turn {
  if (typeof part === "string") return textTurn(part);
  if (typeof part !== "object" || part === null || Array.isArray(part) || ArrayBuffer.isView(part)) {
    throw noReply(described(part), place);
  }
  if (!("role" in part)) throw noReply(described(part), place, hints.find(([key]) => key in part)?.[1]);
  if (part.role !== "assistant") throw noReply(`a turn of role ${shown(part.role)}`, place);
  try {
    return parse(turnSchema, part, "The turn");
  } catch (error) {
    throw new RehearsalError("agent_failed", `The agent answered a turn that is none${place}. ${messageOf(error)}`);
  }
}

export function textTurn(content: string): Turn {
  return Object.freeze({ role: "assistant", content });
}

function noReply(what: string, place: string, hint?: string): RehearsalError {
  const sentences = [`The agent answered ${what}${place}.`, ...(hint === undefined ? [] : [hint]), ALLOWED];
  return new RehearsalError("agent_failed", sentences.join(" "));
}

function described(value: unknown): string {
  if (typeof value === "object" && value !== null) {
    if (Array.isArray(value)) return "a list inside a list";
    if (ArrayBuffer.isView(value)) return `bytes (${value.constructor.name})`;
    const keys = Object.keys(value).slice(0, 8).join(", ");
    return keys === "" ? "an object without keys" : `an object that is no turn (its keys: ${keys})`;
  }
  return value === undefined || value === null ? String(value) : `the ${typeof value} ${shown(value)}`;
}

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value).slice(0, 80);
  return typeof value === "object" && value !== null ? "that is an object" : String(value).slice(0, 80);
}
