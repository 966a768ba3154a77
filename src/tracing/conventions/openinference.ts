import type { SpanKind } from "../../test-case/trace.js";
import { countOf, textOf, tokensOf } from "../reading/attributes.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { ConventionReader, Reading } from "../reading/read-span.js";
import { replyText, userText } from "../reading/texts.js";
import { costIn } from "../reading/usage.js";
import { isCopied } from "./copied.js";
import { unlessRoute } from "./langchain-messages.js";
import { readOpenInferenceDocuments } from "./openinference-documents.js";
import { readOpenInferenceLlm } from "./openinference-llm.js";
import { readOpenInferenceTool } from "./openinference-tool.js";
import { hiddenNote, metadataOf, plainTextOf, valueOf } from "./openinference-values.js";
import { overlay } from "./overlay.js";

const kinds: Readonly<Record<string, SpanKind>> = {
  LLM: "llm",
  TOOL: "tool",
  RETRIEVER: "retriever",
  RERANKER: "reranker",
  EMBEDDING: "embedding",
  AGENT: "agent",
  CHAIN: "chain",
};

/** OpenInference, by Arize: `openinference.span.kind`, contents flattened into one attribute for each value. */
export const readOpenInference: ConventionReader = (span, rest) => {
  const given = textOf(span.attributes["openinference.span.kind"])?.toUpperCase();
  if (given === undefined) return undefined;
  const original = isCopied(span) ? rest?.() : undefined;
  if (original === undefined || original.kind === "custom") return readingOf(span, given);
  return isComplete(original, span) ? original : overlay(original, readingOf(span, given));
};

/** A copy of what is there already need not be read. */
function isComplete({ kind, call, input, output, tokens }: Reading, { attributes }: PlainSpan): boolean {
  if (attributes.metadata !== undefined || attributes["llm.cost.total"] !== undefined) return false;
  if (kind === "tool") return call?.inputParameters !== undefined && call.output !== undefined;
  return kind === "llm" && input !== undefined && output !== undefined && tokens !== undefined;
}

function readingOf(span: PlainSpan, given: string): Reading {
  const kind = Object.hasOwn(kinds, given) ? (kinds[given] ?? "custom") : "custom";
  if (kind === "llm") return readOpenInferenceLlm(span);
  if (kind === "tool") return readOpenInferenceTool(span);
  if (kind === "retriever" || kind === "reranker") return readOpenInferenceDocuments(span, kind);
  if (kind === "embedding") return embeddingReading(span);
  return stepReading(span, kind, given === "GUARDRAIL" || given === "EVALUATOR");
}

function embeddingReading({ attributes }: PlainSpan): Reading {
  const prompt = countOf(attributes["llm.token_count.prompt"]);
  return {
    kind: "embedding",
    input: valueOf(attributes, "input"),
    model: textOf(attributes["embedding.model_name"]) ?? textOf(attributes["llm.model_name"]),
    tokens: tokensOf(prompt, null, countOf(attributes["llm.token_count.total"]) ?? prompt),
    costUsd: costIn(attributes["llm.cost.total"], attributes["llm.cost.prompt"]),
    metadata: metadataOf(attributes),
    missing: hiddenNote(attributes),
  };
}

/** Agents, chains, and what is neither asked a model nor called a tool: guardrails, prompts, evaluators. */
function stepReading(span: PlainSpan, kind: SpanKind, isAside: boolean): Reading {
  const { attributes } = span;
  const input = valueOf(attributes, "input");
  const output = valueOf(attributes, "output");
  const speaks = kind === "agent" || kind === "chain";
  return {
    kind,
    isAside,
    input,
    output,
    inputText: speaks ? userText(input) : undefined,
    outputText: speaks
      ? unlessRoute(plainTextOf(attributes, "output") ?? replyText(output, kind === "agent"))
      : undefined,
    agent: kind === "agent" ? agentOf(span) : undefined,
    metadata: metadataOf(attributes),
    missing: hiddenNote(attributes),
  };
}

/** OpenAI Agents put a span of no agent around a whole run; only those of agents are nodes of a graph. */
function agentOf(span: PlainSpan): string | undefined {
  const { name, attributes, scope } = span;
  const told = textOf(attributes["agent.name"]) ?? textOf(attributes["graph.node.id"]);
  if (told !== undefined || /openai[-_]agents$/.test(scope)) return told;
  const isOperation = name.startsWith("ai.") || isCopied(span);
  return isOperation ? textOf(attributes["ai.telemetry.functionId"]) : textOf(name);
}
