import { SpanKind } from "@opentelemetry/api";
import { RehearsalError } from "../../src/errors.js";
import { inPlaceOfRequest } from "../../src/environment/interception/adapters/mcp-request.js";
import { checkCaptureOptions, expectFromElsewhere, outgoing, quietly, settle } from "../../src/tracing/instrument.js";
import { instrument } from "../shared/instrumented.js";
import type { Settings } from "../shared/settings.js";
import { connectionAttributes } from "./connection.js";
import { startMcpCall } from "./mcp-call.js";
import { report, settingsOf, type McpOptions } from "./mcp-options.js";
import { takeRecorded, withHeaders } from "./meta.js";
import { isRecorded } from "./request.js";

type Method = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Records the tool calls, the resources read and the prompts got by a `Client` of `@modelcontextprotocol/sdk` 1.x, and sends
 * W3C trace headers along in `_meta`, so that an instrumented server goes on with the same run. The same client comes
 * back, patched in place: results, errors, timeouts and cancellation stay what they were. Instrumenting it again changes
 * nothing but the options; `uninstrumentMcp` undoes it. Never throws but for what is no client, and for options that there are not.
 *
 * @example
 * const client = instrumentMcpClient(new Client({ name: "support", version: "1.0.0" }));
 */
export function instrumentMcpClient<T extends object>(client: T, options: McpOptions = {}): T {
  checkCaptureOptions("instrumentMcpClient()", options);
  const isClient = ["request", "callTool", "readResource", "getPrompt"].every(
    (method) => typeof Reflect.get(client, method) === "function",
  );
  const done = isClient && instrument(client, "request", settingsOf(options), recorded);
  if (!done) {
    const message =
      "instrumentMcpClient() was given something that is no client. Give it a Client of @modelcontextprotocol/sdk, as in instrumentMcpClient(new Client({ name, version })).";
    throw new RehearsalError("invalid_input", message);
  }
  report();
  return client;
}

/** All of a client's requests go through `request`, also those that are made with it directly. */
const recorded = (request: Method, settings: Settings): Method =>
  function (this: unknown, ...args: unknown[]) {
    return send(request, this, args, settings);
  };

function send(request: Method, client: unknown, args: unknown[], settings: Settings): unknown {
  const [given, ...rest] = args;
  const call = isRecorded(given)
    ? startMcpCall(given, SpanKind.CLIENT, connectionAttributes(client, nextIdOf(client)), settings)
    : undefined;
  const target = inPlaceOfRequest(client, given, request, (did) => call?.intercepted(did));
  if (call === undefined || !isRecorded(given)) return Reflect.apply(target, client, args);
  const step = (): unknown => Reflect.apply(target, client, [withHeaders(given, outgoing()), ...rest]);
  const seen = (result: unknown): unknown => {
    if (quietly("reading a result", () => takeRecorded(result)) === true) call.within(expectFromElsewhere);
    call.returned(result);
    return result;
  };
  return settle(() => call.within(step), seen, call);
}

/** The id that the request is about to get, which no public member tells. */
const nextIdOf = (client: unknown): unknown =>
  typeof client === "object" && client !== null ? Reflect.get(client, "_requestMessageId") : undefined;
