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

/**
 * What samplers may see. Names are those of OpenTelemetry's conventions for MCP. The address of a resource holds whatever
 * its template was filled in with, so that it is content.
 */
export function requestAttributes({ method, params }: McpRequest, content: Content): Attributes {
  const attributes: Attributes = { "mcp.method.name": method };
  if (method === "resources/read") {
    const uri = textOf(params.uri);
    const kept = uri === undefined ? undefined : content.allowed(uri);
    return kept === undefined ? attributes : { ...attributes, "mcp.resource.uri": kept };
  }
  const name = textOf(params.name);
  return {
    ...attributes,
    ...(method === "tools/call" && { "gen_ai.operation.name": "execute_tool" }),
    ...(name !== undefined && { [method === "tools/call" ? "gen_ai.tool.name" : "gen_ai.prompt.name"]: name }),
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
