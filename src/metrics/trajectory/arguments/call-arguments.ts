import type { JsonObject } from "../../../test-case/json.js";
import { canonicalForm } from "./canonical-form.js";

/** The arguments of a call as they can be compared. */
export type CallArguments =
  | { readonly kind: "known"; readonly value: JsonObject; readonly canonical: string }
  /** Nothing was recorded: neither equal nor unequal to anything. */
  | { readonly kind: "unknown" }
  /** Text that is no JSON object. */
  | { readonly kind: "unreadable"; readonly raw: string; readonly why: string };

const NONE: CallArguments = { kind: "known", value: {}, canonical: "{}" };

/**
 * Reads arguments as agents send them: an object, or the text of one. Blank text and `null` are a call without
 * arguments; `undefined` is a call whose arguments are not known.
 */
export function readArguments(given: unknown): CallArguments {
  if (given === undefined) return { kind: "unknown" };
  if (given === null) return NONE;
  if (typeof given !== "string") return known(given, JSON.stringify(given));
  if (given.trim() === "") return NONE;
  let parsed: unknown;
  try {
    parsed = JSON.parse(given);
  } catch {
    return { kind: "unreadable", raw: given, why: "they are no JSON" };
  }
  if (parsed === null) return NONE;
  if (typeof parsed === "object" && !Array.isArray(parsed)) return known(parsed, given);
  return { kind: "unreadable", raw: given, why: "they are JSON, but no object" };
}

function known(value: unknown, raw: string): CallArguments {
  const canonical = canonicalForm(value);
  if (canonical !== undefined) return { kind: "known", value: value as JsonObject, canonical };
  return { kind: "unreadable", raw, why: "they are nested too deep" };
}
