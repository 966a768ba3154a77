import type * as Wire from "@bufbuild/protobuf/wire";
import { createRequire } from "node:module";
import type { Encoding, Signal } from "./export-format.js";

const require = createRequire(import.meta.url);

/** Of google.rpc.Code. */
const codes: Readonly<Record<number, number>> = { 400: 3, 404: 12, 405: 12, 408: 4, 413: 8, 415: 3, 500: 13, 503: 14 };
const UNKNOWN = 2;

/** A google.rpc.Status, which OTLP answers failures with. */
export function failureBody(encoding: Encoding, httpStatus: number, message: string): Uint8Array {
  const code = codes[httpStatus] ?? UNKNOWN;
  if (encoding === "json") return Buffer.from(JSON.stringify({ code, message }));
  return writer().uint32(varintTag(1)).int32(code).uint32(bytesTag(2)).string(message).finish();
}

export interface Rejected {
  readonly count: number;
  readonly reason: string;
}

/** OTLP's answer to an export that was taken, at least in part. */
export function successBody(encoding: Encoding, signal: Signal, { count, reason }: Rejected): Uint8Array {
  if (count === 0) return Buffer.from(encoding === "json" ? "{}" : "");
  if (encoding === "json") {
    const key = signal === "traces" ? "rejectedSpans" : "rejectedLogRecords";
    return Buffer.from(JSON.stringify({ partialSuccess: { [key]: String(count), errorMessage: reason } }));
  }
  const partial = writer().uint32(varintTag(1)).int64(count).uint32(bytesTag(2)).string(reason).finish();
  return writer().uint32(bytesTag(1)).bytes(partial).finish();
}

function writer(): Wire.BinaryWriter {
  const { BinaryWriter } = require("@bufbuild/protobuf/wire") as typeof Wire;
  return new BinaryWriter();
}

const varintTag = (field: number): number => field << 3;
const bytesTag = (field: number): number => (field << 3) | 2;
