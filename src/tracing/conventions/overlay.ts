import { jsonOf, parseOrText } from "../reading/json-text.js";
import { isJsonObject, type JsonValue } from "../../test-case/json.js";
import type { ExecutedCall, Reading } from "../reading/read-span.js";

/** A reading with its gaps filled from what another convention says of the same span, where both agree what it is. */
export function overlay(reading: Reading, under: Reading | undefined): Reading {
  if (under === undefined || under.kind !== reading.kind) return reading;
  // Whichever shows the content knows what is hidden.
  const { hidesRequests, missing } = reading.output === undefined ? under : reading;
  const call = { ...defined(under.call ?? {}), ...defined(reading.call ?? {}) } as ExecutedCall;
  return {
    ...under,
    ...defined(reading),
    hidesRequests,
    missing,
    ...(reading.call !== undefined && { call }),
    // A list of no calls is no better than another's list of some.
    ...((reading.requested?.length ?? 0) === 0 && { requested: under.requested ?? reading.requested }),
    ...((reading.results?.length ?? 0) === 0 && { results: under.results ?? reading.results }),
  };
}

function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
}

/** Content that is written as text where it is text, and as JSON where it is anything else. */
export function textOrJson(value: unknown): JsonValue | undefined {
  if (typeof value !== "string") return jsonOf(value);
  const parsed = parseOrText(value);
  return isJsonObject(parsed) || Array.isArray(parsed) ? parsed : value;
}
