import { isJsonObject } from "../../test-case/json.js";
import { textOf } from "../reading/attributes.js";
import { documentsOf } from "../reading/documents.js";
import { argumentsOf, jsonOf } from "../reading/json-text.js";
import { answerIn, wordsIn } from "../reading/mcp-results.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { ConventionReader, Reading } from "../reading/read-span.js";
import { own } from "./own-attributes.js";
import { ownMissing } from "./own-missing.js";
import { isRedacted } from "./redacted.js";

/** Spans of the Model Context Protocol, by `mcp.method.name`: those of clients and those of servers. */
export const readMcp: ConventionReader = (span) => {
  const method = textOf(span.attributes["mcp.method.name"]);
  if (method === undefined) return undefined;
  const missing = ownMissing(span.attributes);
  if (method === "tools/call") return { ...toolReading(span), missing };
  if (method === "resources/read") return { ...resourceReading(span), missing };
  return { kind: "custom", output: jsonOf(span.attributes[own.output]), missing };
};

function toolReading({ name, attributes, status }: PlainSpan): Reading {
  const input = argumentsOf(attributes["gen_ai.tool.call.arguments"]);
  const output = jsonOf(attributes["gen_ai.tool.call.result"]);
  const failed = attributes["error.type"] === "tool_error" || (isJsonObject(output) && output.isError === true);
  return {
    kind: "tool",
    input,
    output,
    callKey: keyOf(attributes),
    call: {
      name: textOf(attributes["gen_ai.tool.name"]) ?? (name.replace(/^tools\/call\s*/, "").trim() || "unnamed tool"),
      id: textOf(attributes["gen_ai.tool.call.id"]),
      type: "mcp",
      description: textOf(attributes["gen_ai.tool.description"]),
      inputParameters: input,
      exact: true,
      ...(isRedacted(attributes) && { redacted: true }),
      output: failed ? undefined : answerIn(output),
      error: failed ? (wordsIn(output) ?? textOf(status.message) ?? "failed without a message") : undefined,
    },
  };
}

/** Both ends of a request know its id, which is unique within their session. */
function keyOf(attributes: PlainSpan["attributes"]): string | undefined {
  const session = textOf(attributes["mcp.session.id"]);
  const request = attributes["jsonrpc.request.id"];
  return session === undefined || (typeof request !== "string" && typeof request !== "number")
    ? undefined
    : `mcp ${session} ${String(request)}`;
}

function resourceReading({ attributes }: PlainSpan): Reading {
  const input = textOf(attributes["mcp.resource.uri"]);
  const output = jsonOf(attributes["gen_ai.tool.call.result"]);
  const contents = isJsonObject(output) && output.contents !== undefined ? output.contents : output;
  return { kind: "retriever", input, inputText: input, output, documents: documentsOf(contents)?.documents };
}
