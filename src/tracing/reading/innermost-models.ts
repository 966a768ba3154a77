import type { ReadSpan } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";

/**
 * Those of `models` that are not around others of them, as a client's span is around that of what it sent. What a tool or
 * an agent within asks a model is work of its own: frameworks put the run of a tool into the model call that asked for it.
 */
export function innermostModels(models: readonly ReadSpan[], tree: SpanTree): readonly ReadSpan[] {
  if (models.length < 2) return models;
  const outer = new Set<ReadSpan>();
  for (const model of models) {
    let next = tree.parent(model);
    while (next !== undefined && next !== model && !separates(next) && !outer.has(next)) {
      outer.add(next);
      next = tree.parent(next);
    }
  }
  return models.filter((span) => !outer.has(span));
}

/**
 * Those of `sums` that are part of no other of them. The sum of a step holds all that was used within it; that of an
 * agent leaves out what its tools asked models for.
 */
export function outermostSums(sums: ReadonlySet<ReadSpan>, tree: SpanTree): readonly ReadSpan[] {
  if (sums.size < 2) return [...sums];
  return [...sums].filter((span) => {
    let isInTool = false;
    return !tree.under(span, (around) => {
      if (sums.has(around) && !(isInTool && around.kind === "agent")) return true;
      isInTool ||= around.kind === "tool";
      return false;
    });
  });
}

/** Whether it is part of what a model span around it tells, for which `test` holds. */
export const isWithinModel = (span: ReadSpan, tree: SpanTree, test: (model: ReadSpan) => boolean): boolean =>
  tree.nearest(span, (around) => separates(around) || (around.kind === "llm" && test(around)))?.kind === "llm";

const separates = ({ kind }: ReadSpan): boolean => kind === "tool" || kind === "agent";
