import { isJsonList, put, type JsonObject, type JsonValue } from "../../test-case/json.js";
import { bytesOf } from "./decode.js";
import { isContentKey, isMessage, isModelCall } from "./model-content.js";
import { redactPieces } from "./redact-pieces.js";
import { isCookieHeader, isNoSecretOfGroup, isPlainHeader, isSecretGroup, isSecretName } from "./secret-names.js";
import { isSecretPair, isValueKey } from "./secret-pairs.js";
import { named, namedNumber, quoted, shapes } from "./secret-shapes.js";

/** What stands in a cassette for a secret. */
export const REDACTED = "[redacted]";

/** One set of rules, whatever a secret travels by. */
export interface Redactor {
  readonly text: (text: string) => string;
  /** Of what an error says. */
  readonly message: (text: string) => string;
  /** Of every text and key, of bytes, of headers, and of what stands under a name that names a secret. */
  readonly tree: (value: JsonValue) => JsonValue;
  /** Texts that belong together, of which a secret may cover several. */
  readonly pieces: (texts: readonly string[]) => string[];
  /** For what a model is told and says: only keys that are known by how they look, or by their value. */
  readonly content: Redactor;
}

export interface RedactorOptions {
  /** Of the process: the values of its variables with the names of keys are left out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Headers that are kept, in lower case. */
  readonly headers?: readonly string[];
  /** What everybody may read, whatever its name, as what stands in the golden. */
  readonly isPlain?: (text: string) => boolean;
  /** Takes what was found by its name, so that it is known wherever else it comes. */
  readonly learn?: (secret: string) => void;
}

/** `patterns`: more to leave out than the rules know. */
export function redactor(patterns: readonly (RegExp | string)[] = [], options: RedactorOptions = {}): Redactor {
  const { env = process.env } = options;
  // Short ones are placeholders such as "ollama", and words of messages too.
  const values = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && value.length >= 8 && isSecretName(name) ? [value, encodeURIComponent(value)] : [],
  );
  const literal = [...values, ...patterns.filter((each) => typeof each === "string")]
    .filter((each) => each !== "")
    .sort((a, b) => b.length - a.length)
    .map((each) => new RegExp(escaped(each), "g"));
  const own = patterns.filter((each) => typeof each !== "string").map((each) => new RegExp(each.source, flags(each)));
  const known = [...literal, ...own, ...shapes];
  const content = made(known, [], { ...options, content: undefined });
  return made(known, named, { ...options, content });
}

interface Making extends RedactorOptions {
  /** Undefined: it is this one. */
  readonly content: Redactor | undefined;
}

function made(known: readonly RegExp[], byName: readonly RegExp[], options: Making): Redactor {
  const { headers = [], isPlain = () => false, learn = () => undefined, content } = options;
  const hide = (found: string): string => {
    if (found === REDACTED || isPlain(found)) return found;
    learn(found);
    return REDACTED;
  };
  const looks = (text: string): string => known.reduce((rest, pattern) => rest.replace(pattern, REDACTED), text);
  const text = (given: string): string => {
    const shaped = looks(given).replace(/%5Bredacted%5D/gi, REDACTED);
    if (content === undefined || !/[=:>]/.test(shaped)) return shaped;
    const without = byName.reduce((rest, pattern) => rest.replace(pattern, hide), shaped);
    return without.replace(namedNumber, (found) => (isPlain(found) ? found : `"${REDACTED}"`));
  };
  const tree = (value: JsonValue): JsonValue => {
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value;
    if (isJsonList(value)) return value.map((item) => pairOf(item) ?? tree(item));
    if (content !== undefined && isMessage(value)) return content.tree(value);
    const asks = content !== undefined && isModelCall(value);
    const holds = content !== undefined && isSecretPair(value);
    const out: { [key: string]: JsonValue } = {};
    for (const [key, item] of Object.entries(value)) {
      const kept = (): JsonValue => (holds && isValueKey(key) ? secretOf(item) : field(key, item));
      put(out, text(key), asks && isContentKey(key) ? content.tree(item) : kept());
    }
    return out;
  };
  const field = (key: string, item: JsonValue): JsonValue => {
    const bytes = encoded[key]?.(item);
    if (bytes !== undefined || content === undefined) return bytes ?? tree(item);
    if (/^(?:request|response)?headers$/i.test(key) && isObject(item)) return headersIn(item);
    if (!isSecretName(key) && !isSecretGroup(key)) return tree(item);
    return isObject(item) && isSecretGroup(key) ? group(item) : secret(item);
  };
  /** Leaves only: an object under such a name may be a schema, and has names of its own. */
  const secret = (item: JsonValue): JsonValue => {
    if (isJsonList(item)) return item.map(secret);
    if (typeof item === "string") return item === "" ? item : hide(item);
    if (typeof item === "number") return Math.abs(item) < 1000 || isPlain(String(item)) ? item : REDACTED;
    return tree(item);
  };
  /** What a pair holds may be a part of a list, as `{ name: "Authorization", values: ["Bearer …"] }`, or `{ stringValue: … }`. */
  const secretOf = (item: JsonValue): JsonValue => {
    if (!isObject(item)) return secret(item);
    const out: { [key: string]: JsonValue } = {};
    for (const [key, each] of Object.entries(item)) put(out, text(key), secretOf(each));
    return out;
  };
  const group = (item: JsonObject): JsonValue => {
    const out: { [key: string]: JsonValue } = {};
    for (const [key, each] of Object.entries(item))
      put(out, text(key), isNoSecretOfGroup(key) ? field(key, each) : secret(each));
    return out;
  };
  const headersIn = (item: JsonObject): JsonValue => {
    const out: { [key: string]: JsonValue } = {};
    for (const [name, value] of Object.entries(item)) {
      const kept = headers.includes(name.toLowerCase()) && !isSecretName(name);
      if (isCookieHeader(name)) continue;
      if (typeof value !== "string") put(out, name, tree(value));
      else put(out, name, kept || isPlainHeader(name, value) ? text(value) : REDACTED);
    }
    return out;
  };
  /** A field of a form, as a pair. */
  const pairOf = (item: JsonValue): JsonValue | undefined => {
    if (content === undefined || !isJsonList(item) || item.length !== 2) return undefined;
    const [name, value] = item;
    const isField = typeof name === "string" && typeof value === "string" && (isSecretName(name) || name === "code");
    return isField ? [name, secret(value)] : undefined;
  };
  const bytes = (base64: JsonValue): JsonValue => {
    const plain = Buffer.from(bytesOf(base64)).toString("latin1");
    const without = text(plain);
    return without === plain ? base64 : Buffer.from(without, "latin1").toString("base64");
  };
  const encoded: Readonly<Record<string, ((value: JsonValue) => JsonValue) | undefined>> = {
    __proto__: null as never,
    $bytes: bytes,
    $binary: (value) => (isJsonList(value) ? [value[0] ?? "", bytes(value[1] ?? "")] : tree(value)),
  };
  const redact = {
    text,
    message: (given: string) => text(given).replace(quoted, hide),
    tree,
    pieces: (texts: readonly string[]) => redactPieces(texts, [...known, ...byName], REDACTED),
  };
  return content === undefined ? selfContained(redact) : { ...redact, content };
}

function selfContained(redact: Omit<Redactor, "content">): Redactor {
  const whole: Redactor = {
    ...redact,
    get content() {
      return whole;
    },
  };
  return whole;
}

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === "object" && value !== null && !isJsonList(value);

const flags = (pattern: RegExp): string => `${pattern.flags.replace(/[gy]/g, "")}g`;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
