import { RehearsalError } from "../../errors.js";
import type { JsonValue } from "../../test-case/json.js";
import { wrongOptions } from "../../test-case/unknown-option.js";
import { cut } from "../../test-case/cut.js";

export interface CompareOptions {
  /**
   * `partial`: what is expected must be there, and objects may hold more, so that `{}` is any object; what must not be there
   * is `{ $absent: true }`. `exact`: nothing else may be there. Lists always
   * have as many items as expected. Default: `"partial"`.
   */
  readonly mode?: "partial" | "exact";
  /** Paths that do not count, with `*` for any key or position: `"orders.*.updatedAt"`. Default: none. */
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

type Step = string | number;
/** More lines than that are not read. */
const MAX_LINES = 20;

/** Compares the state of a world with what it should be. Throws a RehearsalError where there is no such option. */
export function compareState(actual: JsonValue, expected: JsonValue, options: CompareOptions = {}): StateComparison {
  const misspelt = wrongOptions(options, ["mode", "ignore"]);
  if (misspelt !== undefined) throw new RehearsalError("invalid_input", `compareState: ${misspelt}.`);
  const { mode = "partial", ignore = [] } = options;
  const ignored = ignore.map((path) => path.split(/[.[\]]/).filter((step) => step !== ""));
  const differences: StateDifference[] = [];
  compare(actual, expected, []);
  return { matches: differences.length === 0, differences, message: messageOf(differences) };

  function compare(is: JsonValue | undefined, should: JsonValue | undefined, at: readonly Step[]): void {
    if (ignored.some((path) => covers(path, at))) return;
    if (mode === "partial" && isAbsent(should)) return is === undefined ? undefined : differ(is, undefined, at);
    if (isList(is) && isList(should)) {
      if (is.length !== should.length) return differ(is, should, at);
      should.forEach((item, index) => compare(is[index], item, [...at, index]));
    } else if (isMap(is) && isMap(should)) {
      for (const key of Object.keys(should)) compare(own(is, key), should[key], [...at, key]);
      if (mode === "partial") return;
      for (const key of Object.keys(is)) if (!Object.hasOwn(should, key)) compare(is[key], undefined, [...at, key]);
    } else if (is !== should) differ(is, should, at);
  }

  function differ(is: JsonValue | undefined, should: JsonValue | undefined, at: readonly Step[]): void {
    const [first, second] = [should === undefined ? {} : { expected: should }, is === undefined ? {} : { actual: is }];
    differences.push({ path: pathOf(at), ...first, ...second });
  }
}

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);
const isMap = (value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
/** `{ $absent: true }` stands for nothing. */
const isAbsent = (value: JsonValue | undefined): boolean =>
  isMap(value) && value.$absent === true && Object.keys(value).length === 1;
const own = (value: { readonly [key: string]: JsonValue }, key: string): JsonValue | undefined =>
  Object.hasOwn(value, key) ? value[key] : undefined;

const covers = (path: readonly string[], at: readonly Step[]): boolean =>
  path.length === at.length && path.every((step, index) => step === "*" || step === String(at[index]));

const pathOf = (at: readonly Step[]): string =>
  at.map((step, index) => (typeof step === "number" ? `[${String(step)}]` : index === 0 ? step : `.${step}`)).join("");

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
