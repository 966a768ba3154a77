import type { JsonObject } from "../../test-case/json.js";
import { LONGEST_CONTENT, snapshot, Unrecorded } from "./snapshot.js";

/** Text, or JSON text that spells some other value. */
export interface Content {
  readonly text: string;
  readonly isText: boolean;
  /** The value that the text spells, where it need not be parsed to be known. */
  readonly value?: JsonObject;
}

/**
 * What a value is right now. Most arguments and results are flat objects of text and numbers: those can't change within, so
 * that a copy holds them as well as text does and costs a fraction; they are spelled when somebody wants them spelled.
 */
export function contentOf(value: unknown): Content | Unrecorded | undefined {
  const flat = flatCopy(value);
  if (flat !== undefined) return new FlatContent(flat);
  const text = snapshot(value);
  if (text === undefined || text instanceof Unrecorded) return text;
  return { text, isText: typeof value === "string" };
}

class FlatContent implements Content {
  readonly isText = false;
  readonly value: JsonObject;
  constructor(value: JsonObject) {
    this.value = value;
  }
  get text(): string {
    return JSON.stringify(this.value);
  }
}

/** More than this is cheaper as text. */
const MOST_KEYS = 16;

function flatCopy(value: unknown): JsonObject | undefined {
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return undefined;
  const keys = Object.keys(value);
  if (keys.length > MOST_KEYS) return undefined;
  const copy: Record<string, JsonObject[string]> = {};
  let length = 0;
  for (const key of keys) {
    const descriptor = Object.getOwnPropertyDescriptor(value, key);
    const item: unknown = descriptor?.value;
    if (!isSimple(item) || key === "__proto__" || key === "toJSON") return undefined;
    length += key.length + (typeof item === "string" ? item.length : 0);
    copy[key] = item;
  }
  return length > LONGEST_CONTENT / 2 ? undefined : copy;
}

const isSimple = (item: unknown): item is string | number | boolean | null =>
  typeof item === "string" ||
  typeof item === "boolean" ||
  item === null ||
  (typeof item === "number" && Number.isFinite(item) && !Object.is(item, -0));
