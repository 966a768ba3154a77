import { messageOf, RehearsalError } from "../../errors.js";
import type { AgentReply } from "../agent.js";
import { systemClock, type Clock } from "../clock.js";
import { checkTemplate } from "./body-template.js";
import { wholeInput, type HttpAgentInput } from "./http-input.js";
import { failed, piecesBy, readReply, replyReader, type AnswerReader, type ReplyFunction } from "./http-reply.js";
import { requestFor, type Asked, type RequestOptions } from "./http-request.js";
import { wrongOptions } from "../../test-case/unknown-option.js";
import { isStream } from "../stream.js";
import { excerptOf } from "./shape.js";

export interface HttpAgentOptions<Json = unknown> extends RequestOptions {
  /**
   * Where the reply is in the JSON that is answered, as a path: `"$.answer"`, `"$.choices[0].message.content"`
   * (`.name`, `["name"]`, `[0]`, `[-1]`); or a function of that JSON (of the text, where it is none). What is found must be
   * what any agent may answer: a text, an assistant turn, a list of these.
   *
   * Of an event stream (`text/event-stream`) it is applied to the data of each event: the pieces found are joined, and
   * events in which there is none are passed over, but not all of them, and with a path none that is no JSON. Default: the answer itself is the reply, if it is text.
   */
  readonly reply?: string | ReplyFunction<Json> | undefined;
  /** How long the whole answer may take, in milliseconds. Default: no limit but the simulator's own. */
  readonly timeoutMs?: number | undefined;
  /** Default: the global one, read at each call. */
  readonly fetch?: typeof fetch | undefined;
}

const known = [
  "url",
  "method",
  "headers",
  "body",
  "reply",
  "timeoutMs",
  "fetch",
] as const satisfies readonly (keyof HttpAgentOptions)[];

/**
 * An agent that is asked over HTTP, one request for each turn. With it go W3C `traceparent` and `baggage`, so that what
 * the agent's process traces joins the conversation (see `createOtlpReceiver`). It can be called by hand too, as in
 * `captureTrace(() => agent({ input: "Where is my order?" }))`; the headers are then those of the run around.
 *
 * It fails, with a message that says what was asked and answered, where the agent can't be reached, where the status is not
 * 2xx, and where there is no reply in the answer.
 *
 * @example
 * const agent = httpAgent({
 *   url: "http://127.0.0.1:8080/chat",
 *   body: ({ input, threadId }) => ({ message: input, thread: threadId }),
 *   reply: "$.answer",
 * });
 */
export function httpAgent<Json = unknown>(
  options: HttpAgentOptions<Json>,
  { clock = systemClock }: { readonly clock?: Clock } = {},
): HttpAgent {
  const fault = wrongOptions(options, known);
  if (fault !== undefined) throw wrong(fault);
  checkHttp(options);
  const read = replyReader(options.reply);
  return overHttp(options, { whole: read, stream: piecesBy(read) }, clock);
}

/** An agent that may be called by hand as well. */
export type HttpAgent = (input: HttpAgentInput) => Promise<AgentReply>;

type Call = RequestOptions & Pick<HttpAgentOptions, "timeoutMs" | "fetch">;

/** An agent that makes one request for a turn. */
export function overHttp(options: Call, reader: AnswerReader, clock: Clock = systemClock): HttpAgent {
  const { timeoutMs } = options;
  return async (given) => {
    const input = await wholeInput(given);
    const { url, init, ...asked } = await requestFor(options, input);
    const call = new AbortController();
    const abort = (): void => call.abort(input.signal.reason);
    const late = failed(asked.name, `did not answer within ${String(timeoutMs)} ms`);
    const cancelTimer = timeoutMs === undefined ? () => undefined : clock.setTimeout(() => call.abort(late), timeoutMs);
    const done = (): void => {
      cancelTimer();
      input.signal.removeEventListener("abort", abort);
    };
    input.signal.addEventListener("abort", abort, { once: true });
    if (input.signal.aborted) abort();
    const explain = (error: unknown): unknown => explained(error, call.signal, asked);
    let streams = false;
    try {
      const response = await send(options.fetch, url, { ...init, signal: call.signal });
      if (!response.ok) throw await refused(response, asked);
      const reply = await readReply(response, reader, asked);
      streams = isStream(reply);
      return streams ? finishing(reply as AsyncIterable<string>, explain, done) : reply;
    } catch (error) {
      throw explain(error);
    } finally {
      if (!streams) done();
    }
  };
}

