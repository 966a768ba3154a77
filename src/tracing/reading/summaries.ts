import type { Usage } from "../../test-case/trace.js";
import { answerOf } from "./answers.js";
import { innermostModels, isWithinModel, outermostSums } from "./innermost-models.js";
import type { ReadSpan, Tokens } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";

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
export function usageOf(tree: SpanTree): { readonly usage: Usage; readonly missing: readonly string[] } {
  const models = tree.spans.filter(({ kind }) => kind === "llm" || kind === "embedding");
  const telling = models.filter(({ tokens }) => tokens !== undefined);
  const leaves = tree.distinct(innermostModels(telling, tree));
  const counting = new Set([...leaves, ...tree.above(leaves)]);
  const untold = models.some(({ kind, tokens }) => kind === "llm" && tokens === undefined);
  const silent = (untold ? innermostModels(models, tree) : [])
    .filter((span) => span.kind === "llm" && span.tokens === undefined)
    .filter((span) => tree.twins.get(span)?.some(({ tokens }) => tokens !== undefined) !== true)
    .filter((span) => !isWithinModel(span, tree, ({ tokens }) => tokens !== undefined));
  const sums = new Set<ReadSpan>(models.length === 0 ? loneSums(tree) : []);
  const unknown = silent.filter((span) => {
    const around = tree.nearest(span, ({ tokens }) => tokens !== undefined);
    if (around === undefined || counting.has(around)) return true;
    sums.add(around);
    return false;
  });
  const counted = [...leaves, ...outermostSums(sums, tree)];
  const known = counted.map(({ kind, tokens }) => (kind === "embedding" ? tokens : derived(tokens)));
  const sum = (key: keyof Tokens): number | null => {
    let total: number | null = null;
    for (const tokens of known) if (typeof tokens?.[key] === "number") total = (total ?? 0) + tokens[key];
    return total;
  };
  // An incomplete sum would make an agent look cheap. A call that failed without an answer used none.
  const isUntold = unknown.some(({ status, outputText }) => status !== "error" || (outputText ?? "") !== "");
  const whole = (key: "input" | "output" | "total"): number | null =>
    isUntold || counted.some(({ kind }, index) => kind !== "embedding" && known[index]?.[key] === null)
      ? null
      : sum(key);
  const [cached, reasoning] = [sum("cached"), sum("reasoning")];
  const cost = costsOf(models, tree);
  const partly = counted.filter(({ kind }, index) => kind !== "embedding" && !isWhole(known[index]));
  const uncounted = unknown.length + partly.length;
  return {
    usage: {
      inputTokens: whole("input"),
      outputTokens: whole("output"),
      totalTokens: counted.every(({ tokens }) => tokens?.total !== null) ? whole("total") : null,
      ...(cached !== null && { cachedInputTokens: cached }),
      ...(reasoning !== null && { reasoningTokens: reasoning }),
      ...(cost.costUsd !== undefined && { costUsd: cost.costUsd }),
    },
    missing: [
      ...(uncounted > 0
        ? [
            `usage: ${String(uncounted)} of ${String(unknown.length + counted.length)} model calls recorded no tokens, or not all`,
          ]
        : []),
      ...(counted.length === 0 && unknown.length === 0 && models.length > 0
        ? [`usage: ${String(models.length)} of ${String(models.length)} embeddings recorded no tokens`]
        : []),
      ...(cost.missing === undefined ? [] : [cost.missing]),
    ],
  };
}

/** What agents used of whose model calls there are no spans, if all of the outermost tell. */
function loneSums(tree: SpanTree): readonly ReadSpan[] {
  const agents = tree.spans.filter(({ kind }) => kind === "agent");
  const outer = tree.outermost(agents);
  return outer.every(({ tokens }) => tokens !== undefined) ? agents.filter(({ tokens }) => tokens !== undefined) : [];
}

/** Of a side that is not recorded the total tells. */
function derived(tokens: Tokens | undefined): Tokens | undefined {
  if (tokens?.total === undefined || tokens.total === null || isWhole(tokens)) return tokens;
  const { input, output, total } = tokens;
  const other = total - (input ?? output ?? Infinity);
  return other < 0 ? tokens : { ...tokens, input: input ?? other, output: output ?? other };
}

const isWhole = (tokens: Tokens | undefined): boolean =>
  tokens !== undefined && tokens.input !== null && tokens.output !== null && tokens.total !== null;

/** The sum, if the cost of each is known: an incomplete sum would make an agent look cheap. A call that failed costs nothing. */
function costsOf(
  models: readonly ReadSpan[],
  tree: SpanTree,
): { readonly costUsd?: number; readonly missing?: string } {
  const telling = models.filter(({ costUsd }) => costUsd !== undefined);
  const known = tree.distinct(innermostModels(telling, tree));
  if (known.length === 0) return {};
  const silent = innermostModels(models, tree)
    .filter(({ costUsd, status }) => costUsd === undefined && status !== "error")
    .filter((span) => tree.twins.get(span)?.some(({ costUsd }) => costUsd !== undefined) !== true)
    .filter((span) => !isWithinModel(span, tree, ({ costUsd }) => costUsd !== undefined));
  if (silent.length === 0) return { costUsd: known.reduce((total, { costUsd }) => total + (costUsd ?? 0), 0) };
  const all = known.length + silent.length;
  return { missing: `usage: the cost of ${String(silent.length)} of ${String(all)} model calls is not known` };
}
