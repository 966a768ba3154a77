import { types } from "node:util";
import { messageOf } from "../errors.js";

/** Anything that survives `JSON.parse(JSON.stringify(x))` unchanged. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Deeper values are refused: no recursion in this package can then overflow the stack. */
export const MAX_DEPTH = 200;
/** Larger values are refused: a small object that refers to itself many times over must not fill the memory. */
export const MAX_VALUES = 2_000_000;
/** Further complaints about one value say nothing new. */
const MAX_COMPLAINTS = 20;

export type Complain = (path: (string | number)[], message: string) => void;

interface Walk {
  readonly complain: Complain;
  readonly path: (string | number)[];
  readonly ancestors: Set<object>;
  valuesLeft: number;
  complaintsLeft: number;
}

/**
 * A JSON-safe copy of `value`: properties that are `undefined` are left out (as JSON does), `-0` becomes `0`,
 * `toJSON` is honoured; everything that JSON would silently change is complained about.
 */
export function toJson(value: unknown, complain: Complain, path: readonly (string | number)[] = []): JsonValue {
  return copy(value, {
    complain,
    path: [...path],
    ancestors: new Set(),
    valuesLeft: MAX_VALUES,
    complaintsLeft: MAX_COMPLAINTS,
  });
}

/** Sets an own property whatever its name: assigning to `__proto__` would change the prototype and lose the key. */
export function put<T>(target: { [key: string]: T }, key: string, value: T): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}

function copy(value: unknown, walk: Walk): JsonValue {
  walk.valuesLeft -= 1;
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") {
    if (Number.isFinite(value)) return value === 0 ? 0 : value;
    return refuse(walk, `${String(value)} is not a JSON number; use null for an unknown number`);
  }
  if (value === undefined) return refuse(walk, "undefined can't be kept in JSON; use null, or leave it out");
  if (typeof value !== "object") return refuse(walk, `a ${typeof value} can't be kept in JSON`);
  if (walk.ancestors.has(value)) return refuse(walk, "refers back to itself; JSON can't keep a cycle");
  if (walk.ancestors.size >= MAX_DEPTH) return refuse(walk, `nested more than ${String(MAX_DEPTH)} levels deep`);
  if (walk.valuesLeft < 0) return refuse(walk, `holds more than ${String(MAX_VALUES)} values`);
  walk.ancestors.add(value);
  try {
    return copyObject(value, walk);
  } catch (error) {
    // A getter, a proxy or a toJSON of the user's own.
    return refuse(walk, `can't be read: ${messageOf(error)}`);
  } finally {
    walk.ancestors.delete(value);
  }
}

function copyObject(value: object, walk: Walk): JsonValue {
  if (Array.isArray(value)) {
    if (value.length > walk.valuesLeft) return refuse(walk, `holds more than ${String(MAX_VALUES)} values`);
    return Array.from(value, (item: unknown, index) => at(walk, index, () => copy(item, walk)));
  }
  const unkept = unkeepable(value);
  if (unkept !== undefined) return refuse(walk, unkept);
  if ("toJSON" in value && typeof value.toJSON === "function") {
    return copy((value.toJSON as (key: string) => unknown)(String(walk.path.at(-1) ?? "")), walk);
  }
  const kept: { [key: string]: JsonValue } = {};
  for (const key of Object.keys(value)) {
    at(walk, key, () => {
      const item = read(value, key, walk);
      if (item !== undefined) put(kept, key, copy(item, walk));
    });
  }
  return kept;
}

/** Why JSON would turn this built-in object into something else. */
function unkeepable(value: object): string | undefined {
  if (Object.getPrototypeOf(value) === Object.prototype) return undefined;
  if (types.isDate(value)) return "a Date can't be kept in JSON; give its text, as date.toISOString() makes it";
  if (types.isNativeError(value)) return "an Error can't be kept in JSON; give its message";
  const name =
    types.isMap(value) || types.isSet(value) || types.isRegExp(value) || types.isPromise(value)
      ? Object.prototype.toString.call(value).slice(8, -1)
      : types.isAnyArrayBuffer(value) || ArrayBuffer.isView(value)
        ? "binary buffer"
        : types.isBoxedPrimitive(value)
          ? "boxed primitive"
          : undefined;
  return name === undefined ? undefined : `a ${name} can't be kept in JSON; give an array, a plain object or text`;
}

function read(value: object, key: string, walk: Walk): unknown {
  try {
    return (value as Record<string, unknown>)[key];
  } catch (error) {
    return refuse(walk, `can't be read: ${messageOf(error)}`);
  }
}

function at<T>(walk: Walk, key: string | number, then: () => T): T {
  walk.path.push(key);
  try {
    return then();
  } finally {
    walk.path.pop();
  }
}

function refuse(walk: Walk, message: string): null {
  walk.complaintsLeft -= 1;
  if (walk.complaintsLeft >= 0) walk.complain(walk.path.length > 8 ? walk.path.slice(0, 8) : [...walk.path], message);
  return null;
}

export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !isJsonList(value);

// Array.isArray does not tell readonly lists from the rest of a union.
export const isJsonList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);
