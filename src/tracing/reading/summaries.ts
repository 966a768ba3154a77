import type { Usage } from "../../test-case/trace.js";
import { answerOf } from "./answers.js";
import { textOfDocument } from "./documents.js";
import type { Document, ReadSpan } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";

/** Providers cut start times down to milliseconds, so that a span may seem to start before the one it follows has ended. */
const CUT_MS = 1;

/** What somebody said it to be; else what the spans show. */
export const outputOf = (tree: SpanTree): string | null =>
  tree.spans.findLast(({ whole }) => whole?.output !== undefined)?.whole?.output ?? answerOf(tree.spans, tree) ?? null;

/** The surest sign of it; of equally sure ones the first. */
export function conversationIdOf(tree: SpanTree): string | undefined {
  const signs = tree.spans.flatMap(({ whole }) => whole?.conversation ?? []);
  return signs.reduce<(typeof signs)[number] | undefined>(
    (best, sign) => (best === undefined || sign.rank < best.rank ? sign : best),
    undefined,
  )?.id;
}

/**
 * Tokens of the innermost model and embedding spans: agents and steps repeat their sums. Only for model spans that
 * recorded none the sum of the step or the agent around them is taken instead.
 */
export function usageOf(tree: SpanTree): { readonly usage: Usage; readonly missing?: string } {
  const models = tree.spans.filter(({ kind }) => kind === "llm" || kind === "embedding");
  const leaves = tree.distinct(tree.innermost(models.filter(({ tokens }) => tokens !== undefined)));
  const counting = new Set([...leaves, ...tree.above(leaves)]);
  const silent = tree
    .innermost(models)
    .filter((span) => span.kind === "llm" && span.tokens === undefined)
    .filter((span) => tree.twins.get(span)?.some(({ tokens }) => tokens !== undefined) !== true)
    .filter((span) => !tree.under(span, (ancestor) => ancestor.tokens !== undefined && ancestor.kind === "llm"));
  const sums = new Set<ReadSpan>();
  const unknown = silent.filter((span) => {
    const around = tree.ancestors(span).find(({ tokens }) => tokens !== undefined);
    if (around === undefined || counting.has(around)) return true;
    sums.add(around);
    return false;
  });
  const counted = [...leaves, ...tree.innermost([...sums])];
  const sum = (key: "input" | "output" | "total"): number | null => {
    const known = counted.flatMap(({ tokens }) => tokens?.[key] ?? []);
    return known.length === 0 ? null : known.reduce((total, each) => total + each, 0);
  };
  const partly = leaves.filter(({ kind, tokens }) => kind === "llm" && tokens?.total === null);
  const uncounted = unknown.length + partly.length;
  const complete = counted.every(({ tokens }) => tokens?.total !== null);
  return {
    usage: { inputTokens: sum("input"), outputTokens: sum("output"), totalTokens: complete ? sum("total") : null },
    ...(uncounted > 0 && {
      missing: `usage: ${String(uncounted)} of ${String(unknown.length + counted.length)} model calls recorded no tokens, or not all`,
    }),
  };
}

/**
 * The passages that the outermost retrievers handed over, with those of tools that are retrievers. A reranker replaces
 * what the retrievers before it under the same parent found. Those that were told of the whole trace count unless a
 * retriever shows them.
 */
export function retrievalOf(tree: SpanTree): readonly Document[] {
  const outer = tree.outermost(tree.spans.filter(({ documents }) => documents !== undefined));
  const rerankers = outer.filter(({ kind }) => kind === "reranker");
  const replaced = (span: ReadSpan): boolean =>
    rerankers.some(
      (reranker) =>
        reranker !== span &&
        reranker.parentSpanId === span.parentSpanId &&
        reranker.traceId === span.traceId &&
        reranker.startTimeMs + CUT_MS > (span.endTimeMs ?? Infinity),
    );
  const found = outer.filter((span) => !replaced(span)).flatMap(({ documents }) => documents ?? []);
  const texts = new Set(found.map(textOfDocument));
  const said = tree.spans.findLast(({ whole }) => whole?.documents !== undefined)?.whole?.documents ?? [];
  return [...found, ...said.filter((document) => !texts.has(textOfDocument(document)))];
}
