import { MAX_DEPTH } from "../../../test-case/json.js";

/**
 * The same text for equal JSON values and another for unequal ones, whatever the order of their keys: `-0` is `0`, `1.0`
 * is `1`, a key that holds `undefined` is absent. It is made to be compared, not read: strings carry their length, which
 * is quicker than to escape them. Undefined for what is not plain JSON (NaN, a Date, a cycle).
 */
export function canonicalForm(value: unknown, depth = 0): string | undefined {
  if (typeof value === "string") return `"${String(value.length)}:${value}`;
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value === "boolean" || value === null) return String(value);
  if (typeof value !== "object" || depth >= MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return formOfArray(value, depth);
  return isPlainObject(value) ? formOfObject(value, depth) : undefined;
}

/** Whether two values are the same JSON. */
export function sameJson(a: unknown, b: unknown): boolean {
  const form = canonicalForm(a);
  return form !== undefined && form === canonicalForm(b);
}

function formOfArray(items: readonly unknown[], depth: number): string | undefined {
  let text = "[";
  for (const item of items) {
    const part = canonicalForm(item, depth + 1);
    if (part === undefined) return undefined;
    text += `${part},`;
  }
  return `${text}]`;
}

function formOfObject(object: { readonly [key: string]: unknown }, depth: number): string | undefined {
  let text = "{";
  for (const key of sortedKeys(object)) {
    const item = object[key];
    if (item === undefined) continue;
    const part = canonicalForm(item, depth + 1);
    if (part === undefined) return undefined;
    text += `${String(key.length)}:${key}${part},`;
  }
  return `${text}}`;
}

function sortedKeys(object: object): string[] {
  const keys = Object.keys(object);
  for (let index = 1; index < keys.length; index += 1)
    if ((keys[index - 1] ?? "") > (keys[index] ?? "")) return keys.sort();
  return keys;
}

function isPlainObject(value: object): value is { readonly [key: string]: unknown } {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
