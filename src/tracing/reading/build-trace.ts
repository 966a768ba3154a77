import { deepFreeze } from "../../test-case/schema.js";
import type { Trace, TraceSpan } from "../../test-case/trace.js";
import { carryMetrics } from "../../test-case/span-metrics.js";
import { documentsOf } from "./documents.js";
import { handoffsOf, withHandoffs } from "./handoffs.js";
import { joinCalls } from "./join-calls.js";
import { knowsRetrieval, knowsTools, missingOf } from "./missing.js";
import type { Mutable, ReadSpan } from "./read-span.js";
import { SpanTree } from "./span-tree.js";
import { foundIn, retrievalOf } from "./retrieval.js";
import { conversationIdOf, outputOf, usageOf } from "./summaries.js";
import { turnsOf } from "./turns.js";
import { turnsWithWork } from "./turns-with-work.js";
import { usageOfSpan } from "./usage.js";

/** Names of the tools that are retrievers in disguise, or a test of the name. */
export type RetrieverTools = readonly string[] | ((name: string) => boolean);

/**
 * Joins, orders and sums up what was read, whatever conventions it came from.
 *
 * @param seesTools whether the agent's tools are known to be wrapped, so that a call of one would be among the spans
 */
export function buildTrace(given: readonly ReadSpan[], retrieverTools: RetrieverTools = [], seesTools = false): Trace {
  // Of an agent that nobody traces there is one for every turn.
  if (given.length === 0) return { ...(blank ??= deepFreeze(traceOf(new SpanTree([]), false))) };
  return traceOf(new SpanTree(given.map((span) => withRetriever(span, retrieverTools))), seesTools);
}

let blank: Trace | undefined;

function traceOf(tree: SpanTree, seesTools: boolean): Trace {
  const { spans } = tree;
  const { calls, placed, missing: ofCalls } = joinCalls(tree);
  const output = outputOf(tree);
  const found = foundIn(tree);
  const { usage, missing: ofUsage } = usageOf(tree);
  const conversationId = conversationIdOf(tree);
  const missing = [...new Set([...missingOf(tree, calls, output, seesTools), ...ofCalls, ...ofUsage])];
  const knows = { tools: knowsTools({ missing }), retrieval: knowsRetrieval({ missing }) };
  const handoffs = handoffsOf(tree, placed, knows.tools);
  return {
    traceId: spans.find(({ traceId }) => traceId !== "")?.traceId ?? null,
    spans: spans.map((span) => toTraceSpan(span, tree)),
    toolsCalled: withHandoffs(calls, handoffs),
    retrievalContext: retrievalOf(found, tree),
    output,
    usage,
    turns: turnsWithWork(turnsOf(tree), placed, found, tree, knows),
    ...(handoffs !== undefined && { handoffs }),
    ...(conversationId !== undefined && { conversationId }),
    missing,
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
  // Out of the wrapping that a framework or a protocol gives it: what is judged is what the tool said.
  const returned = span.call?.output ?? span.call?.error ?? output;
  if (output !== undefined && returned !== undefined) kept.output = returned;
  if (model !== undefined) kept.model = model;
  const usage = usageOfSpan(span);
  if (usage !== undefined) kept.usage = usage;
  if (metadata !== undefined) kept.metadata = metadata;
  if (span.stated !== undefined) Object.assign(kept, span.stated);
  const isRetriever = span.kind === "retriever" || span.kind === "reranker";
  if (isRetriever && output === undefined && span.documents !== undefined) kept.retrievalContext ??= span.documents;
  if (span.metrics !== undefined) carryMetrics(kept, span.metrics);
  return kept;
}
