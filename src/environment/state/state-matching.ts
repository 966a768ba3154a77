import { RehearsalError } from "../../errors.js";
import type { JsonObject, JsonValue } from "../../test-case/json.js";
import { matcherNames } from "../../test-case/matcher-names.js";
import { nearestKey } from "../../test-case/nearest-key.js";
import { placeOf, type Step } from "./state-path.js";

/** How the matchers of expected arguments are tested, which this room does not know. */
export interface Matching {
  /** Throws where the matcher at that place is written wrong. */
  check(matcher: JsonObject, place: string): void;
  /** Whether what is there is what the matcher stands for. */
  matches(actual: JsonValue, matcher: JsonObject, equal: Equal): boolean;
}
/** How values inside a matcher are compared. */
export type Equal = (actual: JsonValue | undefined, expected: JsonValue) => boolean;

export const isMap = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const ABSENT = "$absent";
const LITERAL = "$literal";
const isOnly = (value: JsonObject, key: string): boolean =>
  Object.hasOwn(value, key) && Object.keys(value).length === 1;

/** `{ $absent: true }` stands for nothing. */
export const isAbsent = (value: JsonObject): boolean => isOnly(value, ABSENT) && value[ABSENT] === true;
/** `{ $literal: … }` stands for just that. */
export const isLiteral = (value: JsonObject): boolean => isOnly(value, LITERAL);
export const literalOf = (value: JsonObject): JsonValue => value[LITERAL] ?? null;

/** The name of the matcher that an object is. Undefined: it is none. */
export const matcherIn = (value: JsonObject): string | undefined =>
  Object.keys(value).find((key) => matcherNames.some((name) => name === key));

/**
 * Throws a RehearsalError for what can't be meant in an expected state: a matcher that is misspelt or written wrong, which
 * would never match, and an empty object, which any object matches.
 */
export function checkExpected(value: JsonValue | undefined, matching: Matching | undefined, at: readonly Step[]): void {
  if (Array.isArray(value)) {
    (value as readonly JsonValue[]).forEach((item, index) => {
      if (!isMap(item) || Object.keys(item).length > 0) checkExpected(item, matching, [...at, index]);
    });
    return;
  }
  if (!isMap(value) || isAbsent(value) || isLiteral(value)) return;
  const place = placeOf(at) || "the top";
  if (Object.keys(value).length === 0) throw wrong(emptyAt(place));
  const slip = Object.keys(value).find((key) => key.startsWith("$") && !matcherNames.some((name) => name === key));
  if (matcherIn(value) === undefined && slip !== undefined) throw wrong(noMatcher(slip, value, place));
  if (matcherIn(value) !== undefined) matching?.check(value, place);
  else for (const [key, item] of Object.entries(value)) checkExpected(item, matching, [...at, key]);
}

const emptyAt = (place: string): string =>
  `has {} at ${place}, which any object holds: it asserts nothing. For an empty object write { $literal: {} }, for any that is there { $any: true }`;

function noMatcher(slip: string, value: JsonObject, place: string): string {
  if (slip === ABSENT)
    return `has ${JSON.stringify(value)} at ${place}: what must be gone is { $absent: true }, and nothing else`;
  const known = [ABSENT, ...matcherNames];
  const nearest = nearestKey(slip, known);
  const meant = nearest === undefined ? `the matchers are ${known.join(", ")}.` : `did you mean ${nearest}?`;
  return `has ${slip} at ${place}, and there is no such matcher; ${meant} To expect the object as it stands, write it in { $literal: … }`;
}

const wrong = (what: string): RehearsalError => new RehearsalError("invalid_input", `expectedState ${what}`);
