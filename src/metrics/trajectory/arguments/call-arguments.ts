import type { JsonObject } from "../../../test-case/json.js";
import { canonicalForm } from "./canonical-form.js";

/** Arguments that are an object; what most calls are settled without is made when first asked for. */
export interface KnownArguments {
  readonly kind: "known";
  /** As JSON writes them. The same text means the same arguments; another text need not mean others. */
  readonly json: string;
  /** In canonical form, in which only the same arguments are the same text. */
  readonly canonical: () => string;
  readonly value: () => JsonObject;
}

/** The arguments of a call as they can be compared. */
export type CallArguments =
  | KnownArguments
  /** Nothing was recorded: neither equal nor unequal to anything. */
  | { readonly kind: "unknown" }
  /** Text that is no JSON object. */
  | { readonly kind: "unreadable"; readonly raw: string; readonly why: string };

const UNKNOWN: CallArguments = { kind: "unknown" };

/**
 * Reads arguments as agents send them: an object, or the text of one. Blank text and `null` are a call without
 * arguments; `undefined` is a call whose arguments are not known. Returns null for an object that JSON would change.
 */
export function readArguments(given: unknown): CallArguments | null {
  if (given === undefined) return UNKNOWN;
  if (given === null) return known("{}");
  return typeof given === "string" ? readText(given) : readObject(given);
}

function readText(given: string): CallArguments {
  if (given.trim() === "") return known("{}");
  let parsed: unknown;
  try {
    parsed = JSON.parse(given);
  } catch {
    return { kind: "unreadable", raw: given, why: "they are no JSON" };
  }
  if (parsed === null) return known("{}");
  if (typeof parsed !== "object" || Array.isArray(parsed)) {
    return { kind: "unreadable", raw: given, why: "they are JSON, but no object" };
  }
  return readObject(parsed) ?? { kind: "unreadable", raw: given, why: "they are nested too deep" };
}

function readObject(value: object): CallArguments | null {
  let json: string;
  try {
    json = JSON.stringify(value);
  } catch {
    return null;
  }
  // What JSON can't keep it writes as null or {}, so only then a closer look is needed.
  const suspect = json.includes("null") || json.includes("{}");
  return suspect && canonicalForm(value) === undefined ? null : known(json);
}

function known(json: string): KnownArguments {
  let value: JsonObject | undefined;
  let form: string | undefined;
  const parsed = () => (value ??= JSON.parse(json) as JsonObject);
  return { kind: "known", json, value: parsed, canonical: () => (form ??= canonicalForm(parsed()) ?? json) };
}
