import { messageOf, RehearsalError } from "../../errors.js";
import type { AgentReply } from "../agent.js";
import { eventsOf } from "./event-stream.js";
import { lookUp, parsePath, type Step } from "./json-path.js";
import { excerptOf, shapeOf } from "./shape.js";

/** What a function makes of an answer, or of one event of a stream; there nothing is made of those that it gives nothing for. */
type Made = AgentReply | null | undefined;
export type ReplyFunction<Json> = (answer: Json) => Made | Promise<Made>;

/** How the reply is found in what was answered. Undefined: the answer is the reply. */
export type ReplyReader = ((answer: unknown) => Promise<Made>) & { readonly path?: string };

export function replyReader<Json>(reply: string | ReplyFunction<Json> | undefined): ReplyReader | undefined {
  if (reply === undefined) return undefined;
  if (typeof reply === "function") return async (answer) => reply(answer as Json);
  const steps = parsePath(reply);
  return Object.assign(async (answer: unknown) => partAt(reply, steps, answer), { path: reply });
}

/** The part of an answer that is the reply. Throws a sentence on what is there instead. */
function partAt(path: string, steps: readonly Step[], answer: unknown): AgentReply {
  const result = lookUp(answer, steps);
  if (!result.found) {
    const { reached, wanted, at } = result;
    const missing = typeof wanted === "number" ? `no item ${String(wanted)}` : `no "${wanted}"`;
    throw new NoReply(
      `${JSON.stringify(path)} matches nothing: ${reached === "$" ? "the answer" : reached} is ${shapeOf(at)} and has ${missing}`,
      reached === "$" ? undefined : answer,
    );
  }
  const { value } = result;
  // Lists and turns are looked at by those who take any agent's reply.
  if (typeof value === "string" || Array.isArray(value)) return value as AgentReply;
  if (typeof value === "object" && value !== null && ("role" in value || "end" in value)) return value as AgentReply;
  throw new NoReply(`${JSON.stringify(path)} leads to ${shapeOf(value)}, and not to a text`, answer);
}

class NoReply extends Error {
  constructor(message: string, answer?: unknown) {
    super(answer === undefined ? message : `${message}; the whole answer is ${shapeOf(answer)}`);
  }
}

/** Reads a reply from an answer of status 2xx. `request` names what was asked, for messages. */
export async function readReply(
  response: Response,
  read: ReplyReader | undefined,
  request: string,
): Promise<AgentReply> {
  const type = response.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type === "text/event-stream" && response.body !== null) return pieces(response.body, read, request);
  const answer = answerOf(await response.text(), type, read, request);
  if (read !== undefined) return (await explained(read, answer, request)) ?? nothingMade(request);
  if (typeof answer === "string") return answer;
  throw failed(request, `answered ${shapeOf(answer)}. Say where the reply is in it, for example reply: "$.answer"`);
}

function answerOf(text: string, type: string, read: ReplyReader | undefined, request: string): unknown {
  const isJson = type === "application/json" || type.endsWith("+json");
  if (!isJson && read?.path === undefined) return text;
  try {
    return JSON.parse(text);
  } catch {
    const what = `${type === "" ? "no content type" : type}: ${text === "" ? "an empty body" : excerptOf(text)}`;
    const need = read?.path === undefined ? "is not valid" : `is needed for reply: ${JSON.stringify(read.path)}`;
    throw failed(request, `answered ${what}, and JSON ${need}`);
  }
}

async function* pieces(
  body: AsyncIterable<Uint8Array>,
  read: ReplyReader | undefined,
  request: string,
): AsyncGenerator<string> {
  let nothingIn: unknown;
  let found = false;
  for await (const { type, data } of eventsOf(body)) {
    if (type === "error") throw failed(request, `sent an error: ${excerptOf(data)}`);
    if (data === "[DONE]") break;
    const event = parsed(data);
    try {
      // What is no text is told of by whoever reads the stream.
      const piece = read === undefined ? data : ((await read(event)) as string | null | undefined);
      if (piece === undefined || piece === null) continue;
      found = true;
      yield piece;
    } catch (error) {
      if (!(error instanceof NoReply)) throw error;
      nothingIn ??= error;
    }
  }
  if (!found && nothingIn !== undefined) throw failed(request, `streamed no text: ${messageOf(nothingIn)}`);
}

const parsed = (data: string): unknown => {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return data;
  }
};

async function explained(read: ReplyReader, answer: unknown, request: string): Promise<Made> {
  try {
    return await read(answer);
  } catch (error) {
    throw error instanceof NoReply ? failed(request, `gave no reply: ${error.message}`) : error;
  }
}

function nothingMade(request: string): never {
  throw failed(request, "was answered, and the function reply made nothing of it");
}

export const failed = (request: string, what: string, cause?: unknown): RehearsalError =>
  new RehearsalError("agent_failed", `${request} ${what}.`, { cause });
