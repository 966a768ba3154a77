import { createRequire } from "node:module";
import type * as Zlib from "node:zlib";
import { messageOf } from "../../errors.js";
import { Refusal } from "./refusal.js";

const require = createRequire(import.meta.url);

/**
 * Undoes a content encoding. It stops at `maxBytes`, however much more would come out, and handles one body at a time, so
 * that many small bodies that would unpack to large ones do no harm either.
 */
export function inflated(body: Buffer, contentEncoding: string | undefined, maxBytes: number): Buffer {
  const encoding = contentEncoding?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return body;
  if (encoding !== "gzip") {
    const message = `Content encoding "${encoding}" is not understood; send gzip, or none.`;
    throw new Refusal(415, message, { "accept-encoding": "gzip" });
  }
  const { gunzipSync } = require("node:zlib") as typeof Zlib;
  try {
    return gunzipSync(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") {
      throw new Refusal(413, `The export unpacks to more than ${String(maxBytes)} bytes. Export smaller batches.`);
    }
    throw new Refusal(400, `The body is no valid gzip: ${messageOf(error)}.`);
  }
}
