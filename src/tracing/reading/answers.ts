import { lastToEnd } from "./last-to-end.js";
import { answerOfModels } from "./model-answers.js";
import type { ReadSpan } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";

const helpers: ReadonlySet<string> = new Set(["tool", "retriever", "reranker"]);

const isHelper = ({ kind, isAside }: ReadSpan): boolean => helpers.has(kind) || isAside === true;

/** What a tool, a retriever or a guardrail did inside itself is no part of the exchange with the user. */
export const isInHelper = (span: ReadSpan, tree: SpanTree): boolean => tree.under(span, isHelper);

/**
 * The final answer among `spans`: of the outermost agents that of the one that ended last, else of the outermost chains;
 * where there are none, what the last model call said; without models, what the outermost of other spans returned.
 * An agent that does not tell what it answered answered what its own last model call said. Undefined: not known, also
 * where something that is known was said before.
 */
export function answerOf(spans: readonly ReadSpan[], tree: SpanTree): string | undefined {
  const ofKind = (...kinds: readonly string[]) =>
    spans.filter((span) => kinds.includes(span.kind) && !isInHelper(span, tree));
  const outer = tree.outermost(ofKind("agent", "chain"));
  const agents = outer.filter(({ kind }) => kind === "agent");
  const last = lastToEnd(agents.length > 0 ? agents : speaking(outer, spans, tree));
  if (last?.outputText !== undefined) return last.outputText;
  if (last?.status === "error") return undefined;
  const within = last === undefined ? () => true : (span: ReadSpan) => tree.under(span, (up) => up === last);
  const parts = ofKind("agent", "chain", "llm", "tool").filter(within);
  if (parts.some(({ kind }) => kind !== "tool")) return answerOfModels(parts, last?.kind !== "agent", tree);
  return last === undefined
    ? lastToEnd(tree.outermost(ofKind("custom").filter(({ outputText }) => outputText !== undefined)))?.outputText
    : undefined;
}

/** Of chains those that hand something over, or hold who does: others are steps beside the answer. */
function speaking(chains: readonly ReadSpan[], spans: readonly ReadSpan[], tree: SpanTree): readonly ReadSpan[] {
  if (chains.every(({ outputText }) => outputText !== undefined)) return chains;
  const holding = tree.above(spans.filter((span) => span.kind === "llm" && !isInHelper(span, tree)));
  return chains.filter((chain) => chain.outputText !== undefined || holding.has(chain));
}

/** The user's words among `spans`: what the first agent was told, else the last words in the first model call. */
export function questionOf(spans: readonly ReadSpan[], tree: SpanTree): string | undefined {
  const first = (kind: string) =>
    spans.find((span) => span.kind === kind && span.inputText !== undefined && !isInHelper(span, tree))?.inputText;
  return first("agent") ?? first("llm");
}
