import type { SpanKind } from "../../test-case/trace.js";
import { costOf, countOf, firstOf, hasAny, objectsOf, textOf, tokensOf } from "../reading/attributes.js";
import { historyIn } from "../reading/chat.js";
import { isObject, jsonOf } from "../reading/json-text.js";
import type { Part } from "../reading/message-parts.js";
import { readMessageList, readMessages } from "../reading/messages.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { ConventionReader } from "../reading/read-span.js";
import { itemsOf, listOf, type Nested } from "../reading/unflatten.js";
import { standardUsage } from "./standard-usage.js";
import { firstChoice } from "./first-choice.js";
import { asksForTools, reasonsOf } from "./finish-reasons.js";
import { mayHaveAsked } from "./may-ask.js";
import { withProvided } from "./provider-executed.js";

const signs: ReadonlySet<string> = new Set([
  "llm.request.type",
  "gen_ai.prompt.0.role",
  "gen_ai.prompt.0.content",
  "gen_ai.completion.0.role",
  "gen_ai.completion.0.content",
  "gen_ai.completion.0.finish_reason",
  "gen_ai.completion.0.message.role",
  "gen_ai.completion.0.function_call.name",
  "gen_ai.completion.0.tool_calls.0.name",
]);

const content = "content was not captured (TRACELOOP_TRACE_CONTENT, or the like, is off)";
const unshown = "the calls that it asked for were not recorded";

/**
 * OpenLLMetry before it took up the standard, and what LiteLLM still writes: `gen_ai.prompt.N.*` and
 * `gen_ai.completion.N.*`. The tools that were on offer are `llm.request.functions.N.*`; these are no calls.
 */
export const readTraceloopLegacy: ConventionReader = (span) => {
  const { attributes } = span;
  if (!hasAny(attributes, signs)) return undefined;
  const kind = kindOf(span);
  const prompts = listOf(attributes, "gen_ai.prompt").map(messageOf);
  const completions = firstChoice(listOf(attributes, "gen_ai.completion"), span);
  const replies = completions.map((item) => ({ ...messageOf(item), role: "assistant" }));
  const [incoming, outgoing] = [attributes["gen_ai.input.messages"], attributes["gen_ai.output.messages"]];
  const asked = prompts.length > 0 ? readMessageList(prompts) : readMessages(incoming);
  const standard = readMessageList(firstChoice(objectsOf(outgoing), span));
  const legacy = readMessageList(replies);
  const requested = withProvided(standard.requested.length > 0 ? standard.requested : legacy.requested, span);
  const finish = [
    ...completions.flatMap((item) => textOf(item.finish_reason) ?? []),
    ...reasonsOf(attributes["gen_ai.response.finish_reasons"]),
  ];
  const ended = span.endTimeUnixMs !== null && span.status.code !== 2;
  const outputText = legacy.assistantText ?? standard.assistantText;
  const isOver = kind === "llm" && ended;
  const hidden = isOver && outputText === undefined && requested.length === 0;
  const unseen = isOver && requested.length === 0 && asksForTools(finish);
  const model = textOf(firstOf(span, "gen_ai.response.model", "gen_ai.request.model"));
  return {
    kind,
    input: prompts.length > 0 ? jsonOf(prompts) : jsonOf(incoming),
    output: replies.length > 0 ? jsonOf(replies) : jsonOf(outgoing),
    inputText: asked.userText,
    outputText,
    requested: kind === "llm" ? requested : undefined,
    results: kind === "llm" ? asked.results : undefined,
    history: kind === "llm" ? historyIn(asked) : undefined,
    hidesRequests: mayHaveAsked({ ended: isOver, requested, text: outputText, reasons: finish, model }),
    tokens: tokensIn(span),
    costUsd: costOf(firstOf(span, ...standardUsage.cost)),
    model,
    responseId: textOf(attributes["gen_ai.response.id"]),
    agent: kind === "agent" ? textOf(attributes["gen_ai.agent.name"]) : undefined,
    missing: [...(hidden && prompts.length === 0 ? [content] : []), ...(unseen ? [unshown] : [])],
  };
};

function kindOf({ attributes }: PlainSpan): SpanKind {
  // OpenLLMetry rewrites the attributes of the AI SDK, whose root spans carry the same as the model calls within.
  if (/^ai\.(generate|stream)(Text|Object)$/.test(textOf(attributes["ai.operationId"]) ?? "")) return "agent";
  if (attributes["gen_ai.operation.name"] === "invoke_agent") return "agent";
  const type = attributes["llm.request.type"];
  if (type === "rerank") return "reranker";
  return type === "embedding" || attributes["gen_ai.operation.name"] === "embeddings" ? "embedding" : "llm";
}

function messageOf(item: Nested): Part {
  const message = isObject(item.message) ? item.message : item;
  const calls = itemsOf(typeof item.tool_calls === "string" ? jsonOf(item.tool_calls) : item.tool_calls);
  return {
    role: textOf(message.role),
    content: contentOf(message.content),
    tool_call_id: textOf(item.tool_call_id),
    ...(calls.length > 0 && { tool_calls: calls.map(callOf) }),
    ...(isObject(item.function_call) && { function_call: callOf(item.function_call).function }),
  };
}

/** What is no text was written as the JSON of its parts. */
function contentOf(given: unknown): unknown {
  if (typeof given !== "string") return undefined;
  const parts = given.startsWith("[{") ? jsonOf(given) : undefined;
  return Array.isArray(parts) && parts.some((part) => isObject(part) && typeof part.type === "string") ? parts : given;
}

function callOf(call: Nested): { readonly id?: string; readonly function: Part } {
  const inner = isObject(call.function) ? call.function : call;
  const spelled = inner.arguments;
  return {
    id: textOf(call.id),
    function: { name: textOf(inner.name), arguments: typeof spelled === "string" ? spelled : jsonOf(spelled) },
  };
}

function tokensIn(span: PlainSpan): ReturnType<typeof tokensOf> {
  const count = (...keys: readonly string[]): number | null => countOf(firstOf(span, ...keys));
  return tokensOf(
    count("gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.usage.prompt_tokens"),
    count("gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens", "llm.usage.completion_tokens"),
    count("gen_ai.usage.total_tokens", "llm.usage.total_tokens"),
    count(...standardUsage.cached),
    count(...standardUsage.reasoning),
  );
}
