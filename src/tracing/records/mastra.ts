import { mayHaveAsked, reasonsWithin } from "../conventions/may-ask.js";
import type { JsonValue } from "../../test-case/json.js";
import type { SpanKind } from "../../test-case/trace.js";
import { textOf } from "../reading/attributes.js";
import { callsIn, historyIn, readChat } from "../reading/chat.js";
import { documentsOf, withoutText } from "../reading/documents.js";
import { argumentsOf, isObject, keptJson } from "../reading/json-text.js";
import { answerIn, isFailure } from "../reading/mcp-results.js";
import type { Reading } from "../reading/read-span.js";
import { replyText } from "../reading/texts.js";
import { tokensIn } from "../reading/usage.js";
import { object, recordedSpan, type Fields, type RecordKind } from "./record-kind.js";

const kinds: Readonly<Record<string, SpanKind>> = {
  agent_run: "agent",
  workflow_run: "chain",
  workflow_step: "chain",
  generic: "chain",
  model_generation: "llm",
  model_step: "llm",
  model_inference: "llm",
  llm_generation: "llm",
  tool_call: "tool",
  mcp_tool_call: "tool",
  client_tool_call: "tool",
  provider_tool_call: "tool",
  rag_embedding: "embedding",
};

/** Types that have no kind of ours, but are of Mastra all the same. */
const others = /^(agent_run|generic|(workflow|model|rag|memory|workspace|graph|skill|scorer|processor|agent)_[a-z_]+)$/;

/** Spans of Mastra's own tracing, as its exporters are given them or in the events around them, or as it stores them. */
export const mastra: RecordKind = {
  fits: (record) => {
    const span = spanIn(record);
    const type = typeOf(span);
    return type !== undefined && (Object.hasOwn(kinds, type) || others.test(type)) && idOf(span) !== undefined;
  },
  reader: () => (record) => {
    const span = spanIn(record);
    const { isEvent, metadata, attributes } = span;
    if (isEvent === true || typeOf(span) === "model_chunk") return [];
    const told: Fields = { ...object(metadata), conversationId: object(attributes).conversationId };
    return [
      recordedSpan({
        name: textOf(span.name) ?? "",
        traceId: textOf(span.traceId) ?? "",
        spanId: idOf(span) ?? "",
        parentSpanId: textOf(span.parentSpanId),
        start: span.startTime ?? span.startedAt,
        end: span.endTime ?? span.endedAt,
        error: errorOf(span),
        conversationId: textOf(told.conversationId) ?? textOf(told.threadId) ?? textOf(told.sessionId),
        reading: readingOf(span),
      }),
    ];
  },
};

const spanIn = (record: Fields): Fields => (isObject(record.exportedSpan) ? record.exportedSpan : record);
const typeOf = (span: Fields): string | undefined => textOf(span.spanType) ?? textOf(span.type);
const idOf = (span: Fields): string | undefined => textOf(span.id) ?? textOf(span.spanId);

function errorOf(span: Fields): string | undefined {
  const error = span.errorInfo ?? span.error;
  if (isObject(error)) return textOf(error.message) ?? textOf(error.name) ?? "failed without a message";
  if (typeof error === "string" && error !== "") return error;
  return object(span.attributes).success === false ? "failed without a message" : undefined;
}

function readingOf(span: Fields): Reading {
  const type = typeOf(span) ?? "";
  const kind = Object.hasOwn(kinds, type) ? (kinds[type] ?? "custom") : "custom";
  const input = keptJson(span.input);
  const output = keptJson(span.output);
  const base = { kind, input, output };
  const attributes = object(span.attributes);
  if (kind === "tool") return { ...base, call: callOf(span, type, input, output) };
  if (kind === "llm") return { ...base, ...modelReading(span, input, output) };
  if (kind === "embedding") return { ...base, tokens: tokensIn(attributes.usage), model: textOf(attributes.model) };
  if (type === "rag_vector_operation" && attributes.operation === "query")
    return foundReading("retriever", input, output);
  if (type === "rag_action" && attributes.action === "rerank") return foundReading("reranker", input, output);
  const outputText = textIn(output) ?? replyText(output, kind === "agent");
  return { ...base, agent: agentOf(span, kind), inputText: readChat(input, "user").userText, outputText };
}

/** `{ text, object, … }` of an agent's run. */
const textIn = (output: JsonValue | undefined): string | undefined =>
  isObject(output)
    ? (textOf(output.text) ?? (isObject(output.object) ? JSON.stringify(output.object) : undefined))
    : undefined;

function modelReading(span: Fields, input: JsonValue | undefined, output: JsonValue | undefined): Partial<Reading> {
  const attributes = object(span.attributes);
  const model = textOf(attributes.responseModel) ?? textOf(attributes.model);
  const asked = readChat(input, "user");
  const answered = readChat(output, "assistant");
  return {
    inputText: asked.userText,
    outputText: answered.assistantText,
    requested: callsIn(answered),
    results: asked.results,
    history: historyIn(asked),
    tokens: tokensIn(attributes.usage),
    model,
    hidesRequests: mayHaveAsked({
      ended: isKnown(span.endTime ?? span.endedAt) && !isKnown(span.errorInfo ?? span.error),
      requested: answered.requested,
      text: answered.assistantText,
      reasons: [textOf(attributes.finishReason), ...reasonsWithin(output)],
      model,
    }),
  };
}

const isKnown = (value: unknown): boolean => value !== undefined && value !== null;

function callOf(
  span: Fields,
  type: string,
  input: JsonValue | undefined,
  output: JsonValue | undefined,
): Reading["call"] {
  const attributes = object(span.attributes);
  const isMcp = type === "mcp_tool_call";
  return {
    name: nameOf(span) ?? "unnamed tool",
    id: textOf(attributes.toolCallId),
    type: isMcp ? "mcp" : undefined,
    description: textOf(attributes.toolDescription),
    inputParameters: argumentsOf(input),
    output: isMcp && !isFailure(output) ? answerIn(output) : output,
  };
}

/** Names are `tool: 'search'` and `agent run: 'support'`; newer ones say the name beside it. */
const nameOf = (span: Fields): string | undefined =>
  textOf(span.entityName) ??
  textOf(object(span.attributes).toolId) ??
  /'([^']+)'/.exec(textOf(span.name) ?? "")?.[1] ??
  textOf(span.name);

const agentOf = (span: Fields, kind: SpanKind): string | undefined => (kind === "agent" ? nameOf(span) : undefined);

/** A vector store's span may tell no more than how many passages it found. */
function foundReading(kind: SpanKind, input: JsonValue | undefined, output: JsonValue | undefined): Reading {
  const found = documentsOf(output);
  const untold = withoutText(found);
  return {
    kind,
    input,
    output,
    documents: found?.documents,
    missing: untold === undefined ? undefined : [untold],
  };
}
