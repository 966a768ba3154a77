import { types } from "node:util";

/** `Uint8Array of 4 bytes`, for what holds bytes. Undefined: it holds none. */
export function binaryWords(value: object): string | undefined {
  if (ArrayBuffer.isView(value)) {
    const name = Buffer.isBuffer(value) ? "Buffer" : classOf(value);
    return `${name} of ${String(value.byteLength)} bytes`;
  }
  if (types.isAnyArrayBuffer(value)) return `${classOf(value)} of ${String(value.byteLength)} bytes`;
  return value instanceof Blob ? `${classOf(value)} of ${String(value.size)} bytes` : undefined;
}

/** By its tag, since a `constructor` may be anything. */
const classOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);
