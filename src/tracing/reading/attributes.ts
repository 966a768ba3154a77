import { isObject, jsonOf } from "./json-text.js";
import type { Tokens } from "./read-span.js";
import type { PlainSpan } from "./plain-span.js";

/** Text that is there. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** A count: not negative, and no more than can be summed. */
export function countOf(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && number >= 0 && number <= Number.MAX_SAFE_INTEGER ? number : null;
}

/** The first of `keys` that the span has. */
export function firstOf(span: PlainSpan, ...keys: readonly string[]): unknown {
  for (const key of keys) if (span.attributes[key] !== undefined) return span.attributes[key];
  return undefined;
}

export function tokensOf(input: number | null, output: number | null, total: number | null): Tokens | undefined {
  if (input === null && output === null && total === null) return undefined;
  return { input, output, total: total ?? (input === null || output === null ? null : input + output) };
}

/** An attribute that lists objects, as JSON text or as it is. */
export function objectsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  const parsed = jsonOf(value);
  return Array.isArray(parsed) ? (parsed as readonly unknown[]).filter(isObject) : [];
}

/** The message of the error that ended the span; null where there was none or it left no words. */
export function errorOf(span: PlainSpan): string | undefined {
  if (span.status.code !== 2) return undefined;
  const exception = span.events.findLast((event) => event.name === "exception")?.attributes;
  return (
    span.status.message ??
    textOf(exception?.["exception.message"]) ??
    textOf(exception?.["exception.type"]) ??
    textOf(span.attributes["error.type"]) ??
    "failed without a message"
  );
}
