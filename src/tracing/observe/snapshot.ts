import { types } from "node:util";
import { messageOf } from "../../errors.js";
import { binaryWords } from "./binary.js";
import { plainCopy } from "./plain-copy.js";

/**
 * Longer contents are left out whole, and said to be missing, since JSON that is cut in the middle is worse than none. In
 * characters of text, or of the JSON text of anything else.
 */
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
 * to change what they passed. Bytes within it are named, not spelled: `[Uint8Array of 4 bytes]`. What takes more than
 * `LONGEST_CONTENT` characters is looked at no further than that. Undefined: there is nothing to record. Never throws,
 * whatever `toJSON` and getters do.
 */
export function snapshot(value: unknown): string | undefined | Unrecorded {
  if (value === undefined) return undefined;
  if (typeof value === "string") return bounded(value);
  if (typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))) return `"${String(value)}"`;
  if (typeof value === "function" || typeof value === "symbol") return new Unrecorded(`a ${typeof value}`);
  try {
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const why = whyNone(value);
    if (why !== undefined) return new Unrecorded(why);
    const { copy } = plainCopy(value, LONGEST_CONTENT);
    return copy === undefined ? undefined : bounded(JSON.stringify(copy));
  } catch (error) {
    return new Unrecorded(reasonOf(error));
  }
}

const bounded = (text: string): string | Unrecorded => (text.length <= LONGEST_CONTENT ? text : longText(text.length));

export const longText = (length: number): Unrecorded =>
  new Unrecorded(`${String(length)} characters, more than the ${String(LONGEST_CONTENT)} that are kept`);

/** Why a value as a whole can't be recorded: it is no data, but bytes or something that works. */
export function whyNone(value: object): string | undefined {
  if (Array.isArray(value)) return undefined;
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === Object.prototype || prototype === null) return undefined;
  const bytes = binaryWords(value);
  if (bytes !== undefined) return `binary data: ${bytes}`;
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") return undefined;
  if (value instanceof Error || types.isMap(value) || types.isSet(value)) return undefined;
  if (Object.keys(value).length > 0) return undefined;
  // Not the value's own: a promise takes whoever asks for that for somebody who listens.
  const { name } = prototype.constructor;
  return `${name === "" ? "an object" : `a ${name}`} is no plain data`;
}

/** Why a value could not be read, in one line: V8 and others have more to say. */
export const reasonOf = (error: unknown): string => messageOf(error).split("\n", 1)[0] ?? "";
