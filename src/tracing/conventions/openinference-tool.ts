import { isJsonObject, type JsonObject, type JsonValue } from "../../test-case/json.js";
import { errorOf, textOf } from "../reading/attributes.js";
import { argumentsOf, jsonOf } from "../reading/json-text.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { Reading } from "../reading/read-span.js";
import { contentIn } from "../reading/tool-parts.js";
import { calledWith } from "./called-with.js";
import { toolMessageOf } from "./langchain-messages.js";
import { hiddenNote, metadataOf, shown, valueOf } from "./openinference-values.js";

const bare = "recorded its argument without the name";

/** A run of a tool, and what OpenInference calls so though it is none: handovers and lists of available tools. */
export function readOpenInferenceTool(span: PlainSpan): Reading {
  const { attributes } = span;
  const input = valueOf(attributes, "input");
  const output = isLeftOut(attributes) ? undefined : valueOf(attributes, "output");
  if (isHandover(span, output)) return { kind: "custom", input, output, handoff: handoffIn(span, input, output) };
  if (isListing(span)) return { kind: "custom", input, output };
  const message = toolMessageOf(output);
  const inputParameters = argumentsIn(span);
  const name = textOf(attributes["tool.name"]) ?? message?.name;
  const id = textOf(attributes["tool.id"]) ?? textOf(attributes["tool_call.id"]) ?? message?.id;
  const failed = span.status.code === 2;
  return {
    kind: "tool",
    input,
    output,
    call: {
      name: name ?? (span.name.trim() || "unnamed tool"),
      // Whoever asked for the call of that id knows better than the name of the span.
      ...(name === undefined && id !== undefined && { unnamed: true }),
      id,
      description: textOf(attributes["tool.description"]),
      inputParameters,
      // What a tool that failed handed over is what the model was told instead.
      output: failed ? undefined : message === undefined ? returned(unwrapped(output, span)) : message.output,
      error: failed ? errorIn(span) : message?.error,
    },
    metadata: metadataOf(attributes),
    missing: [...hiddenNote(attributes), ...(typeof inputParameters === "string" && isText(attributes) ? [bare] : [])],
  };
}

/** OpenAI Agents leave both texts empty where sensitive data is left out; arguments that are none are `{}`. */
const isLeftOut = (attributes: PlainSpan["attributes"]): boolean =>
  attributes["output.value"] === "" && (attributes["input.value"] ?? attributes["tool.parameters"] ?? "") === "";

/** LangChain's tools that are called directly hand over what they return as it is where it is text, else as `{ output }`. */
function unwrapped(output: JsonValue | undefined, { scope, attributes }: PlainSpan): JsonValue | undefined {
  const isOfLangChain = [scope, attributes.metadata].some(
    (sign) => typeof sign === "string" && /langchain/i.test(sign),
  );
  if (!isOfLangChain || !isJsonObject(output) || Object.keys(output).length !== 1) return output;
  return output.output === undefined ? output : output.output;
}

/** Results too may be encoded twice; what is a text that spells a number stays one. */
const returned = (output: JsonValue | undefined): JsonValue | undefined =>
  typeof output === "string" && !/^\s*[[{]/.test(output) ? output : contentIn(output);

const isText = (attributes: PlainSpan["attributes"]): boolean =>
  attributes["input.mime_type"] === "text/plain" && typeof attributes["input.value"] === "string";

/** `tool.parameters` holds the arguments, or by the letter of the convention the schema of the tool. */
function argumentsIn({ attributes }: PlainSpan): JsonObject | string | undefined {
  const given = argumentsOf(shown(attributes["tool.parameters"]));
  if (typeof given === "string" || (given !== undefined && !isSchema(given))) return given;
  const called = argumentsOf(shown(attributes["input.value"]));
  return typeof called === "object" ? argumentsOf(calledWith(called)) : called;
}

const types: ReadonlySet<unknown> = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
  "any",
]);

/** Of an object, or but its properties, as smolagents of Hugging Face write it. */
function isSchema(given: JsonObject): boolean {
  if (given.type === "object" && isJsonObject(given.properties)) return true;
  const properties = Object.values(given);
  return properties.length > 0 && properties.every((each) => isJsonObject(each) && types.has(each.type));
}

/** OpenAI Agents: one agent hands over to another. The call of `transfer_to_…` that asked for it is the model's. */
function isHandover({ name, attributes }: PlainSpan, output: JsonValue | undefined): boolean {
  const tool = textOf(attributes["tool.name"]);
  if (tool === undefined) return name === "handoff" || name.startsWith("handoff to ");
  return tool.startsWith("handoff_to_") && isJsonObject(output) && typeof output.to_agent === "string";
}

function handoffIn({ name }: PlainSpan, input?: JsonValue, output?: JsonValue): Reading["handoff"] {
  const [, named] = /^handoff to (.+)$/.exec(name) ?? [];
  const to = (isJsonObject(output) ? textOf(output.to_agent) : undefined) ?? named;
  if (to === undefined) return undefined;
  return { from: isJsonObject(input) ? textOf(input.from_agent) : undefined, to };
}

/** OpenAI Agents: the tools that an MCP server offers were listed. */
const isListing = ({ name, attributes }: PlainSpan): boolean =>
  name === "mcp_tools" && attributes["tool.name"] === undefined;

/** OpenAI Agents put what they know of an error behind its message, as JSON, with the reason hidden by default. */
function errorIn(span: PlainSpan): string | undefined {
  const error = errorOf(span);
  const end = error?.indexOf(": {") ?? -1;
  const details = error === undefined || end < 0 ? undefined : jsonOf(error.slice(end + 2));
  if (error === undefined || !isJsonObject(details) || typeof details.tool_name !== "string") return error;
  const reason = textOf(details.error);
  const message = error.slice(0, end);
  return reason === undefined || reason.includes("redacted") ? message : `${message}: ${reason}`;
}
