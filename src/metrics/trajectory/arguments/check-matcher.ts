import { RehearsalError } from "../../../errors.js";
import type { JsonObject, JsonValue } from "../../../test-case/json.js";
import { nearestKey } from "../../../test-case/nearest-key.js";
import { tokens } from "../../values/tokens.js";
import { childPath } from "./difference.js";
import { textOf } from "./matcher.js";
import { isZone, readIsoDate } from "./iso-date.js";

type Check = (value: unknown) => boolean;
const isNumber: Check = (value) => typeof value === "number" && Number.isFinite(value);
const isBound: Check = (value) => typeof value === "number" && value >= 0 && Number.isFinite(value);
const isBoolean: Check = (value) => typeof value === "boolean";
const isText: Check = (value) => typeof value === "string";
const isTrue: Check = (value) => value === true;
const isList: Check = (value) => Array.isArray(value) && value.length > 0;
const isNumberInText: Check = (value) => isNumber(value) || (typeof value === "string" && onlyNumber(value));
const onlyNumber = (written: string) => tokens(written).filter(({ kind }) => kind === "number").length === 1;

interface Rule {
  readonly value: Check;
  /** What `value` asks for, in words. */
  readonly needs: string;
  readonly options: { readonly [name: string]: Check };
}

const tolerance = { abs: isBound, rel: isBound };
const RULES = {
  $closeTo: { value: isNumber, needs: "a number", options: tolerance },
  $regex: { value: isText, needs: "a pattern as text", options: { flags: isText } },
  $oneOf: { value: isList, needs: "a list with something in it", options: {} },
  $anyOf: { value: isList, needs: "a list with something in it", options: {} },
  $nonEmpty: { value: isTrue, needs: "true", options: {} },
  $any: { value: isTrue, needs: "true", options: {} },
  $unordered: { value: (value: unknown) => Array.isArray(value), needs: "a list", options: {} },
  $date: { value: isText, needs: "a date of ISO 8601 as text", options: { zone: isText } },
  $text: { value: isText, needs: "text", options: { ignoreCase: isBoolean, ignorePunctuation: isBoolean } },
  $number: { value: isNumberInText, needs: "a number, or text with just one number", options: tolerance },
  $optional: { value: () => true, needs: "a value", options: {} },
  $literal: { value: () => true, needs: "a value", options: {} },
} as const satisfies { readonly [tag: string]: Rule };

export type MatcherTag = keyof typeof RULES;

/** The tag of a matcher; null for any other value. */
export function matcherTag(value: JsonValue | undefined): MatcherTag | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  let tag: MatcherTag | null = null;
  const keys = Object.keys(value);
  for (const key of keys) {
    if (key.charCodeAt(0) === 36 && Object.hasOwn(RULES, key)) tag = key as MatcherTag;
  }
  if (tag === null) return null;
  const { options }: Rule = RULES[tag];
  return keys.every((key) => key === tag || Object.hasOwn(options, key)) ? tag : null;
}

/** Whether there is a matcher somewhere in a value; throws for one that is written wrong. */
export function hasMatchers(value: JsonValue | undefined, path: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value))
    return (value as readonly JsonValue[])
      .map((item, index) => hasMatchers(item, childPath(path, index)))
      .some(Boolean);
  const tag = matcherTag(value);
  const object = value as JsonObject;
  if (tag !== null) checkMatcher(tag, object, path);
  else refuseSlip(object, path);
  if (tag === "$literal" || tag === "$oneOf") return true;
  const inside = Object.entries(object).map(([key, item]) => hasMatchers(item, childPath(path, key)));
  return tag !== null || inside.some(Boolean);
}

/** A matcher whose name is misspelt would be compared as an object, and never match. */
function refuseSlip(object: JsonObject, path: string): void {
  const slip = Object.keys(object).find((key) => key.startsWith("$") && !Object.hasOwn(RULES, key));
  if (slip === undefined) return;
  const known = Object.keys(RULES);
  const nearest = nearestKey(slip, known);
  const meant = nearest === undefined ? `the matchers are ${known.join(", ")}.` : `did you mean ${nearest}?`;
  throw new RehearsalError(
    "invalid_input",
    `there is no matcher ${slip} (at ${path}); ${meant} To expect the object as it stands, write { $literal: { ${JSON.stringify(slip)}: … } }`,
  );
}

function checkMatcher(tag: MatcherTag, matcher: JsonObject, path: string): void {
  const { value, needs, options }: Rule = RULES[tag];
  const fail = (what: string): never => {
    throw new RehearsalError("invalid_input", `the matcher at ${path} is written wrong: ${what}`);
  };
  if (!value(matcher[tag])) fail(`${tag} needs ${needs}, not ${JSON.stringify(matcher[tag])}`);
  for (const [name, check] of Object.entries(options)) {
    if (matcher[name] !== undefined && !check(matcher[name]))
      fail(`its option ${name} can't be ${JSON.stringify(matcher[name])}`);
  }
  if (tag === "$regex") {
    try {
      new RegExp(textOf(matcher.$regex), textOf(matcher.flags));
    } catch (error) {
      fail((error as Error).message);
    }
  }
  if (tag === "$date") {
    if (readIsoDate(textOf(matcher.$date)) === null)
      fail(`${JSON.stringify(matcher.$date)} is no date of ISO 8601, such as 2026-01-02`);
    if (typeof matcher.zone === "string" && !isZone(matcher.zone))
      fail(`there is no zone ${JSON.stringify(matcher.zone)}`);
  }
}
