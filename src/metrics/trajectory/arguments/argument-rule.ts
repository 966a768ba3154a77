import { RehearsalError } from "../../../errors.js";
import { argumentModes, type ArgumentMode } from "../../../test-case/asserted-fields.js";
import type { JsonObject, JsonValue } from "../../../test-case/json.js";
import { hasMatchers } from "./check-matcher.js";

/** Decides by itself whether the arguments of a call are right. A throw is an error, not a mismatch. */
export type CompareArguments = (actual: JsonObject, expected: JsonObject, tool: string) => boolean;

/** Decides one argument; `undefined` stands for an argument that is not there. */
export type CompareValue = (actual: JsonValue | undefined, expected: JsonValue | undefined) => boolean;

/** Compares just the arguments at these paths, as in `items[0].sku`. */
export interface ArgumentKeys {
  readonly keys: readonly string[];
}

/** For single arguments, by path, a matcher (or value) or a function; the other arguments stay exact. */
export interface ArgumentPaths {
  readonly [path: string]: JsonValue | CompareValue;
}

/**
 * How the arguments of a pair of calls are compared.
 * - `"exact"`: deeply equal; the order of keys does not count, that of lists does; `true` is not 1.
 * - `"contains"`: the actual ones have at least what is expected. `"within"`: they have nothing that is not expected.
 * - `"ignore"`: not at all.
 * - {@link ArgumentKeys}, {@link ArgumentPaths}, or a function of both.
 */
export type ArgumentRule = ArgumentMode | ArgumentKeys | ArgumentPaths | CompareArguments;

export const isKeys = (rule: ArgumentKeys | ArgumentPaths): rule is ArgumentKeys =>
  Object.keys(rule).length === 1 && Array.isArray(rule.keys) && rule.keys.every((key) => typeof key === "string");

/** Throws where a rule is written wrong, or holds a matcher that is. */
export function checkRule(rule: ArgumentRule): void {
  if (typeof rule === "function") return;
  if (typeof rule === "string") {
    if (argumentModes.includes(rule)) return;
    throw new RehearsalError(
      "invalid_input",
      `args can't be "${String(rule)}"; give ${argumentModes.map((mode) => `"${mode}"`).join(", ")}, { keys: [...] }, matchers by path, or a function`,
    );
  }
  if (isKeys(rule)) return;
  for (const [path, condition] of Object.entries(rule)) {
    if (typeof condition !== "function") hasMatchers(condition, `args.${path}`);
  }
}
