import type { Trace, TraceSpan } from "../../test-case/trace.js";
import { documentsOf } from "./documents.js";
import { joinCalls } from "./join-calls.js";
import { missingOf } from "./missing.js";
import type { Mutable, ReadSpan } from "./read-span.js";
import { SpanTree } from "./span-tree.js";
import { conversationIdOf, outputOf, retrievalOf, usageOf } from "./summaries.js";
import { turnsOf } from "./turns.js";

/** Names of the tools that are retrievers in disguise, or a test of the name. */
export type RetrieverTools = readonly string[] | ((name: string) => boolean);

/** Joins, orders and sums up what was read, whatever conventions it came from. */
export function buildTrace(given: readonly ReadSpan[], retrieverTools: RetrieverTools = []): Trace {
  const tree = new SpanTree(given.map((span) => withRetriever(span, retrieverTools)));
  const { spans } = tree;
  const { calls: toolsCalled, missing: ofCalls } = joinCalls(tree);
  const output = outputOf(tree);
  const { usage, missing } = usageOf(tree);
  const conversationId = conversationIdOf(tree);
  return {
    traceId: spans.find(({ traceId }) => traceId !== "")?.traceId ?? null,
    spans: spans.map((span) => toTraceSpan(span, tree)),
    toolsCalled,
    retrievalContext: retrievalOf(tree),
    output,
    usage,
    turns: turnsOf(tree),
    ...(conversationId !== undefined && { conversationId }),
    missing: [
      ...new Set([...missingOf(tree, toolsCalled, output), ...ofCalls, ...(missing === undefined ? [] : [missing])]),
    ],
  };
}

function withRetriever(span: ReadSpan, retrieverTools: RetrieverTools): ReadSpan {
  if (span.call === undefined || span.documents !== undefined) return span;
  if (!isRetriever(span.call.name, retrieverTools)) return span;
  const documents = documentsOf(span.call.output)?.documents;
  return { ...span, documents, hidesDocuments: documents === undefined };
}

function isRetriever(name: string, retrieverTools: RetrieverTools): boolean {
  if (typeof retrieverTools !== "function") return retrieverTools.includes(name);
  try {
    return retrieverTools(name);
  } catch {
    return false;
  }
}

function toTraceSpan(span: ReadSpan, tree: SpanTree): TraceSpan {
  const { error, input, output, model, metadata } = span;
  const kept: Mutable<TraceSpan> = {
    name: span.name,
    kind: span.kind === "turn" ? "custom" : span.kind,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: tree.parent(span) === undefined ? null : span.parentSpanId,
    startTimeMs: span.startTimeMs,
    endTimeMs: span.endTimeMs,
    status: span.status,
  };
  if (error !== undefined) kept.error = error;
  if (input !== undefined) kept.input = input;
  if (output !== undefined) kept.output = output;
  if (model !== undefined) kept.model = model;
  if (metadata !== undefined) kept.metadata = metadata;
  return kept;
}
