import type { Attributes } from "@opentelemetry/api";
import { isObject, quietly, textOf } from "../../src/tracing/instrument.js";

/** What is known of the connection that a request goes over. */
export function connectionAttributes(end: unknown, requestId: unknown, sessionId?: unknown): Attributes {
  const found = quietly("looking at a connection", () => {
    const transport = isObject(end) ? end.transport : undefined;
    const session = textOf(sessionId) ?? (isObject(transport) ? textOf(transport.sessionId) : undefined);
    const version = isObject(transport) ? textOf(transport.protocolVersion) : undefined;
    const network = isObject(transport) ? networkOf(transport.constructor.name) : undefined;
    return {
      ...(isId(requestId) && { "jsonrpc.request.id": String(requestId) }),
      ...(session !== undefined && { "mcp.session.id": session }),
      ...(version !== undefined && { "mcp.protocol.version": version }),
      ...(network !== undefined && { "network.transport": network }),
    };
  });
  return found ?? {};
}

const isId = (id: unknown): id is string | number => typeof id === "number" || (typeof id === "string" && id !== "");

/** By the transports of the SDK; those in memory have no place in the conventions. */
function networkOf(className: string): string | undefined {
  if (className.startsWith("Stdio")) return "pipe";
  return /HTTP|SSE|WebSocket/i.test(className) ? "tcp" : undefined;
}
