import { messageOf } from "../../errors.js";

/** Longer contents are left out whole, since JSON that is cut in the middle is worse than none. In characters. */
export const LONGEST_CONTENT = 1_000_000;

/** Why a value could not be recorded. */
export class Unrecorded {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/**
 * What a value is right now: a string as it is, everything else as JSON text. A reference would lie, since agents go on
 * to change what they passed. Undefined: there is nothing to record. Never throws, whatever `toJSON` and getters do.
 */
export function snapshot(value: unknown): string | undefined | Unrecorded {
  if (value === undefined) return undefined;
  if (typeof value === "string") return bounded(value);
  if (typeof value === "bigint") return `"${String(value)}"`;
  if (typeof value === "function" || typeof value === "symbol") return new Unrecorded(`a ${typeof value}`);
  try {
    const plain = typeof value === "object" && value !== null ? plainData(value) : value;
    if (plain instanceof Unrecorded) return plain;
    const text = toText(plain);
    return text === undefined ? undefined : bounded(text);
  } catch (error) {
    return new Unrecorded(firstLine(error));
  }
}

const bounded = (text: string): string | Unrecorded =>
  text.length <= LONGEST_CONTENT
    ? text
    : new Unrecorded(`${String(text.length)} characters, more than the ${String(LONGEST_CONTENT)} that are kept`);

/** Only a value that holds big integers pays for the replacer. */
function toText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? String(item) : item));
  }
}

/** JSON makes `{}` of many an object that is not empty at all; those are turned into data or said to be unrecorded. */
function plainData(value: object): unknown {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value)) return value;
  const isPlain = prototype === Object.prototype || prototype === null;
  if (isPlain) return holdsWorkInProgress(value) ? new Unrecorded("it holds a promise or a stream") : value;
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") return value;
  if (value instanceof Map) return [...value.keys()].every(isText) ? Object.fromEntries(value) : [...value];
  if (value instanceof Set) return [...value];
  if (value instanceof Error) return { ...value, name: value.name, message: value.message };
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return new Unrecorded("binary data");
  if (Object.keys(value).length > 0 && !holdsWorkInProgress(value)) return value;
  return new Unrecorded(
    `${value.constructor.name === "" ? "an object" : `a ${value.constructor.name}`} is no plain data`,
  );
}

function holdsWorkInProgress(value: object): boolean {
  for (const key in value) {
    const item = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof item !== "object" || item === null) continue;
    if ("then" in item || "getReader" in item || Symbol.asyncIterator in item) return true;
  }
  return false;
}

const isText = (key: unknown): key is string => typeof key === "string";

/** V8 draws a cycle over several lines. */
const firstLine = (error: unknown): string => messageOf(error).split("\n", 1)[0] ?? "";
