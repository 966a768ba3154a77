import type { JsonObject } from "../../../test-case/json.js";
import { canonicalForm } from "./canonical-form.js";
import { similarity } from "./similarity.js";

/** Arguments with their keys and values as numbers, in the order of the keys' numbers. */
export interface Interned {
  readonly keys: readonly number[];
  readonly values: readonly number[];
  readonly object: JsonObject;
}

/** What compares arguments without matchers for many pairs. */
export interface LiteralSimilarity {
  /** To be kept: it costs as much as a comparison without it. */
  readonly intern: (object: JsonObject) => Interned;
  /** The same as `similarity(actual.object, expected.object, "exact")`. */
  readonly compare: (actual: Interned, expected: Interned) => number;
}

/** Equal keys and equal values get equal numbers once, so that a pair costs a walk through two short lists of numbers. */
export function literalSimilarity(): LiteralSimilarity {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    if (number === numbers.size) numbers.set(text, number);
    return number;
  };
  return {
    intern(object) {
      const entries = Object.entries(object)
        .map(([key, value]) => [numberOf(`.${key}`), numberOf(canonicalForm(value) ?? "")] as const)
        .sort(([a], [b]) => a - b);
      return { keys: entries.map(([key]) => key), values: entries.map(([, value]) => value), object };
    },
    compare,
  };
}

function compare(actual: Interned, expected: Interned): number {
  let [i, j, parts, equal] = [0, 0, 0, 0];
  let nested = false;
  while (i < actual.keys.length || j < expected.keys.length) {
    const left = actual.keys[i] ?? Infinity;
    const right = expected.keys[j] ?? Infinity;
    parts += 1;
    if (left === right) {
      if (actual.values[i] === expected.values[j]) equal += 1;
      else nested = true;
    }
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  if (equal === parts) return 1;
  // Values that differ agree in part where both are objects; that is for the general comparison.
  if (nested && hasObject(actual.object) && hasObject(expected.object)) {
    return similarity(actual.object, expected.object, "exact");
  }
  return Math.min(equal / parts, 1 - 2 ** -20);
}

function hasObject(object: JsonObject): boolean {
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return true;
  }
  return false;
}
