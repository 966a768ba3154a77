import type { SpanKind } from "../../test-case/trace.js";
import { countOf, firstOf, textOf, tokensOf } from "../reading/attributes.js";
import { documentsOf, withoutText } from "../reading/documents.js";
import { argumentsOf, jsonOf } from "../reading/json-text.js";
import { readMessages } from "../reading/messages.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { ConventionReader, Reading } from "../reading/read-span.js";

const kinds: Readonly<Record<string, SpanKind>> = {
  chat: "llm",
  generate_content: "llm",
  text_completion: "llm",
  execute_tool: "tool",
  invoke_agent: "agent",
  create_agent: "agent",
  agent_step: "chain",
  invoke_workflow: "chain",
  plan: "chain",
  retrieval: "retriever",
  search_memory: "retriever",
  embeddings: "embedding",
};

/** A model call that ended so asked for no tool, whatever else its span hides. */
const plainEnds: ReadonlySet<string> = new Set(["stop", "length", "content_filter"]);

const content = "content was not captured (capture of message content is off in its instrumentation)";

/** OpenTelemetry's GenAI conventions with messages as attributes (1.37 and later, AI SDK 7 among them). */
export const readOtelGenAi: ConventionReader = (span) => {
  const operation = textOf(span.attributes["gen_ai.operation.name"]);
  if (operation === undefined) return undefined;
  const kind = Object.hasOwn(kinds, operation) ? (kinds[operation] ?? "custom") : "custom";
  if (kind === "tool") return toolReading(span);
  if (kind === "retriever") return retrieverReading(span);
  return messageReading(span, kind);
};

function toolReading({ name, attributes }: PlainSpan): Reading {
  const id = textOf(attributes["gen_ai.tool.call.id"]);
  const description = textOf(attributes["gen_ai.tool.description"]);
  const input = argumentsOf(attributes["gen_ai.tool.call.arguments"]);
  const output = jsonOf(attributes["gen_ai.tool.call.result"]);
  return {
    kind: "tool",
    input,
    output,
    call: {
      name: textOf(attributes["gen_ai.tool.name"]) ?? (name.replace(/^execute_tool\s+/, "").trim() || "unnamed tool"),
      id,
      type: attributes["mcp.method.name"] === "tools/call" ? "mcp" : undefined,
      description,
      inputParameters: input,
      output,
    },
  };
}

function retrieverReading({ attributes }: PlainSpan): Reading {
  const input = textOf(attributes["gen_ai.retrieval.query.text"]);
  const output = jsonOf(attributes["gen_ai.retrieval.documents"]);
  const found = documentsOf(output);
  const untold = withoutText(found);
  return {
    kind: "retriever",
    input,
    inputText: input,
    output,
    documents: found?.documents,
    missing: untold === undefined ? undefined : [untold],
  };
}

function messageReading(span: PlainSpan, kind: SpanKind): Reading {
  const { attributes } = span;
  const incoming = attributes["gen_ai.input.messages"];
  const outgoing = attributes["gen_ai.output.messages"];
  const input = jsonOf(incoming);
  const output = jsonOf(outgoing);
  const asked = readMessages(incoming);
  const answered = readMessages(outgoing);
  const finish = finishReasons(attributes["gen_ai.response.finish_reasons"]);
  const hidden = kind === "llm" && outgoing === undefined && span.endTimeUnixMs !== null && span.status.code !== 2;
  const model = textOf(firstOf(span, "gen_ai.response.model", "gen_ai.request.model"));
  const inputTokens = countOf(firstOf(span, "gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens"));
  const tokens = tokensOf(
    inputTokens,
    countOf(firstOf(span, "gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens")),
    countOf(attributes["gen_ai.usage.total_tokens"]) ?? (kind === "embedding" ? inputTokens : null),
  );
  return {
    kind,
    input,
    output,
    inputText: asked.userText,
    outputText: answered.assistantText,
    requested: kind === "llm" ? answered.requested : undefined,
    results: kind === "llm" ? asked.results : undefined,
    hidesRequests: hidden && !finish.some((reason) => plainEnds.has(reason)),
    tokens,
    model,
    missing: hidden ? [content] : undefined,
  };
}

function finishReasons(value: unknown): readonly string[] {
  const reasons = jsonOf(value);
  if (Array.isArray(reasons)) return (reasons as readonly unknown[]).filter((reason) => typeof reason === "string");
  return typeof reasons === "string" ? [reasons] : [];
}
