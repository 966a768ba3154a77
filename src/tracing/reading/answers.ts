import type { ReadSpan } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";

const helpers: ReadonlySet<string> = new Set(["tool", "retriever", "reranker"]);

/** What a tool or a retriever did inside itself is no part of the exchange with the user. */
export const isInHelper = (span: ReadSpan, tree: SpanTree): boolean =>
  tree.under(span, (ancestor) => helpers.has(ancestor.kind));

/**
 * The final answer among `spans`: of the outermost agents the one that ended last, else of the outermost chains; else the
 * last text of a model; else what the outermost of other spans returned.
 */
export function answerOf(spans: readonly ReadSpan[], tree: SpanTree): string | undefined {
  const ofKind = (...kinds: readonly string[]) =>
    spans.filter((span) => kinds.includes(span.kind) && span.outputText !== undefined && !isInHelper(span, tree));
  const outer = tree.outermost(ofKind("agent", "chain"));
  const agents = outer.filter(({ kind }) => kind === "agent");
  const last = lastToEnd(agents) ?? lastToEnd(outer);
  if (last !== undefined) return last.outputText;
  const models = ofKind("llm");
  // A model that only called a tool said nothing, yet another may have.
  const speaking = models.filter(({ outputText }) => outputText !== "");
  return (lastToEnd(speaking) ?? lastToEnd(models) ?? lastToEnd(tree.outermost(ofKind("custom"))))?.outputText;
}

/** The user's words among `spans`: what the first agent was told, else the last words in the first model call. */
export function questionOf(spans: readonly ReadSpan[], tree: SpanTree): string | undefined {
  const first = (kind: string) =>
    spans.find((span) => span.kind === kind && span.inputText !== undefined && !isInHelper(span, tree))?.inputText;
  return first("agent") ?? first("llm");
}

export function lastToEnd(spans: readonly ReadSpan[]): ReadSpan | undefined {
  let last: ReadSpan | undefined;
  for (const span of spans) {
    if (last === undefined || (endOf(span) >= endOf(last) && !seemsWithin(span, last))) last = span;
  }
  return last;
}

const endOf = ({ endTimeMs }: ReadSpan): number => endTimeMs ?? Infinity;

/** Where each span is a trace of its own, only times tell what lies within what, and these are cut down to milliseconds. */
const seemsWithin = (inner: ReadSpan, outer: ReadSpan): boolean =>
  inner.traceId !== outer.traceId && inner.startTimeMs < endOf(outer) && endOf(inner) - endOf(outer) < 1;
