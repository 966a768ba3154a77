import { isJsonList, isJsonObject, put, type JsonValue } from "../../test-case/json.js";
import type { ThrownRecord } from "./recording.js";
import { decodeThrown } from "./thrown.js";

/** The value that `encode` was given; a fresh copy each time, since whoever gets it may write to it. */
export function decode(value: JsonValue): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isJsonList(value)) return value.map(decode);
  const [key, ...others] = Object.keys(value);
  const decoder = key === undefined || others.length > 0 || !Object.hasOwn(decoders, key) ? undefined : decoders[key];
  return decoder === undefined ? fields(value) : decoder(value[key ?? ""] ?? null);
}

function fields(value: JsonValue): unknown {
  const made: { [key: string]: unknown } = {};
  if (isJsonObject(value)) for (const [key, item] of Object.entries(value)) put(made, key, decode(item));
  return made;
}

const decoders: Readonly<Record<string, (inner: JsonValue) => unknown>> = {
  $object: fields,
  $undefined: () => undefined,
  $number: Number,
  $bigint: (inner) => BigInt(textIn(inner)),
  $date: (inner) => new Date(typeof inner === "string" ? inner : NaN),
  $url: (inner) => new URL(textIn(inner)),
  $bytes: (inner) => bytesOf(inner),
  $binary: (inner) => {
    const [name, base64 = ""] = isJsonList(inner) ? inner : [];
    const bytes = bytesOf(base64);
    if (name === "Buffer") return Buffer.from(bytes);
    if (name === "ArrayBuffer") return bytes.buffer;
    const make = views[textIn(name ?? "")];
    return make === undefined ? bytes : new make(bytes.buffer);
  },
  $map: (inner) => new Map(isJsonList(inner) ? inner.map((pair) => decode(pair) as [unknown, unknown]) : []),
  $set: (inner) => new Set(isJsonList(inner) ? inner.map(decode) : []),
  $error: (inner) => decodeThrown(inner as unknown as ThrownRecord),
};

const views: Readonly<Record<string, new (buffer: ArrayBuffer) => ArrayBufferView>> = {
  DataView,
  Int8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
};

/** With a buffer of its own: Node lends small ones out of a shared pool, which other views can't be laid over. */
export const bytesOf = (base64: JsonValue): Uint8Array<ArrayBuffer> => {
  const pooled = Buffer.from(textIn(base64), "base64");
  const bytes = new Uint8Array(pooled.length);
  bytes.set(pooled);
  return bytes;
};

const textIn = (value: JsonValue): string => (typeof value === "string" ? value : "");
