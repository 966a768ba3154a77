import { isJsonObject, type JsonObject, type JsonValue } from "../../test-case/json.js";
import { isPlaceholder } from "./placeholders.js";

/** Well under the depth that the value types refuse, so that what is read here can always be kept. */
const DEEPEST = 150;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The JSON value that `text` spells, or undefined where it spells none (or none that can be kept). */
export function parseJson(text: string): JsonValue | undefined {
  if (!mayBeJson(text)) return undefined;
  let value: JsonValue;
  try {
    value = JSON.parse(text, text.includes("-0") ? withoutMinusZero : undefined) as JsonValue;
  } catch {
    return undefined;
  }
  return keepable(value, 0) ? value : undefined;
}

const openings: ReadonlySet<string> = new Set(["{", "[", '"', "-", ..."0123456789"]);
const words: ReadonlySet<string> = new Set(["true", "false", "null"]);

/** Most text is plain, and for the parser to find that out costs an exception. */
function mayBeJson(text: string): boolean {
  let start = 0;
  while (start < text.length && text.charCodeAt(start) <= 32) start += 1;
  return openings.has(text.charAt(start)) || (text.length - start < 64 && words.has(text.trim()));
}

/** The value that `text` spells, or the text where it spells none. */
export function parseOrText(text: string): JsonValue {
  const value = parseJson(text);
  return value === undefined ? text : value;
}

/**
 * What a tool that answers in text said: an object or a list where the text spells one, and what is printed as the very same
 * text. Any other stays the text that it is: as a number an account's digits would be others, and `1.10` be `1.1`.
 */
export function structuredOrText(text: string): JsonValue {
  const value = parseJson(text);
  if (value === undefined || value === null) return text;
  return typeof value !== "number" || String(value) === text ? value : text;
}

/** JSON does not write it, so a value that holds one would not be read back equal. */
const withoutMinusZero = (_key: string, value: unknown): unknown => (value === 0 ? 0 : value);

/** An attribute that may hold JSON text, plain text or (in newer dialects) a structured value. */
export function jsonOf(value: unknown): JsonValue | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string") return parseOrText(value);
  try {
    const copy = copyOf(value, 0);
    if (copy !== UNUSUAL) return copy;
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}

const UNUSUAL = Symbol("what JSON.stringify has to look at");

/** What becomes of plain data on its way through JSON and back, without going it. */
function copyOf(value: unknown, depth: number): JsonValue | typeof UNUSUAL {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
  if (typeof value !== "object" || depth >= DEEPEST || "toJSON" in value) return UNUSUAL;
  if (Array.isArray(value)) {
    const list: JsonValue[] = [];
    for (const item of value as readonly unknown[]) {
      const copy = item === undefined ? null : copyOf(item, depth + 1);
      if (copy === UNUSUAL) return UNUSUAL;
      list.push(copy);
    }
    return list;
  }
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return UNUSUAL;
  const object: Record<string, JsonValue> = {};
  for (const key of Object.keys(value)) {
    const item = (value as Readonly<Record<string, unknown>>)[key];
    if (item === undefined) continue;
    const copy = key === "__proto__" ? UNUSUAL : copyOf(item, depth + 1);
    if (copy === UNUSUAL) return UNUSUAL;
    object[key] = copy;
  }
  return object;
}

/** The same for what is structured already, where text is but text. */
export const keptJson = (value: unknown): JsonValue | undefined => (typeof value === "string" ? value : jsonOf(value));

/**
 * The arguments of a call. Undefined: not known. Some instrumentations encode them twice. What is no object stays the
 * raw text, since an empty object would make wrong arguments look like no arguments.
 */
export function argumentsOf(value: unknown): JsonObject | string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string" && value.trim() === "") return {};
  let parsed = jsonOf(value);
  if (typeof parsed === "string") parsed = parseOrText(parsed);
  if (parsed === undefined || isPlaceholder(parsed)) return undefined;
  if (parsed === null) return {};
  if (isJsonObject(parsed)) return parsed;
  return typeof value === "string" ? value : JSON.stringify(parsed);
}

/** JSON with sorted keys: equal values give equal text. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(canonicalJson).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]): [string, string] => [key, canonicalJson(item)]);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${item}`).join(",")}}`;
}

/** JSON text can spell numbers that are infinite here (1e999) and nest deeper than this package keeps. */
function keepable(value: JsonValue, depth: number): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth >= DEEPEST) return false;
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) if (!keepable(item, depth + 1)) return false;
    return true;
  }
  const object = value as JsonObject;
  for (const key in object) if (!keepable(object[key] ?? null, depth + 1)) return false;
  return true;
}
