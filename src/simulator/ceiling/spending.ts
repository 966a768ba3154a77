import { isReplayed } from "../../test-case/replayed.js";
import type { LanguageModel, ModelResponse } from "../../models/language-model.js";
import type { Trace, TraceSpan } from "../../test-case/trace.js";
import { costAt, priceOf, type Prices } from "./prices.js";

/** A call of a model that plays the user, decides or judges. */
export interface ModelSpending {
  /** As the provider names it. */
  readonly model: string;
  /** Null: the provider did not say. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** A cassette answered, so that it costs nothing; its tokens count as they did when it was recorded. */
  readonly replayed?: true;
}

/** What a call spent, by what came of it: a response, or an error that tells of one of no use. */
export const spendingOf = (
  outcome: Pick<ModelResponse, "model" | "usage">,
  { id }: Pick<LanguageModel, "id">,
): ModelSpending => ({
  model: outcome.model ?? id,
  ...outcome.usage,
  ...(isReplayed(outcome) && { replayed: true }),
});

/** An amount of which perhaps only a part is known. */
export interface Known {
  /** What is known of it. Null: nothing. */
  readonly amount: number | null;
  /** Whether that is all of it. */
  readonly whole: boolean;
}

export interface Spent {
  readonly tokens: Known;
  readonly cost: Known;
}

const unknown: Known = { amount: null, whole: false };
const known = (amount: number): Known => ({ amount, whole: true });
const maybe = (amount: number | null | undefined): Known =>
  amount === null || amount === undefined ? unknown : known(amount);

/** What such a call spent. */
export function spentByUser(spending: ModelSpending, prices: Prices): Spent {
  const price = priceOf(spending.model, prices);
  return {
    tokens: sum([spending.inputTokens, spending.outputTokens].map(maybe)),
    cost: spending.replayed === true ? known(0) : maybe(price === undefined ? null : costAt(price, spending)),
  };
}

/**
 * What the agent spent in one reply, by what was recorded of its model calls. The user's table goes before costs that
 * spans state, which are in US dollars.
 */
export function spentByAgent(trace: Trace, prices: Prices): Spent {
  const { totalTokens, inputTokens, outputTokens } = trace.usage;
  const isCertain = !trace.missing.some((line) => line.startsWith("usage:") && line.includes("tokens"));
  const tokens = totalTokens === null ? sum([inputTokens, outputTokens].map(maybe)) : known(totalTokens);
  return { tokens: { ...tokens, whole: tokens.whole && isCertain }, cost: costOf(trace, prices, isCertain) };
}

function costOf({ usage, spans }: Trace, prices: Prices, isCertain: boolean): Known {
  const calls = spans.filter((span): span is Call => span.usage !== undefined);
  const priced = calls.filter(({ model }) => priceOf(model, prices) !== undefined);
  const stated = maybe(usage.costUsd);
  if (priced.length === 0) return stated;
  // Two instrumentations may have recorded one call: the sum of the trace counts it once, that of its spans would not.
  const isOncePerCall = calls.reduce((all, call) => all + (call.usage.inputTokens ?? 0), 0) === usage.inputTokens;
  const only = new Set(calls.map(({ model }) => priceOf(model, prices)));
  const [price] = only;
  if (!isOncePerCall && only.size === 1 && price !== undefined) {
    return { ...maybe(costAt(price, usage)), whole: isCertain };
  }
  if (!isOncePerCall) return stated;
  const all = sum(calls.map((call) => costOfCall(call, prices)));
  return { ...all, whole: all.whole && isCertain };
}

type Call = TraceSpan & { readonly usage: NonNullable<TraceSpan["usage"]> };

function costOfCall({ model, usage, kind, status }: Call, prices: Prices): Known {
  const price = priceOf(model, prices);
  if (price === undefined) return maybe(usage.costUsd ?? (status === "error" ? 0 : null));
  // An embedding has no output.
  const outputTokens = kind === "embedding" ? (usage.outputTokens ?? 0) : usage.outputTokens;
  return maybe(costAt(price, { ...usage, outputTokens }) ?? usage.costUsd);
}

/** Of nothing: nothing is known. */
export function sum(parts: readonly Known[]): Known {
  const amounts = parts.flatMap(({ amount }) => amount ?? []);
  return {
    amount: amounts.length === 0 ? null : amounts.reduce((total, amount) => total + amount, 0),
    whole: parts.length > 0 && parts.every(({ whole }) => whole),
  };
}
