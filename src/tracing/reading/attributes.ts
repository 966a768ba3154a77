import { isJsonObject, type JsonObject, type JsonValue } from "../../test-case/json.js";
import { jsonOf } from "./json-text.js";
import type { Mutable, Tokens } from "./read-span.js";
import type { PlainSpan } from "./plain-span.js";

/** Text that is there. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** A count: not negative, and no more than can be summed. */
export function countOf(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  // Adding zero turns -0, which JSON does not keep, into 0.
  return typeof number === "number" && number >= 0 && number <= Number.MAX_SAFE_INTEGER ? number + 0 : null;
}

/** An amount of money. Undefined: not known. */
export const costOf = (value: unknown): number | undefined => countOf(value) ?? undefined;

/** Whether any of `keys` is there. To look at what is there is faster than to look for many that mostly are not. */
export function hasAny(attributes: PlainSpan["attributes"], keys: ReadonlySet<string>): boolean {
  for (const key in attributes) if (keys.has(key) && attributes[key] !== undefined) return true;
  return false;
}

/** The first of `keys` that the span has. */
export function firstOf(span: PlainSpan, ...keys: readonly string[]): unknown {
  for (const key of keys) if (span.attributes[key] !== undefined) return span.attributes[key];
  return undefined;
}

/** `cached` are those of the input that the provider had cached, `reasoning` those of the output spent on reasoning. */
export function tokensOf(
  input: number | null,
  output: number | null,
  total: number | null,
  cached: number | null = null,
  reasoning: number | null = null,
): Tokens | undefined {
  if (input === null && output === null && total === null && cached === null && reasoning === null) return undefined;
  const tokens: Mutable<Tokens> = {
    input,
    output,
    total: total ?? (input === null || output === null ? null : input + output),
  };
  if (cached !== null) tokens.cached = cached;
  if (reasoning !== null) tokens.reasoning = reasoning;
  return tokens;
}

/** An attribute that lists objects, as JSON text or as it is. */
export const objectsOf = (value: unknown): readonly JsonObject[] => objectsIn(jsonOf(value));

/** The objects of a list. */
export const objectsIn = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]).filter(isJsonObject) : [];

/** The message of the error that ended the span; null where there was none or it left no words. */
export function errorOf(span: PlainSpan): string | undefined {
  if (span.status.code !== 2) return undefined;
  const exception = span.events.findLast((event) => event.name === "exception")?.attributes;
  return (
    withoutStack(span.status.message) ??
    withoutStack(textOf(exception?.["exception.message"])) ??
    textOf(exception?.["exception.type"]) ??
    textOf(span.attributes["error.type"]) ??
    "failed without a message"
  );
}

/** Some put the stack behind the message, where the message stands once more behind the name of the error. */
function withoutStack(error: string | undefined): string | undefined {
  const end = error?.indexOf("\n    at ") ?? -1;
  if (error === undefined || end < 0) return error;
  const text = error.slice(0, end);
  for (let gap = text.indexOf("\n\n"); gap >= 0; gap = text.indexOf("\n\n", gap + 1)) {
    const message = text.slice(0, gap);
    const repeated = text.slice(gap + 2);
    if (repeated.length < message.length) break;
    if (/^[\w$.]+: $/.test(repeated.slice(0, repeated.length - message.length)) && repeated.endsWith(message))
      return message.trim();
  }
  return text.trim() === "" ? error : text.trim();
}
