import { SpanKind } from "@opentelemetry/api";
import { RehearsalError } from "../../src/errors.js";
import {
  checkCaptureOptions,
  comesFromElsewhere,
  incoming,
  isObject,
  settle,
  within,
} from "../../src/tracing/instrument.js";
import { instrument } from "../shared/instrumented.js";
import type { Settings } from "../shared/settings.js";
import { connectionAttributes } from "./connection.js";
import { startMcpCall } from "./mcp-call.js";
import { report, settingsOf, type McpOptions } from "./mcp-options.js";
import { metaOf, withRecorded } from "./meta.js";
import { isRecorded, type McpRequest } from "./request.js";

type Method = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Records the requests that an `McpServer` or a `Server` of `@modelcontextprotocol/sdk` 1.x answers: tool calls, resources
 * and prompts. Each goes on with the trace of the client that sent it, so whatever a tool does joins the client's run: at
 * once within one process, by OTLP from another. Tools may be registered before or after. The same server comes back,
 * patched in place; `uninstrumentMcp` undoes it. Never throws but for what is no server, and for options that there are not.
 *
 * @example
 * const server = instrumentMcpServer(new McpServer({ name: "orders", version: "1.0.0" }));
 */
export function instrumentMcpServer<T extends object>(server: T, options: McpOptions = {}): T {
  checkCaptureOptions("instrumentMcpServer()", options);
  const end = endOf(server);
  const handlers = handlersOf(end);
  if (handlers === undefined) {
    const message =
      "instrumentMcpServer() was given something that is no server. Give it an McpServer or a Server of @modelcontextprotocol/sdk, as in instrumentMcpServer(new McpServer({ name, version })).";
    throw new RehearsalError("invalid_input", message);
  }
  // Handlers may be set, replaced and removed at any time; all requests look theirs up here.
  instrument(handlers, "get", settingsOf(options), (get, settings) => {
    return function (this: unknown, ...args: unknown[]) {
      const handler = get.apply(this, args);
      return typeof handler === "function" ? recorded(handler as Method, end, settings) : handler;
    };
  });
  report();
  return server;
}

/** An `McpServer` is built around a `Server`. */
const endOf = (server: object): unknown => ("server" in server ? server.server : server);

const handlersOf = (end: unknown): object | undefined => {
  const handlers = isObject(end) ? end._requestHandlers : undefined;
  return handlers instanceof Map ? handlers : undefined;
};

/** Where `uninstrumentMcp` undoes it. */
export const instrumentedHandlers = (server: object): object | undefined => handlersOf(endOf(server));

const recorded = (handler: Method, end: unknown, settings: Settings): Method =>
  function (this: unknown, ...args: unknown[]) {
    const [request] = args;
    const answer = (): unknown => handler.apply(this, args);
    if (!isRecorded(request)) return answer();
    return within(incoming(metaOf(request)), () => serve(request, answer, { end, extra: args[1] }, settings));
  };

interface Place {
  readonly end: unknown;
  /** What the SDK tells handlers beside the request. */
  readonly extra: unknown;
}

function serve(request: McpRequest, answer: () => unknown, { end, extra }: Place, settings: Settings): unknown {
  const { requestId, sessionId, signal } = isObject(extra) ? extra : {};
  const connection = connectionAttributes(end, requestId, sessionId);
  const call = startMcpCall(request, SpanKind.SERVER, connection, settings);
  if (call === undefined) return answer();
  if (signal instanceof AbortSignal)
    signal.addEventListener("abort", () => call.cancelled(signal.reason), { once: true });
  const seen = (result: unknown): unknown => {
    call.returned(result);
    return call.isHeard && comesFromElsewhere(metaOf(request)) ? withRecorded(result) : result;
  };
  return settle(() => call.within(answer), seen, call);
}
