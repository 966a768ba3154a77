import { isJsonObject, type JsonValue } from "../../test-case/json.js";
import type { SpanKind } from "../../test-case/trace.js";
import { costOf, firstOf, textOf } from "../reading/attributes.js";
import { jsonOf } from "../reading/json-text.js";
import type { ConventionReader } from "../reading/read-span.js";
import { tokensIn } from "../reading/usage.js";
import { contentReading } from "./content-reading.js";
import { overlay } from "./overlay.js";
import { standardTokens } from "./standard-usage.js";

const kinds: Readonly<Record<string, SpanKind>> = {
  llm: "llm",
  tool: "tool",
  agent: "agent",
  rag: "retriever",
  chain: "chain",
  workflow: "chain",
  task: "chain",
  component: "chain",
  module: "chain",
  span: "chain",
};

/** LangWatch: `langwatch.span.type`, with contents as `{ type, value }`. */
export const readLangWatch: ConventionReader = (span, rest) => {
  const { name, attributes } = span;
  const type = textOf(attributes["langwatch.span.type"]);
  if (type === undefined) return undefined;
  const kind = Object.hasOwn(kinds, type) ? (kinds[type] ?? "custom") : "custom";
  const metrics = unwrapped(attributes["langwatch.metrics"]);
  const reading = contentReading({
    kind,
    name: textOf(attributes["gen_ai.tool.name"]) ?? name,
    input: unwrapped(attributes["langwatch.input"]),
    output: unwrapped(attributes["langwatch.output"]),
    documents: unwrapped(attributes["langwatch.contexts"]),
    tokens: tokensIn(metrics) ?? standardTokens(span),
    costUsd: isJsonObject(metrics) ? costOf(metrics.cost) : undefined,
    model: textOf(firstOf(span, "gen_ai.response.model", "gen_ai.request.model")),
    agent: kind === "agent" ? name : undefined,
    isOver: span.endTimeUnixMs !== null && span.status.code !== 2,
  });
  const isAside = type === "guardrail" || type === "evaluation";
  return overlay(isAside ? { ...reading, isAside } : reading, rest?.());
};

/** `{ type, value }`; the value of a list holds such objects in turn. */
function unwrapped(attribute: unknown): JsonValue | undefined {
  const typed = jsonOf(attribute);
  return isTyped(typed) ? valueOf(typed, 0) : typed;
}

const isTyped = (value: JsonValue | undefined): value is { readonly type: string; readonly value: JsonValue } =>
  isJsonObject(value) && typeof value.type === "string" && value.value !== undefined;

/** Its handler for LangChain wraps what it has wrapped already. */
const wrapped: ReadonlySet<string> = new Set(["text", "json", "raw", "list", "chat_messages"]);

function valueOf(typed: { readonly type: string; readonly value: JsonValue }, depth: number): JsonValue {
  const { value } = typed;
  if (typed.type === "json" && isTyped(value) && wrapped.has(value.type) && Object.keys(value).length === 2)
    return depth > 20 ? value : valueOf(value, depth + 1);
  if (typed.type !== "list" || !Array.isArray(typed.value) || depth > 20) return typed.value;
  return (typed.value as readonly JsonValue[]).map((item) => (isTyped(item) ? valueOf(item, depth + 1) : item));
}
