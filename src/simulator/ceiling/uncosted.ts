import { RehearsalError } from "../../errors.js";
import type { Spending } from "../progress/run-watch.js";
import { priceOf, type Prices } from "./prices.js";
import { spentByAgent, spentByUser } from "./spending.js";

/**
 * The model of a call whose cost is not known, so that a ceiling of cost would be none. Undefined: there is none, as far as
 * is recorded; an agent of which nothing is recorded may have asked no model at all.
 */
export function uncostedModel(spending: Spending, prices: Prices): string | undefined {
  if (spending.by === "user") {
    const { call } = spending;
    return spentByUser(call, prices).cost.whole ? undefined : call.model;
  }
  const { trace } = spending;
  const calls = trace?.spans.filter(({ kind, usage }) => kind === "llm" || usage !== undefined) ?? [];
  if (trace === undefined || calls.length === 0 || spentByAgent(trace, prices).cost.whole) return undefined;
  return (calls.find(({ model }) => priceOf(model, prices) === undefined) ?? calls[0])?.model ?? "an unnamed model";
}

/** Throws where a model that will be asked has no price: a ceiling of cost would never be reached. */
export function assertPriced(models: readonly (string | undefined)[], prices: Prices): void {
  // Providers may answer under a longer name than they are asked by.
  const isPriced = (model: string) =>
    priceOf(model, prices) !== undefined || Object.keys(prices).some((name) => name.startsWith(model));
  const model = models.find((each) => each !== undefined && !isPriced(each));
  if (model === undefined) return;
  throw new RehearsalError(
    "missing_setting",
    `maxCost would be no ceiling: the model "${model}", which is asked for the simulated users, has no price. ` +
      "Nothing was run; give its price in prices, or a ceiling of tokens (maxTokens), which needs none.",
  );
}
