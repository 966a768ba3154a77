import type { JsonObject, JsonValue } from "../../../test-case/json.js";
import { testPattern } from "../../../test-case/test-pattern.js";
import { sameNumber, type NumberToken } from "../../values/numbers.js";
import { tokens } from "../../values/tokens.js";
import { isMeasure, sameUnit } from "../../values/units.js";
import { maximumMatching } from "../matching/maximum-matching.js";
import { sameJson } from "./canonical-form.js";
import type { MatcherTag } from "./check-matcher.js";
import { textOf } from "./matcher.js";
import { readIsoDate, sameIsoDate } from "./iso-date.js";

/** Compares values inside a matcher; handed in, since values and matchers contain each other. */
export type Equal = (actual: JsonValue | undefined, expected: JsonValue) => boolean;

/** How many items of a list may be left over on either side of `$unordered`. */
export type Containment = "exact" | "contains" | "within";

interface Trial {
  readonly actual: JsonValue;
  readonly matcher: JsonObject;
  readonly equal: Equal;
  readonly how: Containment;
}

const tests: { readonly [tag in MatcherTag]: (trial: Trial) => boolean } = {
  $closeTo: ({ actual, matcher }) => typeof actual === "number" && isNear(actual, Number(matcher.$closeTo), matcher),
  $regex: ({ actual, matcher }) =>
    typeof actual === "string" && testPattern(new RegExp(textOf(matcher.$regex), textOf(matcher.flags)), actual),
  $oneOf: ({ actual, matcher }) => itemsOf(matcher.$oneOf).some((value) => sameJson(value, actual)),
  $anyOf: ({ actual, matcher, equal }) => itemsOf(matcher.$anyOf).some((value) => equal(actual, value)),
  $nonEmpty: ({ actual }) => !isEmpty(actual),
  $any: () => true,
  $unordered: (trial) => Array.isArray(trial.actual) && sameItems(itemsOf(trial.actual), trial),
  $date: ({ actual, matcher }) => isSameDate(actual, textOf(matcher.$date), matcher.zone),
  $text: ({ actual, matcher }) =>
    typeof actual === "string" && normalText(actual, matcher) === normalText(textOf(matcher.$text), matcher),
  $number: ({ actual, matcher }) => isSameNumber(actual, matcher),
  $optional: ({ actual, matcher, equal }) => equal(actual, matcher.$optional ?? null),
  $literal: ({ actual, matcher }) => sameJson(matcher.$literal, actual),
};

/** Whether a value that is there is what the matcher stands for. Throws where that can't be told. */
export const testMatcher = (tag: MatcherTag, trial: Trial): boolean => tests[tag](trial);

const itemsOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : [];

function isNear(actual: number, expected: number, { abs, rel }: JsonObject): boolean {
  const distance = Math.abs(actual - expected);
  // 1.1 is within 0.1 of 1, although 1.1 - 1 is 0.10000000000000009.
  const slack = 4 * Number.EPSILON * Math.max(Math.abs(actual), Math.abs(expected));
  const bounds = [abs, typeof rel === "number" ? rel * Math.abs(expected) : undefined].filter(
    (bound) => typeof bound === "number",
  );
  return (bounds.length === 0 ? [1e-9 * Math.abs(expected)] : bounds).some((bound) => distance <= bound + slack);
}

function isEmpty(value: JsonValue): boolean {
  if (typeof value === "string") return value.trim() === "";
  if (typeof value !== "object") return false;
  return value === null || Object.keys(value).length === 0;
}

function sameItems(actual: readonly JsonValue[], { matcher, equal, how }: Trial): boolean {
  const expected = itemsOf(matcher.$unordered);
  if (how === "exact" && actual.length !== expected.length) return false;
  const { size } = maximumMatching(expected.length, actual.length, (e, a) => equal(actual[a], expected[e] ?? null));
  return size === (how === "within" ? actual.length : expected.length);
}

function isSameDate(actual: JsonValue, expected: string, zone: JsonValue | undefined): boolean {
  const [a, e] = [typeof actual === "string" ? readIsoDate(actual) : null, readIsoDate(expected)];
  return a !== null && e !== null && sameIsoDate(a, e, typeof zone === "string" ? zone : undefined);
}

function normalText(text: string, { ignoreCase, ignorePunctuation }: JsonObject): string {
  const kept =
    ignorePunctuation === true ? text.normalize("NFKC").replace(/[^\p{L}\p{M}\p{N}\s]/gu, " ") : text.normalize("NFKC");
  const collapsed = kept.replace(/\s+/g, " ").trim();
  return ignoreCase === false ? collapsed : collapsed.toLowerCase();
}

function isSameNumber(actual: JsonValue, matcher: JsonObject): boolean {
  const [a, e] = [numberIn(actual), numberIn(matcher.$number ?? null)];
  if (a === null || e === null || !sameUnit(a.unit ?? a.counted ?? null, e.unit ?? e.counted ?? null)) return false;
  // Of "59.90 kg" the number alone is not what it says; which of its readings "€1.628" means, nobody can tell.
  if ((isMeasure(a.counted) || isMeasure(e.counted)) && a.counted !== e.counted) return false;
  if (a.alternative !== undefined && e.alternative === undefined) return false;
  return sameNumber(a, e) || isNear(a.value, e.value, matcher);
}

function numberIn(value: JsonValue): NumberToken | null {
  if (typeof value === "number") return { kind: "number", value, unit: null };
  const found = typeof value === "string" ? tokens(value).filter((token) => token.kind === "number") : [];
  return found.length === 1 ? (found[0] ?? null) : null;
}
