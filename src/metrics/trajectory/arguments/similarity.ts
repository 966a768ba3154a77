import { isJsonObject, type JsonObject, type JsonValue } from "../../../test-case/json.js";
import { matcherTag } from "./check-matcher.js";
import { describeValue } from "./describe-value.js";
import { childPath, type Note } from "./difference.js";
import { testMatcher, type Containment } from "./test-matcher.js";
import { counted } from "../../../test-case/counted.js";

/** A comparison that found a difference scores less than 1, however small its part is. */
const ALMOST = 1 - 2 ** -20;

/**
 * How much of `expected` there is in `actual`, from 0 to 1, and 1 only where they match. Objects: the mean over their
 * keys (`exact`: of both, `contains`: of the expected, `within`: of the actual); lists and everything else: 1 or 0.
 * Matchers stand for what they describe. Throws where a matcher can't tell.
 */
export function similarity(
  actual: JsonValue | undefined,
  expected: JsonValue | undefined,
  how: Containment,
  note?: Note,
  path = "",
): number {
  const tag = matcherTag(expected);
  if (tag !== null) return matcherSimilarity(tag, actual, expected as JsonObject, how, note, path);
  if (actual === expected) return 1;
  if (isJsonObject(actual) && isJsonObject(expected)) return objectSimilarity(actual, expected, how, note, path);
  if (Array.isArray(actual) && Array.isArray(expected)) return listSimilarity(actual, expected, how, note, path);
  return differ(actual, expected, note, path);
}

function matcherSimilarity(
  tag: Exclude<ReturnType<typeof matcherTag>, null>,
  actual: JsonValue | undefined,
  expected: JsonObject,
  how: Containment,
  note: Note | undefined,
  path: string,
): number {
  if (actual === undefined) return isOptional(expected) ? 1 : differ(actual, expected, note, path);
  const inner = expected.$optional;
  if (tag === "$optional" && inner !== undefined) return similarity(actual, inner, how, note, path);
  const equal = (a: JsonValue | undefined, e: JsonValue) => similarity(a, e, how) === 1;
  return testMatcher(tag, { actual, matcher: expected, equal, how }) ? 1 : differ(actual, expected, note, path);
}

/** Whether the expected value may be absent. */
export const isOptional = (expected: JsonValue | undefined): boolean => matcherTag(expected) === "$optional";

function objectSimilarity(
  actual: JsonObject,
  expected: JsonObject,
  how: Containment,
  note: Note | undefined,
  path: string,
): number {
  let sum = 0;
  let parts = 0;
  for (const key of Object.keys(expected)) {
    const [a, e] = [ownValue(actual, key), expected[key]];
    if (e === undefined || (a === undefined && (how === "within" || isOptional(e)))) continue;
    parts += 1;
    sum += similarity(a, e, how, note, childPath(path, key));
  }
  if (how !== "contains") {
    for (const key of Object.keys(actual)) {
      if (actual[key] === undefined || ownValue(expected, key) !== undefined) continue;
      parts += 1;
      differ(actual[key], undefined, note, childPath(path, key));
    }
  }
  if (parts === 0 || sum === parts) return 1;
  return Math.min(sum / parts, ALMOST);
}

function listSimilarity(
  actual: readonly JsonValue[],
  expected: readonly JsonValue[],
  how: Containment,
  note: Note | undefined,
  path: string,
): number {
  if (actual.length !== expected.length) {
    note?.({
      path,
      expected,
      actual,
      message: `expected ${counted(expected.length, "item")}, got ${counted(actual.length, "item")}: ${describeValue(actual)} instead of ${describeValue(expected)}`,
    });
    return 0;
  }
  let same = true;
  for (let index = 0; index < expected.length; index += 1) {
    if (similarity(actual[index], expected[index], how, note, childPath(path, index)) === 1) continue;
    same = false;
    if (note === undefined) return 0;
  }
  return same ? 1 : 0;
}

function differ(
  actual: JsonValue | undefined,
  expected: JsonValue | undefined,
  note: Note | undefined,
  path: string,
): 0 {
  note?.({
    path,
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
    message: inWords(actual, expected),
  });
  return 0;
}

function inWords(actual: JsonValue | undefined, expected: JsonValue | undefined): string {
  if (expected === undefined) return `not expected, got ${describeValue(actual)}`;
  if (actual === undefined) return `missing, expected ${describeValue(expected)}`;
  return `expected ${describeValue(expected)}, got ${describeValue(actual)}`;
}

/** What an object holds itself: `constructor` and the like are no arguments. */
const ownValue = (object: JsonObject, key: string): JsonValue | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;
