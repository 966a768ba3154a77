import { nearestKey } from "../../test-case/nearest-key.js";
import { described, wrongOptions } from "../../test-case/unknown-option.js";
import type { ObserveOptions } from "./observe-options.js";
import { observeTypes } from "./observe-types.js";

type Check = (value: unknown) => string | undefined;

const must =
  (what: string, holds: (value: unknown) => boolean): Check =>
  (value) =>
    holds(value) ? undefined : `must be ${what}; got ${described(value)}`;

const text = must("a text", (value) => typeof value === "string");
const yesOrNo = must("true or false", (value) => typeof value === "boolean");
const price = must(
  "a price in US dollars, not negative",
  (value) => typeof value === "number" && Number.isFinite(value) && value >= 0,
);

const checks: { readonly [Key in keyof Required<ObserveOptions>]: Check } = {
  type: typeFault,
  name: text,
  model: text,
  parameters: must("a list of names", (value) => isList(value) && value.every((each) => typeof each === "string")),
  write: yesOrNo,
  recordInputs: yesOrNo,
  recordOutputs: yesOrNo,
  costPerInputToken: price,
  costPerOutputToken: price,
  metrics: must("a list of metrics", (value) => isList(value) && value.every(isMetric)),
};

/** What is wrong with options that were given to `observe`. */
export function optionsFault(options: unknown): string | undefined {
  const fault = wrongOptions(options, Object.keys(checks));
  if (fault !== undefined) return fault;
  for (const [key, check] of Object.entries(checks)) {
    const value: unknown = (options as Readonly<Record<string, unknown>>)[key];
    const found = value === undefined ? undefined : check(value);
    if (found !== undefined) return key === "type" ? found : `${key} ${found}`;
  }
  return undefined;
}

function typeFault(type: unknown): string | undefined {
  if ((observeTypes as readonly unknown[]).includes(type)) return undefined;
  const near = typeof type === "string" ? nearestKey(type, observeTypes) : undefined;
  const hint = near === undefined ? "" : ` (did you mean "${near}"?)`;
  return `unknown type ${described(type)}${hint}; known types: ${observeTypes.join(", ")}`;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isMetric = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "measure" in value && typeof value.measure === "function";
