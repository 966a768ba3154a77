import { RehearsalError } from "../../../errors.js";
import type { JsonObject, JsonValue } from "../../../test-case/json.js";
import { isKeys, type ArgumentPaths, type ArgumentRule } from "./argument-rule.js";
import { describeValue } from "./describe-value.js";
import type { Note } from "./difference.js";
import { similarity } from "./similarity.js";
import { stepsOf, valueAt, without } from "./value-path.js";

export interface Compared {
  readonly actual: JsonObject;
  /** Absent: the expected call gives no arguments. */
  readonly expected: JsonObject | undefined;
  readonly rule: ArgumentRule;
  /** Name of the tool. */
  readonly tool: string;
}

/** How well arguments agree under a rule, from 0 to 1, and 1 only where they match. Throws where a matcher or function does. */
export function compareArguments({ actual, expected, rule, tool }: Compared, note?: Note): number {
  if (typeof rule === "function") return ask(() => rule(actual, expected ?? {}, tool), actual, expected, note);
  if (rule === "ignore") return 1;
  if (typeof rule === "string") return expected === undefined ? 1 : similarity(actual, expected, rule, note);
  if (isKeys(rule)) return expected === undefined ? 1 : compareKeys(actual, expected, rule.keys, note);
  return comparePaths(actual, expected, rule, note);
}

function compareKeys(
  actual: JsonObject,
  expected: JsonObject,
  keys: readonly string[],
  note: Note | undefined,
): number {
  const parts = keys.map((path) => {
    const steps = stepsOf(path, actual, expected);
    const [a, e] = [valueAt(actual, steps), valueAt(expected, steps)];
    if (e === undefined && a !== undefined)
      note?.({ path, actual: a, message: `not expected, got ${describeValue(a)}` });
    return e === undefined ? Number(a === undefined) : similarity(a, e, "exact", note, path);
  });
  return mean(parts);
}

function comparePaths(
  actual: JsonObject,
  expected: JsonObject | undefined,
  rule: ArgumentPaths,
  note: Note | undefined,
): number {
  const paths = Object.keys(rule).map((path) => ({ path, steps: stepsOf(path, actual, expected) }));
  const parts = paths.flatMap(({ path, steps }) => {
    const [a, e] = [valueAt(actual, steps), valueAt(expected, steps)];
    // The rule is for all calls; one whose expected arguments leave this one out, and that lacks it, is not meant.
    if (expected !== undefined && a === undefined && e === undefined) return [];
    const condition = rule[path];
    if (typeof condition === "function") return [ask(() => condition(a, e), a, e, note, path)];
    return [similarity(a, condition, "exact", note, path)];
  });
  if (expected === undefined) return mean(parts);
  const rest = (object: JsonObject) => paths.reduce((left, { steps }) => without(left, steps), object);
  const others = { actual: rest(actual), expected: rest(expected) };
  const weight = new Set([...Object.keys(others.actual), ...Object.keys(others.expected)]).size;
  const restPart = similarity(others.actual, others.expected, "exact", note);
  return mean([...parts, ...Array.from({ length: weight }, () => restPart)]);
}

function ask(
  decide: () => unknown,
  actual: JsonValue | undefined,
  expected: JsonValue | undefined,
  note: Note | undefined,
  path = "",
): number {
  const answer = decide();
  if (typeof answer !== "boolean") {
    throw new RehearsalError(
      "invalid_input",
      `a function that compares arguments must return true or false at once, and returned ${answer instanceof Promise ? "a promise" : String(answer)}`,
    );
  }
  if (!answer) {
    note?.({
      path,
      ...(expected === undefined ? {} : { expected }),
      ...(actual === undefined ? {} : { actual }),
      message: `the comparing function said no to ${describeValue(actual)} (expected ${describeValue(expected)})`,
    });
  }
  return answer ? 1 : 0;
}

function mean(parts: readonly number[]): number {
  const sum = parts.reduce((total, part) => total + part, 0);
  return parts.every((part) => part === 1) ? 1 : Math.min(sum / parts.length, 1 - 2 ** -20);
}
