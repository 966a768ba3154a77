import type { TraceTurn, Usage } from "../../test-case/trace.js";
import type { Document, ReadSpan } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";

const helpers: ReadonlySet<string> = new Set(["tool", "retriever", "reranker"]);

/**
 * The final answer: of the outermost agents the one that ended last, else of the outermost chains; else the text of the
 * model call that ended last. What a tool did inside itself never is the answer.
 */
export function outputOf(tree: SpanTree): string | null {
  const own = tree.spans.filter(
    (span) => span.outputText !== undefined && !tree.under(span, (ancestor) => helpers.has(ancestor.kind)),
  );
  const outer = tree.outermost(own.filter(({ kind }) => kind === "agent" || kind === "chain"));
  const agents = outer.filter(({ kind }) => kind === "agent");
  const models = own.filter(({ kind }) => kind === "llm");
  for (const candidates of [agents, outer, models]) {
    const text = lastToEnd(candidates)?.outputText;
    if (text !== undefined) return text;
  }
  return null;
}

function lastToEnd(spans: readonly ReadSpan[]): ReadSpan | undefined {
  let last: ReadSpan | undefined;
  for (const span of spans)
    if (last === undefined || (span.endTimeMs ?? Infinity) >= (last.endTimeMs ?? Infinity)) last = span;
  return last;
}

/** Tokens of the innermost model and embedding spans: agents and steps repeat their sums. */
export function usageOf(tree: SpanTree): { readonly usage: Usage; readonly missing?: string } {
  const models = tree.spans.filter(({ kind }) => kind === "llm" || kind === "embedding");
  const counted = tree.innermost(models.filter(({ tokens }) => tokens !== undefined));
  const sum = (key: "input" | "output" | "total"): number | null => {
    const known = counted.flatMap(({ tokens }) => tokens?.[key] ?? []);
    return known.length === 0 ? null : known.reduce((total, each) => total + each, 0);
  };
  const silent = tree.innermost(models).filter((span) => span.kind === "llm" && span.tokens === undefined);
  const covered = silent.filter((span) =>
    tree.under(span, (ancestor) => ancestor.tokens !== undefined && ancestor.kind === "llm"),
  );
  const partly = counted.filter(({ kind, tokens }) => kind === "llm" && tokens?.total === null);
  const uncounted = silent.length - covered.length + partly.length;
  const complete = counted.every(({ tokens }) => tokens?.total !== null);
  return {
    usage: { inputTokens: sum("input"), outputTokens: sum("output"), totalTokens: complete ? sum("total") : null },
    ...(uncounted > 0 && {
      missing: `usage: ${String(uncounted)} of ${String(uncounted + counted.length - partly.length)} model calls recorded no tokens, or not all`,
    }),
  };
}

/**
 * The passages that the outermost retrievers handed over, with those of tools that are retrievers. A reranker replaces
 * what the retrievers before it under the same parent found.
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
        reranker.startTimeMs >= (span.endTimeMs ?? Infinity),
    );
  return outer.filter((span) => !replaced(span)).flatMap(({ documents }) => documents ?? []);
}

/** One exchange for each trace id that has an outermost agent; what happens between them voice readers tell. */
export function turnsOf(tree: SpanTree): readonly TraceTurn[] {
  const agents = tree.outermost(tree.spans.filter((span) => span.kind === "agent"));
  const traces = new Map<string, ReadSpan[]>();
  for (const agent of agents) {
    if (tree.under(agent, ({ kind }) => helpers.has(kind))) continue;
    traces.set(agent.traceId, [...(traces.get(agent.traceId) ?? []), agent]);
  }
  return [...traces].map(([traceId, spans]) => {
    const first = spans[0];
    const last = lastToEnd(spans);
    const open = spans.some(({ endTimeMs }) => endTimeMs === null);
    const end = open ? null : Math.max(...spans.map(({ endTimeMs }) => endTimeMs ?? 0));
    return {
      traceId,
      input: first?.inputText ?? null,
      output: last?.outputText ?? null,
      latencyMs: end === null || first === undefined ? null : Math.max(0, end - first.startTimeMs),
      interrupted: null,
    };
  });
}
