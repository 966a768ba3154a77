import { isJsonObject, type JsonValue } from "../../test-case/json.js";
import type { SpanKind } from "../../test-case/trace.js";
import { countOf, textOf } from "../reading/attributes.js";
import { isObject, jsonOf } from "../reading/json-text.js";
import type { ConventionReader, Tokens } from "../reading/read-span.js";
import { costIn, tokensIn } from "../reading/usage.js";
import { contentReading } from "./content-reading.js";
import { overlay, textOrJson } from "./overlay.js";
import { standardTokens } from "./standard-usage.js";

const kinds: Readonly<Record<string, SpanKind>> = {
  agent: "agent",
  generation: "llm",
  tool: "tool",
  chain: "chain",
  span: "chain",
  retriever: "retriever",
  embedding: "embedding",
};

/** Langfuse: `langfuse.observation.*`, with contents as text or JSON. Its session is read with the whole trace. */
export const readLangfuse: ConventionReader = (span, rest) => {
  const { name, attributes } = span;
  const type = textOf(attributes["langfuse.observation.type"]);
  if (type === undefined) return undefined;
  const input = textOrJson(attributes["langfuse.observation.input"]);
  const output = textOrJson(attributes["langfuse.observation.output"]);
  const typed = Object.hasOwn(kinds, type) ? (kinds[type] ?? "custom") : "custom";
  const kind = typed === "chain" && isRetriever(input, output) ? "retriever" : typed;
  const failed = attributes["langfuse.observation.level"] === "ERROR";
  const error = failed
    ? (textOf(attributes["langfuse.observation.status_message"]) ?? "failed without a message")
    : undefined;
  const costs = jsonOf(attributes["langfuse.observation.cost_details"]);
  const reading = contentReading({
    kind,
    name,
    input,
    output,
    tokens: tokensOf(jsonOf(attributes["langfuse.observation.usage_details"])) ?? standardTokens(span),
    costUsd: isObject(costs) ? costIn(costs.total, ...Object.values(costs)) : undefined,
    model: textOf(attributes["langfuse.observation.model.name"]),
    call: { error },
    agent: kind === "agent" ? name : undefined,
    isOver: span.endTimeUnixMs !== null && span.status.code !== 2 && !failed,
  });
  const isAside = type === "guardrail" || type === "evaluator";
  return overlay({ ...reading, error, ...(isAside && { isAside }) }, rest?.());
};

/**
 * What was cached or spent on reasoning may be counted beside the rest instead of within it: the total tells. Without a
 * total Langfuse takes the sum of all, and of the names that Anthropic has for them that is so by their meaning.
 */
function tokensOf(usage: unknown): Tokens | undefined {
  const tokens = tokensIn(usage);
  if (!isObject(usage) || tokens === undefined || tokens.input === null || tokens.output === null) return tokens;
  const { cached = 0, reasoning = 0 } = tokens;
  const written = countOf(usage.cache_creation_input_tokens ?? usage.input_cache_creation) ?? 0;
  const [input, output] = [tokens.input + cached + written, tokens.output + reasoning];
  const hasTotal = countOf(usage.total ?? usage.total_tokens ?? usage.totalTokens) !== null;
  const isBeside = hasTotal
    ? input + output === tokens.total
    : (usage.cache_read_input_tokens ?? usage.cache_creation_input_tokens) !== undefined;
  return isBeside ? { ...tokens, input, output, total: input + output } : tokens;
}

/** Its handler for LangChain gives retrievers no type of their own: what is asked a text and hands over documents. */
const isRetriever = (input: JsonValue | undefined, output: JsonValue | undefined): boolean =>
  (input === undefined || typeof input === "string") &&
  Array.isArray(output) &&
  output.length > 0 &&
  (output as readonly JsonValue[]).every(
    (item) =>
      isJsonObject(item) && typeof (item.pageContent ?? item.page_content) === "string" && isJsonObject(item.metadata),
  );
