import type { SpanKind } from "../../test-case/trace.js";
import { countOf, firstOf, objectsOf, textOf, tokensOf } from "../reading/attributes.js";
import { argumentsOf, isObject, jsonOf } from "../reading/json-text.js";
import { readMessages } from "../reading/messages.js";
import { isPlaceholder } from "../reading/placeholders.js";
import type { PlainSpan } from "../reading/plain-span.js";
import { mayHaveAsked } from "./may-ask.js";
import type { ConventionReader, Reading } from "../reading/read-span.js";
import { callOf } from "../reading/tool-parts.js";

const content = 'content was not captured (its telemetry has "recordInputs" or "recordOutputs" off)';

/** Vercel AI SDK up to 6: `ai.operationId`, with content as JSON text in `ai.*` attributes. */
export const readAiSdk: ConventionReader = (span) => {
  const operation = textOf(span.attributes["ai.operationId"]);
  if (operation === undefined) return undefined;
  const kind = kindOf(operation);
  if (kind === "tool") return toolReading(span);
  if (kind === "agent" || kind === "llm") return modelReading(span, kind);
  const used = countOf(span.attributes["ai.usage.tokens"]);
  const tokens = tokensOf(used, null, used);
  const model = textOf(span.attributes["ai.model.id"]);
  return { kind, tokens, model };
};

function kindOf(operation: string): SpanKind {
  if (operation === "ai.toolCall") return "tool";
  if (/^ai\.(generate|stream)(Text|Object)$/.test(operation)) return "agent";
  if (/\.do(Generate|Stream)$/.test(operation)) return "llm";
  if (operation.startsWith("ai.embed")) return "embedding";
  return operation.startsWith("ai.rerank") ? "reranker" : "custom";
}

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
      output,
    },
  };
}

function modelReading(span: PlainSpan, kind: "agent" | "llm"): Reading {
  const { attributes } = span;
  const prompt = firstOf(span, "ai.prompt.messages", "ai.prompt");
  const input = jsonOf(prompt);
  const { userText, results } = readMessages(attributes["ai.prompt.messages"] ?? messagesOf(input));
  const said = textOf(attributes["ai.response.text"]);
  const text = isPlaceholder(said) ? undefined : said;
  const object = textOf(attributes["ai.response.object"]);
  const calls = attributes["ai.response.toolCalls"];
  const requested = objectsOf(calls).flatMap((call) => callOf({ ...call, type: undefined }) ?? []);
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
