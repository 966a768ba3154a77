import type { Attributes } from "@opentelemetry/api";
import { isObject, textOf } from "../../src/tracing/instrument.js";
import type { Content } from "../shared/content.js";

type Fields = Readonly<Record<string, unknown>>;

/** A request that is recorded. Others, such as lists, pings and the handshake, say nothing of what an agent does. */
export interface McpRequest {
  readonly method: "tools/call" | "resources/read" | "prompts/get";
  readonly params: Fields;
}

export const isRecorded = (request: unknown): request is McpRequest =>
  isObject(request) &&
  isObject(request.params) &&
  (request.method === "tools/call" || request.method === "resources/read" || request.method === "prompts/get");

/** Span names have few values, so the address of a resource is in none. */
export function nameOf({ method, params }: McpRequest): string {
  const target = method === "resources/read" ? undefined : textOf(params.name);
  return target === undefined ? method : `${method} ${target}`;
}

/** What samplers may see. Names are those of OpenTelemetry's conventions for MCP. */
export function requestAttributes({ method, params }: McpRequest): Attributes {
  const key = { "tools/call": "gen_ai.tool.name", "prompts/get": "gen_ai.prompt.name" } as const;
  const target = textOf(method === "resources/read" ? params.uri : params.name);
  return {
    "mcp.method.name": method,
    ...(method === "tools/call" && { "gen_ai.operation.name": "execute_tool" }),
    ...(target !== undefined && { [method === "resources/read" ? "mcp.resource.uri" : key[method]]: target }),
  };
}

/** What was given to the tool or to the prompt. */
export function argumentAttributes({ method, params }: McpRequest, content: Content): Attributes {
  const given = isObject(params.arguments) ? params.arguments : {};
  if (method === "tools/call") {
    const text = content.value(given);
    return text === undefined ? {} : { "gen_ai.tool.call.arguments": text };
  }
  const variables = Object.entries(method === "prompts/get" ? given : {}).flatMap(([name, value]) => {
    const text = content.allowed(String(value));
    return text === undefined ? [] : [[`gen_ai.prompt.variable.${name}`, text] as const];
  });
  return Object.fromEntries(variables);
}
