import type { SpanKind } from "../../test-case/trace.js";
import { textOf } from "../reading/attributes.js";
import { isObject, jsonOf } from "../reading/json-text.js";
import type { ConventionReader, Tokens } from "../reading/read-span.js";
import { costIn, tokensIn } from "../reading/usage.js";
import { contentReading } from "./content-reading.js";
import { overlay, textOrJson } from "./overlay.js";

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
  const kind = Object.hasOwn(kinds, type) ? (kinds[type] ?? "custom") : "custom";
  const failed = attributes["langfuse.observation.level"] === "ERROR";
  const error = failed
    ? (textOf(attributes["langfuse.observation.status_message"]) ?? "failed without a message")
    : undefined;
  const costs = jsonOf(attributes["langfuse.observation.cost_details"]);
  const reading = contentReading({
    kind,
    name,
    input: textOrJson(attributes["langfuse.observation.input"]),
    output: textOrJson(attributes["langfuse.observation.output"]),
    tokens: tokensOf(jsonOf(attributes["langfuse.observation.usage_details"])),
    costUsd: isObject(costs) ? costIn(costs.total, ...Object.values(costs)) : undefined,
    model: textOf(attributes["langfuse.observation.model.name"]),
    call: { error },
    agent: kind === "agent" ? name : undefined,
    isOver: span.endTimeUnixMs !== null && span.status.code !== 2,
  });
  const isAside = type === "guardrail" || type === "evaluator";
  return overlay(isAside ? { ...reading, isAside } : reading, rest?.());
};

/** What was cached or spent on reasoning may be counted beside the rest instead of within it: the total tells. */
function tokensOf(usage: unknown): Tokens | undefined {
  const tokens = tokensIn(usage);
  if (tokens === undefined || tokens.input === null || tokens.output === null) return tokens;
  const { input, output, total, cached = 0, reasoning = 0 } = tokens;
  return input + cached + output + reasoning === total
    ? { ...tokens, input: input + cached, output: output + reasoning }
    : tokens;
}
