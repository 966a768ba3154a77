import { RehearsalError } from "../../errors.js";
import type { JsonObject, JsonValue } from "../../test-case/json.js";
import { wrongOptions } from "../../test-case/unknown-option.js";
import { cut } from "../../test-case/cut.js";
import { covers, pathsOf, placeOf, type Step } from "./state-path.js";
import { isAbsent, isLiteral, isMap, literalOf, matcherIn, type Matching } from "./state-matching.js";

export interface CompareOptions {
  /**
   * `partial`: what is expected must be there, and objects may hold more, so that `{}` is any object; what must not be there
   * is `{ $absent: true }`, and what must be there with nothing more `{ $literal: {} }`. `exact`: nothing else may be there.
   * Lists always have as many items as expected. Default: `"partial"`.
   */
  readonly mode?: "partial" | "exact";
  /** Paths that do not count, with `*` for any key or position: `"orders.*.updatedAt"`. Keys may have dots in them. Default: none. */
  readonly ignore?: readonly string[];
}

/** One place in which two states differ. */
export interface StateDifference {
  /** As in `orders.A-1.items[0].price`; empty for the whole. */
  readonly path: string;
  /** Absent: nothing is expected there. */
  readonly expected?: JsonValue;
  /** Absent: nothing is there. */
  readonly actual?: JsonValue;
}

export interface StateComparison {
  readonly matches: boolean;
  /** In the order of the expected state. */
  readonly differences: readonly StateDifference[];
  /** The differences in words, a line each. Empty where there is none. */
  readonly message: string;
}

/** More lines than that are not read. */
const MAX_LINES = 20;

/**
 * Compares the state of a world with what it should be. Throws a RehearsalError where there is no such option, and for a
 * matcher other than `$absent` and `$literal`, which only `StateMetric` tests.
 */
export function compareState(actual: JsonValue, expected: JsonValue, options: CompareOptions = {}): StateComparison {
  const misspelt = wrongOptions(options, ["mode", "ignore"]);
  if (misspelt !== undefined) throw new RehearsalError("invalid_input", `compareState: ${misspelt}.`);
  return comparedBy(undefined, actual, expected, options);
}

/** The same, with matchers in what is expected in part. */
export function comparedBy(
  matching: Matching | undefined,
  actual: JsonValue,
  expected: JsonValue,
  { mode = "partial", ignore = [] }: CompareOptions,
): StateComparison {
  const ignored = pathsOf(ignore);
  const differences: StateDifference[] = [];
  compare(actual, expected, []);
  return { matches: differences.length === 0, differences, message: messageOf(differences) };

  function compare(is: JsonValue | undefined, should: JsonValue | undefined, at: readonly Step[]): void {
    if (ignored.some((path) => covers(path, at))) return;
    if (mode === "partial" && isMap(should)) {
      if (isAbsent(should)) return is === undefined ? undefined : differ(is, undefined, at);
      const same = isLiteral(should) ? isSame(is, literalOf(should)) : byMatcher(is, should, at);
      if (same !== undefined) return same ? undefined : differ(is, should, at);
    }
    if (isList(is) && isList(should)) {
      if (is.length !== should.length) return differ(is, should, at);
      should.forEach((item, index) => compare(is[index], item, [...at, index]));
    } else if (isMap(is) && isMap(should)) {
      for (const key of Object.keys(should)) compare(own(is, key), should[key], [...at, key]);
      if (mode === "partial") return;
      for (const key of Object.keys(is)) if (!Object.hasOwn(should, key)) compare(is[key], undefined, [...at, key]);
    } else if (is !== should) differ(is, should, at);
  }

  /** Undefined: it is no matcher. */
  function byMatcher(is: JsonValue | undefined, should: JsonObject, at: readonly Step[]): boolean | undefined {
    const matcher = matcherIn(should);
    if (matcher === undefined) return undefined;
    if (matching === undefined) throw untested(matcher, placeOf(at));
    const equal = (one: JsonValue | undefined, other: JsonValue): boolean =>
      one !== undefined && comparedBy(matching, one, other, {}).matches;
    return is === undefined ? matcher === "$optional" : matching.matches(is, should, equal);
  }

  function differ(is: JsonValue | undefined, should: JsonValue | undefined, at: readonly Step[]): void {
    const [first, second] = [should === undefined ? {} : { expected: should }, is === undefined ? {} : { actual: is }];
    differences.push({ path: placeOf(at), ...first, ...second });
  }
}

const isSame = (is: JsonValue | undefined, should: JsonValue): boolean =>
  is !== undefined && comparedBy(undefined, is, should, { mode: "exact" }).matches;

const untested = (matcher: string, place: string): RehearsalError =>
  new RehearsalError(
    "invalid_input",
    `there is the matcher ${matcher} at ${place || "the top"} of the expected state, which StateMetric tests and nothing else. Here only $absent and $literal may stand for a value; to expect the object as it stands, write it in { $literal: … }`,
  );

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);
const own = (value: { readonly [key: string]: JsonValue }, key: string): JsonValue | undefined =>
  Object.hasOwn(value, key) ? value[key] : undefined;

/** Differences in words, a line each. Empty where there is none. */
export function messageOf(differences: readonly StateDifference[]): string {
  const lines = differences.slice(0, MAX_LINES).map(lineOf);
  if (differences.length > MAX_LINES) lines.push(`and ${String(differences.length - MAX_LINES)} more differences`);
  return lines.join("\n");
}

function lineOf({ path, expected, actual }: StateDifference): string {
  const place = path === "" ? "the state" : path;
  if (expected === undefined) return `${place} is ${shown(actual)} and should not be there`;
  if (actual === undefined) return `${place} should be ${shown(expected)} and is not there`;
  const sizes =
    isList(expected) && isList(actual) ? ` (${String(actual.length)} items, not ${String(expected.length)})` : "";
  return `${place} should be ${shown(expected)} and is ${shown(actual)}${sizes}`;
}

const shown = (value: JsonValue | undefined): string => cut(JSON.stringify(value) ?? "undefined", 120);
