import type { JsonObject, JsonValue } from "../../../test-case/json.js";
import { canonicalForm } from "./canonical-form.js";
import { similarity } from "./similarity.js";

/** Arguments with their keys and values as numbers, in the order of the keys' numbers. */
interface Interned {
  readonly keys: Int32Array;
  readonly values: Int32Array;
  readonly object: JsonObject;
}

/**
 * `similarity(actual, expected, "exact")` for arguments without matchers, made for many pairs: equal keys and equal
 * values get equal numbers once, so that a pair costs a walk through two short lists of numbers.
 */
export function literalSimilarity(): (actual: JsonObject, expected: JsonObject) => number {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const known = new WeakMap<JsonObject, Interned>();
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    if (number === numbers.size) {
      numbers.set(text, number);
      names.push(text);
    }
    return number;
  };
  const intern = (object: JsonObject): Interned => {
    const entries = Object.entries(object)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [numberOf(`.${key}`), numberOf(canonicalForm(value) ?? "")] as const)
      .sort(([a], [b]) => a - b);
    return {
      keys: Int32Array.from(entries, ([key]) => key),
      values: Int32Array.from(entries, ([, value]) => value),
      object,
    };
  };
  const interned = (object: JsonObject): Interned => {
    const found = known.get(object) ?? intern(object);
    known.set(object, found);
    return found;
  };
  const valueOf = (object: JsonObject, key: number): JsonValue | undefined => object[(names[key] ?? "").slice(1)];
  return (actual, expected) => {
    const [a, e] = [interned(actual), interned(expected)];
    let [i, j, parts, sum] = [0, 0, 0, 0];
    while (i < a.keys.length || j < e.keys.length) {
      parts += 1;
      const [left = Infinity, right = Infinity] = [a.keys[i], e.keys[j]];
      if (left === right) {
        if (a.values[i] === e.values[j]) sum += 1;
        else sum += nested(valueOf(actual, left), valueOf(expected, left));
      }
      if (left <= right) i += 1;
      if (right <= left) j += 1;
    }
    return sum === parts ? 1 : Math.min(sum / parts, 1 - 2 ** -20);
  };
}

/** Values that are known to differ agree in part only where both are objects. */
const nested = (actual: JsonValue | undefined, expected: JsonValue | undefined): number =>
  typeof actual === "object" && typeof expected === "object" ? similarity(actual, expected, "exact") : 0;
