import type { Attributes } from "@opentelemetry/api";
import { own } from "../conventions/own-attributes.js";
import type { ObserveSpec, ObserveType } from "./observe-options.js";

const operations: Readonly<Partial<Record<ObserveType, string>>> = {
  agent: "invoke_agent",
  llm: "chat",
  tool: "execute_tool",
  retriever: "retrieval",
  embedding: "embeddings",
};

/** What is known before the call. GenAI names where the standard has one, so that any backend understands the span. */
export function specAttributes({ type, name, model }: Omit<ObserveSpec, "attributes">): Attributes {
  const operation = operations[type];
  return {
    [own.kind]: type,
    ...(operation !== undefined && { "gen_ai.operation.name": operation }),
    ...(type === "tool" && { "gen_ai.tool.name": name, "gen_ai.tool.type": "function" }),
    ...(type === "agent" && { "gen_ai.agent.name": name }),
    ...(model !== undefined && { "gen_ai.request.model": model }),
  };
}