async function* finishing(
  pieces: AsyncIterable<string>,
  explain: (error: unknown) => unknown,
  done: () => void,
): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (error) {
    throw explain(error);
  } finally {
    done();
  }
}

/**
 * Our own headers name the parent of what the agent does. An instrumentation of fetch would add its own beside them, which
 * no process could read any more; so it is kept out, but not from a fetch that may be the agent itself.
 */
async function send(own: typeof fetch | undefined, url: URL, init: RequestInit): Promise<Response> {
  if (own !== undefined) return own(url, init);
  const { untraced } = await import("../../tracing/run/untraced.js");
  return untraced(() => fetch(url, init));
}

async function refused(response: Response, { name, hide }: Asked): Promise<RehearsalError> {
  const text = await response.text().catch(() => "");
  const status = [String(response.status), response.statusText].filter((each) => each !== "").join(" ");
  const answer = `answered ${status}${text.trim() === "" ? " and nothing else" : `: ${excerptOf(hide(text), 300)}`}`;
  // A 500 is the agent's own; these are of what stands before it, or of what it waits for.
  const isGateways = [429, 502, 503, 504].includes(response.status);
  return failed(name, answer, isGateways ? { status: response.status } : undefined);
}

function explained(error: unknown, signal: AbortSignal, asked: Asked): unknown {
  if (signal.aborted) return signal.reason;
  return withoutSecrets(error instanceof TypeError ? unsent(error, asked) : error, asked);
}

function unsent(error: TypeError, { name }: Asked): unknown {
  const cause: unknown = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause;
  if (error.message === "terminated") return failed(name, `broke its answer off: ${messageOf(cause ?? error)}`, error);
  if (error.message !== "fetch failed") return error;
  return failed(name, `could not be sent: ${messageOf(cause ?? error)}. See that the agent is running`, error);
}

/** Whatever of an answer is quoted in a message of ours. */
function withoutSecrets(error: unknown, { hide }: Asked): unknown {
  if (!(error instanceof RehearsalError && error.code === "agent_failed")) return error;
  const message = hide(error.message);
  return message === error.message ? error : new RehearsalError(error.code, message, { cause: error.cause });
}

export function checkHttp(options: HttpAgentOptions<never>): void {
  const { url, method = "POST", body, reply, timeoutMs } = options;
  if (typeof url === "string" && !URL.canParse(url)) throw wrong(`url must be absolute; got ${JSON.stringify(url)}`);
  const mayHaveBody = !/^(get|head)$/i.test(method);
  if (mayHaveBody && body === undefined) {
    throw wrong(`a ${method} needs body, for example ({ input, threadId }) => ({ message: input, thread: threadId })`);
  }
  if (!mayHaveBody && body !== undefined) throw wrong(`a ${method} has no body; put what the user says into url`);
  if (reply !== undefined && typeof reply !== "string" && typeof reply !== "function") {
    throw wrong("reply must be a path or a function");
  }
  if (timeoutMs !== undefined && !(typeof timeoutMs === "number" && timeoutMs > 0)) {
    throw wrong(`timeoutMs must be a positive number of milliseconds; got ${String(timeoutMs)}`);
  }
  if (typeof body !== "function") checkTemplate(body, "httpAgent: body");
}

const wrong = (message: string): RehearsalError => new RehearsalError("invalid_input", `httpAgent: ${message}.`);
