import { isJsonObject, type JsonValue } from "../../test-case/json.js";
import type { SpanKind } from "../../test-case/trace.js";
import { countOf, firstOf, objectsOf, textOf, tokensOf } from "../reading/attributes.js";
import { historyIn } from "../reading/chat.js";
import { documentsOf } from "../reading/documents.js";
import { argumentsOf, isObject, jsonOf } from "../reading/json-text.js";
import { readMessages } from "../reading/messages.js";
import { isPlaceholder } from "../reading/placeholders.js";
import type { PlainSpan } from "../reading/plain-span.js";
import { mayHaveAsked } from "./may-ask.js";
import { withProvided } from "./provider-executed.js";
import { readStandardMessages } from "./otel-genai.js";
import { overlay } from "./overlay.js";
import type { ConventionReader, Reading } from "../reading/read-span.js";
import { callOf } from "../reading/tool-parts.js";

const content = 'content was not captured (its telemetry has "recordInputs" or "recordOutputs" off)';

/** Vercel AI SDK up to 6: `ai.operationId`, with content as JSON text in `ai.*` attributes. */
export const readAiSdk: ConventionReader = (span) => {
  const operation = textOf(span.attributes["ai.operationId"]);
  if (operation === undefined) return undefined;
  const kind = kindOf(operation);
  if (kind === "tool") return toolReading(span);
  if (kind === "agent" || kind === "llm") {
    const reading = modelReading(span, kind);
    return isMoved(span) ? overlay(reading, readStandardMessages(span, kind)) : reading;
  }
  const used = countOf(span.attributes["ai.usage.tokens"]);
  const tokens = tokensOf(used, null, used);
  const model = textOf(span.attributes["ai.model.id"]);
  return { kind, tokens, model, ...(kind === "reranker" && rankedIn(span)) };
};

/** OpenLLMetry moves messages to the attributes of the standard, and leaves out what the standard names an operation by. */
const isMoved = ({ attributes }: PlainSpan): boolean =>
  attributes["gen_ai.input.messages"] !== undefined || attributes["gen_ai.output.messages"] !== undefined;

function kindOf(operation: string): SpanKind {
  if (operation === "ai.toolCall") return "tool";
  if (/^ai\.(generate|stream)(Text|Object)$/.test(operation)) return "agent";
  if (/\.do(Generate|Stream)$/.test(operation)) return "llm";
  if (operation.startsWith("ai.embed")) return "embedding";
  return operation === "ai.rerank.doRerank" ? "reranker" : operation === "ai.rerank" ? "chain" : "custom";
}

/** The passages by their place in `ai.ranking`, which refers to those that were given. */
function rankedIn({ attributes }: PlainSpan): Pick<Reading, "input" | "documents"> {
  const given = listOf(attributes["ai.documents"]);
  const ranking = listOf(attributes["ai.ranking"]);
  const ranked = ranking.flatMap((place) => {
    const { index, relevanceScore: score } = isJsonObject(place) ? place : {};
    const document = typeof index === "number" ? given[index] : undefined;
    return document === undefined ? [] : isJsonObject(document) ? { ...document, score: score ?? null } : document;
  });
  const isWhole = ranked.length > 0 && ranked.length === ranking.length;
  return { input: jsonOf(given), documents: isWhole ? documentsOf(ranked)?.documents : undefined };
}

/** Lists whose items are JSON texts of their own, as attributes can hold no others. */
const listOf = (list: unknown): readonly JsonValue[] =>
  Array.isArray(list) ? (list as readonly unknown[]).flatMap((item) => jsonOf(item) ?? []) : [];

function toolReading({ attributes }: PlainSpan): Reading {
  const id = textOf(attributes["ai.toolCall.id"]);
  // OpenLLMetry moves the contents of these spans to attributes of its own.
  const input = argumentsOf(attributes["ai.toolCall.args"] ?? attributes["traceloop.entity.input"]);
  const output = jsonOf(attributes["ai.toolCall.result"] ?? attributes["traceloop.entity.output"]);
  return {
    kind: "tool",
    input,
    output,
    call: {
      name: textOf(attributes["ai.toolCall.name"]) ?? "unnamed tool",
      id,
      inputParameters: input,
      exact: attributes["ai.toolCall.args"] !== undefined,
      output,
    },
  };
}

function modelReading(span: PlainSpan, kind: "agent" | "llm"): Reading {
  const { attributes } = span;
  const prompt = firstOf(span, "ai.prompt.messages", "ai.prompt");
  const input = jsonOf(prompt);
  const told = readMessages(attributes["ai.prompt.messages"] ?? messagesOf(input));
  const { userText, results } = told;
  const said = textOf(attributes["ai.response.text"]);
  const text = isPlaceholder(said) ? undefined : said;
  const object = textOf(attributes["ai.response.object"]);
  const calls = attributes["ai.response.toolCalls"];
  const asked = objectsOf(calls).flatMap((call) => callOf({ ...call, type: undefined }) ?? []);
  const requested = withProvided(asked, span);
  const finish = textOf(attributes["ai.response.finishReason"]);
  const outputText = text ?? object;
  const output = text ?? jsonOf(object) ?? jsonOf(calls);
  const model = textOf(firstOf(span, "ai.response.model", "ai.model.id"));
  const ended = span.endTimeUnixMs !== null && span.status.code !== 2;
  const hidden = finish !== undefined && prompt === undefined && output === undefined;
  const tokens = tokensOf(
    countOf(firstOf(span, "ai.usage.inputTokens", "ai.usage.promptTokens", "gen_ai.usage.input_tokens")),
    countOf(firstOf(span, "ai.usage.outputTokens", "ai.usage.completionTokens", "gen_ai.usage.output_tokens")),
    countOf(attributes["ai.usage.totalTokens"]),
    countOf(firstOf(span, "ai.usage.cachedInputTokens", "ai.usage.inputTokenDetails.cacheReadTokens")),
    countOf(firstOf(span, "ai.usage.reasoningTokens", "ai.usage.outputTokenDetails.reasoningTokens")),
  );
  return {
    kind,
    input,
    output,
    inputText: userText,
    outputText,
    requested: kind === "llm" ? requested : undefined,
    results: kind === "llm" ? results : undefined,
    history: kind === "llm" ? historyIn(told) : undefined,
    hidesRequests: mayHaveAsked({ ended: kind === "llm" && ended, requested, text: outputText, reasons: [finish] }),
    tokens,
    model,
    missing: hidden ? [content] : undefined,
  };
}

/** `ai.prompt` of a root span: `{ system?, prompt }`, where the prompt is text or messages, or `{ messages }`. */
function messagesOf(input: unknown): unknown {
  if (!isObject(input)) return undefined;
  const prompt = input.messages ?? input.prompt;
  return typeof prompt === "string" ? [{ role: "user", content: prompt }] : prompt;
}
