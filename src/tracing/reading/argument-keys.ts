import type { JsonObject, JsonValue } from "../../test-case/json.js";
import { canonicalJson } from "./json-text.js";

type Arguments = JsonObject | string | undefined;

/** A text that equal arguments share. Undefined: not known. */
export const argumentKey = (given: Arguments): string | undefined =>
  given === undefined ? undefined : typeof given === "string" ? bareKey(given) : canonicalJson(given);

/** What `argumentKey` makes of the only value of an object: some tools of one argument record nothing but that. */
export function valueKey(given: Arguments): string | undefined {
  if (typeof given !== "object") return undefined;
  const values = Object.values(given);
  const [value] = values;
  return values.length === 1 && value !== undefined ? bareKey(textOf(value)) : undefined;
}

export function sameArguments(a: Arguments, b: Arguments): boolean {
  if (argumentKey(a) === argumentKey(b)) return true;
  return typeof a === "string" ? bareKey(a) === valueKey(b) : typeof b === "string" && bareKey(b) === valueKey(a);
}

/** False where a value that both know differs. A tool may add defaults to what it was asked for, or be recorded in part. */
export function mayBeSame(a: Arguments, b: Arguments): boolean {
  if (typeof a !== "object" || typeof b !== "object") return true;
  return Object.entries(a).every(([key, value]) => {
    const other = Object.hasOwn(b, key) ? b[key] : undefined;
    return other === undefined || textOf(value) === textOf(other);
  });
}

const bareKey = (text: string): string => `=${text}`;
const textOf = (value: JsonValue): string => (typeof value === "string" ? value : canonicalJson(value));
