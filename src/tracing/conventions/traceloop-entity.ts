import { isJsonObject, type JsonObject, type JsonValue } from "../../test-case/json.js";
import type { SpanKind } from "../../test-case/trace.js";
import { textOf } from "../reading/attributes.js";
import { historyIn } from "../reading/chat.js";
import { argumentsOf, jsonOf, parseOrText } from "../reading/json-text.js";
import { readMessages } from "../reading/messages.js";
import { isPlaceholder } from "../reading/placeholders.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { ConventionReader, Reading } from "../reading/read-span.js";
import { replyText, userText } from "../reading/texts.js";
import { contentIn } from "../reading/tool-parts.js";
import { toolMessageOf, unlessRoute } from "./langchain-messages.js";

const kinds: Readonly<Record<string, SpanKind>> = { workflow: "chain", task: "chain", agent: "agent", tool: "tool" };
const operations: Readonly<Record<string, SpanKind>> = {
  workflow: "chain",
  invoke_agent: "agent",
  execute_tool: "tool",
};
/** Where these are, the span follows the standard, and its own contents tell more. */
const standard = ["gen_ai.tool.name", "gen_ai.input.messages", "gen_ai.output.messages"];

const unnamed = "the name of the tool was not recorded, only that of its class";

/** OpenLLMetry's decorators and its callbacks for LangChain: `traceloop.span.kind` and `traceloop.entity.*`. */
export const readTraceloopEntity: ConventionReader = (span) => {
  const { attributes } = span;
  const given = textOf(attributes["traceloop.span.kind"]);
  if (given === undefined || standard.some((key) => attributes[key] !== undefined)) return undefined;
  const operation = textOf(attributes["gen_ai.operation.name"]);
  const names = operation === undefined ? kinds : operations;
  const name = operation ?? given;
  if (!Object.hasOwn(names, name)) return operation === undefined ? { kind: "custom" } : undefined;
  const kind = names[name] ?? "custom";
  return kind === "tool" ? toolReading(span, operation !== undefined) : stepReading(span, kind);
};

function stepReading({ name, attributes }: PlainSpan, kind: SpanKind): Reading {
  const input = jsonOf(attributes["traceloop.entity.input"]);
  const output = jsonOf(attributes["traceloop.entity.output"]);
  const given = givenTo(input);
  // What goes through LangChain's graphs is all that was said, with calls that its model spans leave out.
  const said = isJsonObject(given) && Array.isArray(given.messages) ? readMessages(given.messages) : undefined;
  const named = textOf(attributes["traceloop.entity.name"]) ?? textOf(attributes["traceloop.workflow.name"]);
  return {
    kind,
    input,
    output,
    inputText: userText(given),
    outputText: unlessRoute(replyText(output, kind === "agent")),
    ...(said !== undefined && { history: historyIn(said), results: said.results }),
    agent: kind === "agent" ? (textOf(attributes["gen_ai.agent.name"]) ?? named ?? textOf(name)) : undefined,
  };
}

/** The callbacks for LangChain know only the class of a tool; its name is in the message that LangChain makes of its result. */
function toolReading({ name, attributes, status }: PlainSpan, isCallback: boolean): Reading {
  const input = jsonOf(attributes["traceloop.entity.input"]);
  const output = jsonOf(attributes["traceloop.entity.output"]);
  const message = toolMessageOf(output);
  const entity = textOf(attributes["traceloop.entity.name"]) ?? name.replace(/^execute_tool\s+|\.tool$/g, "");
  const isUnnamed = isCallback && message?.name === undefined;
  const failed = status.code === 2;
  return {
    kind: "tool",
    input,
    output,
    call: {
      name: message?.name ?? (entity.trim() || "unnamed tool"),
      unnamed: isUnnamed ? true : undefined,
      id: message?.id,
      inputParameters: argumentsIn(input, attributes["traceloop.entity.input"]),
      output: failed ? undefined : message === undefined ? returned(output) : message.output,
      error: message?.error,
    },
    missing: isUnnamed ? [unnamed] : undefined,
  };
}

/** What a function was called with: `{ args, kwargs }`, with a single object among the latter; Python's LangChain adds more. */
function givenTo(input: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(input)) return input;
  if (input.input_str !== undefined || isJsonObject(input.inputs)) return input.inputs ?? input.input_str;
  const { args, kwargs } = input;
  if (!Array.isArray(args) && !isJsonObject(kwargs)) return input;
  if (isJsonObject(kwargs) && Object.keys(kwargs).length > 0) return kwargs;
  const list = Array.isArray(args) ? (args as readonly JsonValue[]) : [];
  return list.length === 1 ? list[0] : list.length === 0 ? {} : list;
}

function argumentsIn(input: JsonValue | undefined, raw: unknown): JsonObject | string | undefined {
  if (input === undefined || isPlaceholder(input)) return undefined;
  // Cut by a limit of the provider: what is left is no JSON.
  if (typeof input === "string" && input === raw) return input;
  const given = givenTo(input);
  if (isJsonObject(given)) return given;
  return typeof given === "string" && given !== "" ? argumentsOf(given) : JSON.stringify(given ?? null);
}

/** Python's LangChain puts what a tool returned beside how it was called. */
function returned(output: JsonValue | undefined): JsonValue | undefined {
  const inner =
    isJsonObject(output) && isJsonObject(output.kwargs) && output.output !== undefined ? output.output : output;
  return typeof inner === "string" ? parseOrText(inner) : contentIn(inner);
}
