import { messageOf, RehearsalError } from "../../errors.js";
import type { AgentReply } from "../agent.js";
import { eventsOf } from "./event-stream.js";
import type { Asked } from "./http-request.js";
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

/** The text in the data of a stream's events, to the event that ends it or to the end of all. */
export type StreamReader = (events: AsyncIterable<string>, asked: Asked) => AsyncIterable<string>;

/** How an answer of status 2xx is read. */
export interface AnswerReader {
  /** Of one that is whole. Undefined: it is the reply. */
  readonly whole: ReplyReader | undefined;
  readonly stream: StreamReader;
}

export async function readReply(response: Response, reader: AnswerReader, asked: Asked): Promise<AgentReply> {
  const type = response.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type === "text/event-stream" && response.body !== null)
    return reader.stream(dataOf(response.body, asked), asked) as AgentReply;
  const { whole } = reader;
  const answer = answerOf(await response.text(), type, whole, asked);
  if (whole !== undefined) return (await explained(whole, answer, asked)) ?? nothingMade(asked);
  if (typeof answer === "string") return answer;
  throw failed(asked.name, `answered ${shapeOf(answer)}. Say where the reply is in it, for example reply: "$.answer"`);
}

function answerOf(text: string, type: string, read: ReplyReader | undefined, { name, hide }: Asked): unknown {
  const isJson = type === "application/json" || type.endsWith("+json");
  if (!isJson && read?.path === undefined) return text;
  try {
    return JSON.parse(text);
  } catch {
    const what = `${type === "" ? "no content type" : type}: ${text === "" ? "an empty body" : excerptOf(hide(text))}`;
    const need = read?.path === undefined ? "is not valid" : `is needed for reply: ${JSON.stringify(read.path)}`;
    throw failed(name, `answered ${what}, and JSON ${need}`);
  }
}

async function* dataOf(body: AsyncIterable<Uint8Array>, { name, hide }: Asked): AsyncGenerator<string> {
  for await (const { type, data } of eventsOf(body)) {
    if (type === "error") throw failed(name, `sent an error: ${excerptOf(hide(data))}`);
    yield data;
  }
}

/** Of each event what `read` finds in it: those in which there is nothing are passed over, but not all of them. */
export const piecesBy = (read: ReplyReader | undefined): StreamReader =>
  async function* (events, asked) {
    let nothingIn: unknown;
    let found = false;
    for await (const data of events) {
      if (data === DONE) break;
      const event = parsed(data);
      if (read?.path !== undefined && event === undefined && data.trim() !== "") throw noJson(asked, data);
      try {
        // What is no text is told of by whoever reads the stream.
        const piece =
          read === undefined ? data : ((await read(event === undefined ? data : event)) as string | null | undefined);
        if (piece === undefined || piece === null) continue;
        found = true;
        yield piece;
      } catch (error) {
        if (!(error instanceof NoReply)) throw error;
        nothingIn ??= error;
      }
    }
    if (found || read === undefined) return;
    const why = nothingIn === undefined ? "there is none in its events" : messageOf(nothingIn);
    throw failed(asked.name, `streamed no text: ${why}`);
  };

export const DONE = "[DONE]";

/** Half an event is what a broken stream ends with. */
export const noJson = ({ name, hide }: Asked, data: string): RehearsalError =>
  failed(name, `broke its answer off: an event of the stream is no JSON: ${excerptOf(hide(data))}`);

/** Undefined: it is no JSON. */
export const parsed = (data: string): unknown => {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
};

async function explained(read: ReplyReader, answer: unknown, { name }: Asked): Promise<Made> {
  try {
    return await read(answer);
  } catch (error) {
    throw error instanceof NoReply ? failed(name, `gave no reply: ${error.message}`) : error;
  }
}

function nothingMade({ name }: Asked): never {
  throw failed(name, "was answered, and the function reply made nothing of it");
}

export const failed = (request: string, what: string, cause?: unknown): RehearsalError =>
  new RehearsalError("agent_failed", `${request} ${what}.`, { cause });
