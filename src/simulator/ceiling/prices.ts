import { messageOf, RehearsalError } from "../../errors.js";

/** What a model costs, for a million tokens, in the user's currency. */
export interface Price {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
  /** Of the input tokens, those that the provider had cached. Absent: as the others. */
  readonly cachedInputPerMillion?: number;
}

/** Prices by the name of the model, as the provider gives it. */
export type Prices = Readonly<Record<string, Price>>;

const fields = ["inputPerMillion", "outputPerMillion", "cachedInputPerMillion"] as const;

/** The table, checked. `what` is what errors call it. */
export function checkedPrices(given: unknown, what = "prices"): Prices {
  if (!isObject(given)) throw wrong(what, "must be an object of prices by model", given);
  for (const [model, price] of Object.entries(given)) {
    const where = `${what}: "${model}"`;
    if (!isObject(price)) throw wrong(where, `must be ${shape}`, price);
    const unknown = Object.keys(price).find((key) => !fields.some((field) => field === key));
    if (unknown !== undefined) throw wrong(where, `has an unknown "${unknown}"; it must be ${shape}`);
    for (const field of fields) {
      const amount = price[field];
      if (amount === undefined && field === "cachedInputPerMillion") continue;
      if (typeof amount !== "number" || !(amount >= 0) || amount === Infinity)
        throw wrong(where, `must have a number from 0 as ${field}`, amount);
    }
  }
  return given as Prices;
}

/**
 * The price of a model: under its own name, else without what providers add to it: a date, `-latest`, or, before it, the
 * name of a provider. Undefined: it has none.
 */
export function priceOf(model: string | undefined, prices: Prices): Price | undefined {
  if (model === undefined) return undefined;
  const plain = model.replace(/[-@](?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$/, "");
  const names = [model, plain, model.replace(/^.*\//, ""), plain.replace(/^.*\//, "")];
  const name = names.find((each) => Object.hasOwn(prices, each));
  return name === undefined ? undefined : prices[name];
}

/** The tokens of a call that a price is asked for. */
export interface PricedTokens {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly cachedInputTokens?: number | undefined;
}

/** What the tokens cost. Null: not known, as one of the numbers is not. */
export function costAt(
  price: Price,
  { inputTokens, outputTokens, cachedInputTokens = 0 }: PricedTokens,
): number | null {
  if (inputTokens === null || outputTokens === null) return null;
  const cached = Math.min(cachedInputTokens, inputTokens);
  const { inputPerMillion, outputPerMillion, cachedInputPerMillion = inputPerMillion } = price;
  const millionfold =
    (inputTokens - cached) * inputPerMillion + cached * cachedInputPerMillion + outputTokens * outputPerMillion;
  return millionfold / 1e6;
}

const shape = "{ inputPerMillion, outputPerMillion, cachedInputPerMillion? }";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const wrong = (where: string, problem: string, ...got: readonly unknown[]): RehearsalError =>
  new RehearsalError(
    "invalid_input",
    `${where} ${problem}${got.length === 0 ? "" : `; got ${got[0] === undefined ? "undefined" : messageOf(got[0])}`}.`,
  );
