import { textOfDocument } from "./documents.js";
import type { Document, ReadSpan } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";

/** Providers cut start times down to milliseconds, so that a span may seem to start before the one it follows has ended. */
const CUT_MS = 1;

/** What one retriever handed over. */
export interface Found {
  readonly span: ReadSpan;
  readonly documents: readonly Document[];
}

/**
 * The passages that the outermost retrievers handed over, with those of tools that are retrievers. A reranker replaces
 * what the retrievers before it under the same parent found.
 */
export function foundIn(tree: SpanTree): readonly Found[] {
  const outer = tree.distinct(tree.outermost(tree.spans.filter(({ documents }) => documents !== undefined)));
  // Of several rerankers beside each other the last replaces whatever those before it do.
  const last = new Map<string, ReadSpan>();
  for (const span of outer) if (span.kind === "reranker") last.set(besides(span), span);
  const isReplaced = (span: ReadSpan): boolean => {
    const reranker = last.get(besides(span));
    return reranker !== undefined && reranker !== span && reranker.startTimeMs + CUT_MS > (span.endTimeMs ?? Infinity);
  };
  return outer.filter((span) => !isReplaced(span)).map((span) => ({ span, documents: span.documents ?? [] }));
}

const besides = ({ traceId, parentSpanId }: ReadSpan): string => `${traceId} ${parentSpanId ?? ""}`;

/** These passages, with those that were told of the whole trace unless a retriever shows them. */
export function retrievalOf(found: readonly Found[], tree: SpanTree): readonly Document[] {
  const documents = found.flatMap((each) => each.documents);
  const texts = new Set(documents.map(textOfDocument));
  const said = tree.spans.findLast(({ whole }) => whole?.documents !== undefined)?.whole?.documents ?? [];
  return [...documents, ...said.filter((document) => !texts.has(textOfDocument(document)))];
}
