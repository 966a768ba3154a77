import type { Additions } from "./additions.js";
import type { ObserveSpec } from "./observe-options.js";

type Prices = Pick<ObserveSpec, "costPerInputToken" | "costPerOutputToken">;

/**
 * What a call cost, in US dollars: what was said of it, else its tokens at their prices. Undefined: not known, as where the
 * price or the number of tokens of either kind is not.
 */
export function costOf(additions: Additions | undefined, prices: Prices): number | undefined {
  if (additions?.costUsd !== undefined) return additions.costUsd;
  const perInput = additions?.costPerInputToken ?? prices.costPerInputToken;
  const perOutput = additions?.costPerOutputToken ?? prices.costPerOutputToken;
  const input = part(additions?.inputTokens, perInput);
  const output = part(additions?.outputTokens, perOutput);
  return input === undefined || output === undefined || (perInput ?? perOutput) === undefined
    ? undefined
    : input + output;
}

const part = (count: number | undefined, price: number | undefined): number | undefined =>
  count === 0 ? 0 : count === undefined || price === undefined ? undefined : count * price;
