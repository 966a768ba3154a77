import type { JsonValue } from "../test-case/json.js";
import { neutralise, neutraliseLines } from "./neutralise.js";

/** The properties by which a runner prints a diff, or not. */
export interface Diff {
  readonly actual: unknown;
  readonly expected: unknown;
  readonly showDiff: boolean;
}

/** Above this many characters of JSON a diff helps nobody, and runners take long for it or print nothing. */
const LARGEST = 2000;

/**
 * What a runner is given to print a diff of: only of two texts or two structures that are small and differ, and in
 * characters that a terminal does not obey. One number beside another is in the message already.
 */
export function diffable(actual: JsonValue | undefined, expected: JsonValue | undefined): Diff {
  const sizes = [actual, expected].map((value) => JSON.stringify(value)?.length ?? 0);
  if (actual === undefined || expected === undefined || sizes.some((size) => size > LARGEST)) {
    return { actual: undefined, expected: undefined, showDiff: false };
  }
  const kinds = [kindOf(actual), kindOf(expected)];
  const showDiff =
    kinds[0] === kinds[1] && kinds[0] !== "scalar" && JSON.stringify(actual) !== JSON.stringify(expected);
  return { actual: safe(actual), expected: safe(expected), showDiff };
}

const kindOf = (value: JsonValue): "text" | "list" | "object" | "scalar" => {
  if (typeof value === "string") return "text";
  if (Array.isArray(value)) return "list";
  return typeof value === "object" && value !== null ? "object" : "scalar";
};

function safe(value: JsonValue): unknown {
  if (typeof value === "string") return neutraliseLines(value);
  if (Array.isArray(value)) return value.map(safe);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [neutralise(key), safe(item)]));
}
