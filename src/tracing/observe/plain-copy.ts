import { types } from "node:util";
import type { JsonValue } from "../../test-case/json.js";
import { binaryWords } from "./binary.js";

/** More than this is a structure that goes round by getters, and no data. */
const DEEPEST = 1_000;

interface Copying {
  /** How many characters of JSON there is room for, by what each value takes at least. */
  room: number;
  readonly most: number;
  /** What the value is part of, outermost first. */
  readonly above: object[];
  /** Of the outermost. */
  keys: readonly string[] | undefined;
}

type Fields = Record<string, JsonValue>;

/** Undefined: JSON leaves it out. */
type Copy = JsonValue | undefined;

/**
 * What JSON would make of a value right now, as data that nobody else holds. Every field is read once; big integers, numbers
 * that JSON has not (`"NaN"`), maps, sets and errors are spelled, bytes are named (`[Uint8Array of 4 bytes]`), and so are
 * functions in lists. Throws where JSON would, for what is no plain data, as an object of nothing but functions, and, before it has looked at all of it, for what takes more than `most` characters.
 *
 * @param keys of the value, where they are known: of many it is slow to ask
 * @returns the copy, and how many characters its JSON text has at least
 */
export function plainCopy(value: object, most: number, keys?: readonly string[]): { copy: Copy; least: number } {
  const at: Copying = { room: most, most, above: [], keys };
  const copy = objectOf(value, "", at);
  return { copy, least: most - at.room };
}

function copyOf(value: unknown, key: string, at: Copying): Copy {
  switch (typeof value) {
    case "string":
      spend(at, value.length + 2);
      return value;
    case "number":
      spend(at, 1);
      // JSON knows no negative zero, and would make null of these.
      return Number.isFinite(value) ? value + 0 : String(value);
    case "boolean":
      spend(at, 4);
      return value;
    case "bigint":
      return copyOf(String(value), key, at);
    case "object":
      return value === null ? null : objectOf(value, key, at);
    case "function":
      return typeof (value as { toJSON?: unknown }).toJSON === "function" ? objectOf(value, key, at) : undefined;
    default:
      return undefined;
  }
}

function objectOf(value: object, key: string, at: Copying, isTold = false): Copy {
  const { above } = at;
  if (above.includes(value)) throw new TypeError("Converting circular structure to JSON");
  if (above.length >= DEEPEST) throw new Error(`nested more than ${String(DEEPEST)} levels deep`);
  const isList = Array.isArray(value);
  const prototype: unknown = isList ? null : Object.getPrototypeOf(value);
  const isPlain = prototype === Object.prototype || prototype === null;
  const bytes = isPlain ? undefined : binaryWords(value);
  if (bytes !== undefined) return copyOf(`[${bytes}]`, key, at);
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON === "function" && !isTold) {
    at.keys = undefined;
    const told: unknown = Reflect.apply(toJSON, value, [key]);
    return typeof told === "object" && told !== null ? objectOf(told, key, at, true) : copyOf(told, key, at);
  }
  above.push(value);
  const copy = isList ? listOf(value as unknown[], at) : isPlain ? fieldsOf(value, at) : dataOf(value, at);
  above.pop();
  return copy;
}

/** JSON makes `{}` of many an object that is not empty at all. */
function dataOf(value: object, at: Copying): Copy {
  if (types.isBoxedPrimitive(value)) return copyOf(value.valueOf(), "", at);
  if (types.isMap(value)) {
    spend({ ...at }, value.size);
    return [...value.keys()].every((key) => typeof key === "string")
      ? fieldsOf(Object.fromEntries(value) as object, at)
      : listOf([...value], at);
  }
  if (types.isSet(value)) {
    spend({ ...at }, value.size);
    return listOf([...value], at);
  }
  if (value instanceof Error) return fieldsOf({ ...value, name: value.name, message: value.message }, at);
  return fieldsOf(value, at);
}

function listOf(list: readonly unknown[], at: Copying): JsonValue[] {
  spend(at, list.length);
  const copy: JsonValue[] = [];
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    copy.push(copyOf(item, String(index), at) ?? (isNoData(item) ? `[${typeof item}]` : null));
  }
  return copy;
}

function fieldsOf(value: object, at: Copying): Fields {
  const isOutermost = at.above.length === 1;
  const copy: Fields = {};
  let isEmpty = true;
  let leftOut: string | undefined;
  for (const key of (isOutermost ? at.keys : undefined) ?? Object.keys(value)) {
    const item: unknown = (value as Readonly<Record<string, unknown>>)[key];
    if (isOutermost && isWorkInProgress(item)) throw new Error("it holds a promise or a stream");
    const kept = copyOf(item, key, at);
    if (kept === undefined) {
      leftOut ??= isNoData(item) ? typeof item : undefined;
      continue;
    }
    isEmpty = false;
    spend(at, key.length + 4);
    if (key === "__proto__")
      Object.defineProperty(copy, key, { value: kept, enumerable: true, configurable: true, writable: true });
    else copy[key] = kept;
  }
  // An object of nothing but methods is no empty one.
  if (isOutermost && isEmpty && leftOut !== undefined) throw new Error(`it holds nothing but a ${leftOut}`);
  return copy;
}

const isNoData = (item: unknown): boolean => typeof item === "function" || typeof item === "symbol";

const isWorkInProgress = (item: unknown): boolean =>
  typeof item === "object" && item !== null && ("then" in item || "getReader" in item || Symbol.asyncIterator in item);

function spend(at: Copying, characters: number): void {
  at.room -= characters;
  if (at.room < 0) throw new Error(`more than the ${String(at.most)} characters that are kept`);
}
