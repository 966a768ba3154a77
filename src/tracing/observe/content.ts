import type { JsonObject, JsonValue } from "../../test-case/json.js";
import { LONGEST_CONTENT, longText, reasonOf, snapshot, Unrecorded, whyNone } from "./snapshot.js";
import { plainCopy } from "./plain-copy.js";

/** Text, or JSON text that spells some other value. */
export interface Content {
  readonly text: string;
  readonly isText: boolean;
  /** The value that the text spells, where it need not be parsed to be known. */
  readonly value?: JsonValue;
  /** True: it was changed before it was recorded. */
  readonly isRedacted?: boolean;
}

/**
 * What a value is right now. A copy holds it as well as JSON text does and costs less; it is spelled when somebody wants it
 * spelled.
 */
export function contentOf(value: unknown): Content | Unrecorded | undefined {
  if (typeof value !== "object" || value === null) return spelledContent(value);
  const keys = Object.getPrototypeOf(value) === Object.prototype ? Object.keys(value) : undefined;
  const flat = keys === undefined ? undefined : flatCopy(value, keys);
  return flat === undefined ? copiedContent(value, keys) : new CopiedContent(flat);
}

function spelledContent(value: unknown): Content | Unrecorded | undefined {
  const text = snapshot(value);
  if (text === undefined || text instanceof Unrecorded) return text;
  return { text, isText: typeof value === "string" };
}

/** No spelling of a value is longer than this many times what was counted for it. */
const MOST_GROWTH = 13;

function copiedContent(value: object, keys: readonly string[] | undefined): Content | Unrecorded | undefined {
  try {
    const why = whyNone(value);
    if (why !== undefined) return new Unrecorded(why);
    const { copy, least } = plainCopy(value, LONGEST_CONTENT, keys);
    if (copy === undefined) return undefined;
    if (typeof copy !== "object" || copy === null) return { text: JSON.stringify(copy), isText: false };
    const content = new CopiedContent(copy);
    if (least * MOST_GROWTH <= LONGEST_CONTENT) return content;
    const { length } = content.text;
    return length > LONGEST_CONTENT ? longText(length) : content;
  } catch (error) {
    return new Unrecorded(reasonOf(error));
  }
}

class CopiedContent implements Content {
  readonly isText = false;
  readonly value: JsonValue;
  constructor(value: JsonValue) {
    this.value = value;
  }
  get text(): string {
    return JSON.stringify(this.value);
  }
}

/** More fields than this are copied one by one. */
const MOST_KEYS = 16;

/** Most arguments and results are flat objects of text and numbers, which can't change within. */
function flatCopy(value: object, keys: readonly string[]): JsonObject | undefined {
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
  return length * MOST_GROWTH > LONGEST_CONTENT ? undefined : copy;
}

const isSimple = (item: unknown): item is string | number | boolean | null =>
  typeof item === "string" ||
  typeof item === "boolean" ||
  item === null ||
  (typeof item === "number" && Number.isFinite(item) && !Object.is(item, -0));
