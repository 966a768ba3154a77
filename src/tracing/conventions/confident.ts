import type { SpanKind } from "../../test-case/trace.js";
import { costOf, countOf, firstOf, hasAny, textOf, tokensOf } from "../reading/attributes.js";
import { jsonOf } from "../reading/json-text.js";
import type { ConventionReader } from "../reading/read-span.js";
import { contentReading } from "./content-reading.js";
import { readDeclaredCalls } from "./declared-calls.js";
import { overlay, textOrJson } from "./overlay.js";
import { standardTokens } from "./standard-usage.js";

const kinds: Readonly<Record<string, SpanKind>> = {
  agent: "agent",
  llm: "llm",
  retriever: "retriever",
  tool: "tool",
  custom: "chain",
};

const signs: ReadonlySet<string> = new Set([
  "confident.span.type",
  "confident.span.input",
  "confident.span.output",
  "confident.span.tools_called",
  "confident.span.retrieval_context",
]);

/** Confident AI and deepeval: `confident.span.*`, often on top of another convention. `confident.trace.*` is of the whole trace. */
export const readConfident: ConventionReader = (span, rest) => {
  const { attributes } = span;
  if (!hasAny(attributes, signs)) return undefined;
  const under = rest?.();
  const type = textOf(attributes["confident.span.type"]);
  const kind =
    type === undefined ? (under?.kind ?? "custom") : Object.hasOwn(kinds, type) ? (kinds[type] ?? "custom") : "custom";
  if (kind === "turn" || kind === "creation") return undefined;
  const name = textOf(firstOf(span, "confident.span.name", "confident.agent.name")) ?? span.name;
  const inputTokens = countOf(attributes["confident.llm.input_token_count"]);
  const outputTokens = countOf(attributes["confident.llm.output_token_count"]);
  const reading = contentReading({
    kind,
    name: textOf(firstOf(span, "confident.tool.name", "gen_ai.tool.name")) ?? name,
    input: textOrJson(attributes["confident.span.input"]),
    output: textOrJson(attributes["confident.span.output"]),
    documents: jsonOf(attributes["confident.span.retrieval_context"]),
    tokens: tokensOf(inputTokens, outputTokens, null) ?? standardTokens(span),
    costUsd: priceOf(
      [inputTokens, costOf(attributes["confident.llm.cost_per_input_token"])],
      [outputTokens, costOf(attributes["confident.llm.cost_per_output_token"])],
    ),
    model: textOf(attributes["confident.llm.model"]),
    call: { description: textOf(attributes["confident.tool.description"]) },
    agent: kind === "agent" ? name : undefined,
    isOver: span.endTimeUnixMs !== null && span.status.code !== 2,
  });
  const calls = jsonOf(attributes["confident.span.tools_called"]);
  const declared = calls === undefined ? undefined : readDeclaredCalls(calls);
  return overlay({ ...reading, declared }, under);
};

type Side = readonly [count: number | null, price: number | undefined];

/** Of both sides, or not known; where there are no tokens there is nothing to pay. */
function priceOf(...sides: readonly Side[]): number | undefined {
  if (sides.every(([, price]) => price === undefined)) return undefined;
  const costs = sides.flatMap(([count, price]) =>
    count === 0 ? 0 : price === undefined ? [] : (costOf((count ?? NaN) * price) ?? []),
  );
  return costs.length < sides.length ? undefined : costOf(costs.reduce((sum, cost) => sum + cost, 0));
}
