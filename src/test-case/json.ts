/** Anything that survives `JSON.parse(JSON.stringify(x))` unchanged. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Deeper values are refused: no recursion in this package can then overflow the stack. */
export const MAX_DEPTH = 200;

export type Complain = (path: (string | number)[], message: string) => void;

/**
 * A JSON-safe copy of `value`: properties that are `undefined` are left out (as JSON does), `-0` becomes `0`,
 * `toJSON` is honoured; everything that JSON would silently change is complained about.
 */
export function toJson(value: unknown, complain: Complain, path: (string | number)[] = []): JsonValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") {
    if (Number.isFinite(value)) return value === 0 ? 0 : value;
    complain(path, `${String(value)} is not a JSON number; use null for an unknown number`);
    return null;
  }
  if (typeof value !== "object") {
    complain(path, `a ${typeof value} can't be kept in JSON`);
    return null;
  }
  if (path.length >= MAX_DEPTH) {
    complain(path.slice(0, 8), `nested more than ${String(MAX_DEPTH)} levels deep (or a cycle)`);
    return null;
  }
  if (Array.isArray(value)) return value.map((item, index) => toJson(item, complain, [...path, index]));
  if ("toJSON" in value && typeof value.toJSON === "function") {
    return toJson((value.toJSON as () => unknown)(), complain, [...path, "toJSON()"]);
  }
  if (value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)) {
    complain(path, `a ${value.constructor.name} can't be kept in JSON; give an array or a plain object`);
    return null;
  }
  const copy: Record<string, JsonValue> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    // defineProperty, since assigning to "__proto__" would change the prototype and lose the key.
    const kept = toJson(item, complain, [...path, key]);
    if (key === "__proto__")
      Object.defineProperty(copy, key, { value: kept, enumerable: true, configurable: true, writable: true });
    else copy[key] = kept;
  }
  return copy;
}
