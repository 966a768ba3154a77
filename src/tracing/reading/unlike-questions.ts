import { isInHelper } from "./answers.js";
import type { ReadSpan } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";

/**
 * Says so where models that no agent or chain is around were told unlike things: some of these are prompts of the agent's
 * own, as of one that rewrites the question or looks over the answer, and nothing tells which. Loops over tools begin alike.
 */
export function unlikeNote(tree: SpanTree): readonly string[] {
  const first = tree.spans.find(isAsked)?.history?.opening;
  if (!tree.spans.some((span) => isAsked(span) && span.history?.opening !== first)) return [];
  const own = tree.spans.filter((span) => !isInHelper(span, tree));
  if (own.some(({ kind }) => kind === "agent" || kind === "chain")) return [];
  const isStated = (key: "input" | "output"): boolean => own.some(({ whole }) => whole?.[key] !== undefined);
  if (isStated("input") && isStated("output")) return [];
  const models = tree.distinct(tree.outermost(own.filter(({ kind }) => kind === "llm")));
  const unlike = new Set(models.flatMap(({ history }) => history?.opening ?? []));
  return unlike.size < 2 ? [] : [note];
}

const isAsked = ({ kind, history }: ReadSpan): boolean => kind === "llm" && history?.opening !== undefined;

const note =
  'model calls that were told unlike things were read as one exchange, since no agent is around them: its input is that of the first and its output that of the last, which may be prompts and answers of the agent\'s own; wrap the agent in observe({ type: "agent" }, ...)';
