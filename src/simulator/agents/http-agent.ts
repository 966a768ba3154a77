import { messageOf, RehearsalError } from "../../errors.js";
import type { Agent, AgentInput, AgentReply } from "../agent.js";
import { systemClock, type Clock } from "../clock.js";
import { checkTemplate } from "./body-template.js";
import { failed, readReply, replyReader, type ReplyFunction } from "./http-reply.js";
import { requestFor, type RequestOptions } from "./http-request.js";
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
   * events in which there is none are passed over. Default: the answer itself is the reply, if it is text.
   */
  readonly reply?: string | ReplyFunction<Json>;
  /** How long the whole answer may take, in milliseconds. Default: no limit but the simulator's own. */
  readonly timeoutMs?: number;
  /** Default: the global one, read at each call. */
  readonly fetch?: typeof fetch;
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
 * the agent's process traces joins the conversation (see `createOtlpReceiver`).
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
): Agent {
  check(options);
  const read = replyReader(options.reply);
  const { timeoutMs } = options;
  return async (input: AgentInput): Promise<AgentReply> => {
    const { url, name, init } = await requestFor(options, input);
    const call = new AbortController();
    const abort = (): void => call.abort(input.signal.reason);
    const late = failed(name, `did not answer within ${String(timeoutMs)} ms`);
    const cancelTimer = timeoutMs === undefined ? () => undefined : clock.setTimeout(() => call.abort(late), timeoutMs);
    const done = (): void => {
      cancelTimer();
      input.signal.removeEventListener("abort", abort);
    };
    input.signal.addEventListener("abort", abort, { once: true });
    if (input.signal.aborted) abort();
    let streams = false;
    try {
      const response = await send(options.fetch, url, { ...init, signal: call.signal });
      if (!response.ok) throw await refused(response, name);
      const reply = await readReply(response, read, name);
      streams = isStream(reply);
      const explain = (error: unknown): unknown => explained(error, call.signal, name);
      return streams ? finishing(reply as AsyncIterable<string>, explain, done) : reply;
    } catch (error) {
      throw explained(error, call.signal, name);
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

async function refused(response: Response, name: string): Promise<RehearsalError> {
  const text = await response.text().catch(() => "");
  const status = [String(response.status), response.statusText].filter((each) => each !== "").join(" ");
  const answer = `answered ${status}${text.trim() === "" ? " and nothing else" : `: ${excerptOf(text, 300)}`}`;
  // A 500 is the agent's own; these are of what stands before it, or of what it waits for.
  const isGateways = [429, 502, 503, 504].includes(response.status);
  return failed(name, answer, isGateways ? { status: response.status } : undefined);
}

function explained(error: unknown, signal: AbortSignal, name: string): unknown {
  if (signal.aborted) return signal.reason;
  if (!(error instanceof TypeError)) return error;
  const cause: unknown = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause;
  if (error.message === "terminated") return failed(name, `broke its answer off: ${messageOf(cause ?? error)}`, error);
  if (error.message !== "fetch failed") return error;
  return failed(name, `could not be sent: ${messageOf(cause ?? error)}. See that the agent is running`, error);
}

function check(options: HttpAgentOptions<never>): void {
  const fault = wrongOptions(options, known);
  if (fault !== undefined) throw wrong(fault);
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
