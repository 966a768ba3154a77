import { deepFreeze } from "../../test-case/schema.js";
import type { Trace, TraceSpan } from "../../test-case/trace.js";
import { carryMetrics } from "../../test-case/span-metrics.js";
import { documentsOf } from "./documents.js";
import { handoffsOf, withHandoffs } from "./handoffs.js";
import { joinCalls } from "./join-calls.js";
import { withLoneAgents } from "./lone-agents.js";
import { knowsBySight, knowsRetrieval, knowsTools, missingOf } from "./missing.js";
import type { Mutable, ReadSpan } from "./read-span.js";
import { SpanTree } from "./span-tree.js";
import { withSearches } from "./provider-searches.js";
import { foundIn, retrievalOf } from "./retrieval.js";
import { conversationIdOf, outputOf, usageOf } from "./summaries.js";
import { withTold } from "./told-passages.js";
import { turnsOf } from "./turns.js";
import { turnsWithWork } from "./turns-with-work.js";
import { unlikeNote } from "./unlike-questions.js";
import { usageOfSpan } from "./usage.js";

/** Names of the tools that are retrievers in disguise, or a test of the name. */
export type RetrieverTools = readonly string[] | ((name: string) => boolean);

/**
 * Joins, orders and sums up what was read, whatever conventions it came from.
 *
 * @param observed where the agent runs in this process: the tools that are wrapped in it, calls of which would be among the
 *   spans. Empty: none is. Absent: it is not known
 */
export function buildTrace(
  given: readonly ReadSpan[],
  retrieverTools: RetrieverTools = [],
  observed?: ReadonlySet<string>,
): Trace {
  // Of an agent that nobody traces there is one for every turn.
  if (given.length === 0) return { ...(blank ??= deepFreeze(traceOf(new SpanTree([]), () => false))) };
  const isNamed = (name: string): boolean => isRetriever(name, retrieverTools);
  return traceOf(new SpanTree(withLoneAgents(given.map((span) => withRetriever(span, isNamed)))), isNamed, observed);
}

let blank: Trace | undefined;

function traceOf(tree: SpanTree, isNamed: (name: string) => boolean, observed?: ReadonlySet<string>): Trace {
  const { spans } = tree;
  const { calls, placed, missing: ofCalls } = joinCalls(tree, observed);
  const output = outputOf(tree);
  const { found, shown, hidden } = withTold(foundIn(tree), placed, isNamed, tree);
  const { usage, missing: ofUsage } = usageOf(tree);
  const conversationId = conversationIdOf(tree);
  const open = missingOf(tree, calls, output, (observed?.size ?? 0) > 0, { shown, hidden });
  const missing = [...new Set([...open, ...unlikeNote(tree), ...ofCalls, ...ofUsage])];
  const knows = { tools: knowsTools({ missing }), retrieval: knowsRetrieval({ missing }) };
  const handoffs = handoffsOf(tree, placed, knows.tools);
  return {
    traceId: spans.find(({ traceId }) => traceId !== "")?.traceId ?? null,
    spans: spans.map((span) => toTraceSpan(span, tree)),
    toolsCalled: withHandoffs(calls, handoffs),
    ...(observed !== undefined && observed.size > 0 && knows.tools && knowsBySight(tree, calls)
      ? { observedTools: [...observed].sort() }
      : {}),
    retrievalContext: retrievalOf(found, tree),
    output,
    usage,
    turns: turnsWithWork(turnsOf(tree), placed, found, tree, knows),
    ...(handoffs !== undefined && { handoffs }),
    ...(conversationId !== undefined && { conversationId }),
    missing,
  };
}

function withRetriever(span: ReadSpan, isNamed: (name: string) => boolean): ReadSpan {
  if (span.documents !== undefined) return span;
  if (span.kind === "llm") return withSearches(span, isNamed);
  if (span.call === undefined) return span;
  if (!isNamed(span.call.name)) return span;
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
    kind: span.kind === "creation" ? "agent" : span.kind === "turn" ? "custom" : span.kind,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: tree.parent(span) === undefined ? null : span.parentSpanId,
    startTimeMs: span.startTimeMs,
    endTimeMs: span.endTimeMs,
    status: span.status,
  };
  if (span.call !== undefined && span.call.name !== span.name) kept.tool = span.call.name;
  if (span.call?.isApart === true) kept.isApart = true;
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
