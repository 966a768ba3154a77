import type * as Wire from "@bufbuild/protobuf/wire";
import { createRequire } from "node:module";
import { types } from "node:util";
import { RehearsalError, messageOf } from "../../errors.js";
import { exportLogsServiceRequest, exportTraceServiceRequest, type FieldType, type Message } from "./messages.js";

/** An OTLP export request in the shape of OTLP's JSON: `{ resourceSpans: [...] }` or `{ resourceLogs: [...] }`. */
export type OtlpRequest = Readonly<Record<string, unknown>>;

/** A hostile body could nest values until the stack is full. */
const DEEPEST = 100;

const require = createRequire(import.meta.url);

/** Decodes the protobuf body of an OTLP export of traces. Throws `invalid_input` where it is none. */
export const decodeTraces = (bytes: Uint8Array): OtlpRequest => decodeRequest(exportTraceServiceRequest, bytes);

/** The same for an export of logs. */
export const decodeLogs = (bytes: Uint8Array): OtlpRequest => decodeRequest(exportLogsServiceRequest, bytes);

function decodeRequest(message: Message, bytes: Uint8Array): OtlpRequest {
  if (!types.isUint8Array(bytes))
    throw new RehearsalError("invalid_input", "an OTLP protobuf message is a Uint8Array, such as a Buffer");
  const { BinaryReader } = require("@bufbuild/protobuf/wire") as typeof Wire;
  const open = (part: Uint8Array) => new BinaryReader(part);
  try {
    return decode(message, open(bytes), open, 0);
  } catch (error) {
    const size = String(bytes.byteLength);
    const why = otherwiseOf(bytes) ?? messageOf(error);
    throw new RehearsalError("invalid_input", `${size} bytes are no OTLP protobuf message: ${why}`, { cause: error });
  }
}

/** What the bytes are instead, where that is known. */
function otherwiseOf([first, second]: Uint8Array): string | undefined {
  if (first === 0x1f && second === 0x8b) return "they are gzipped; unzip them first";
  return first === 0x7b ? "they look like JSON; parse them, and give readTrace what comes of it" : undefined;
}

type Open = (part: Uint8Array) => Wire.BinaryReader;

function decode(message: Message, reader: Wire.BinaryReader, open: Open, depth: number): OtlpRequest {
  if (depth > DEEPEST) throw new Error(`nested more than ${String(DEEPEST)} levels deep`);
  const fields = message();
  const decoded: Record<string, unknown> = {};
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    const field = fields[number];
    if (field === undefined) {
      reader.skip(wireType, number);
      continue;
    }
    const [name, type, repeated] = field;
    const expected = wireTypeOf(type);
    if (Number(wireType) !== expected)
      throw new Error(`${name} has wire type ${String(wireType)}, not ${String(expected)}`);
    const value =
      typeof type === "function" ? decode(type, open(reader.bytes()), open, depth + 1) : scalar(type, reader);
    if (repeated === undefined) decoded[name] = value;
    else if (Array.isArray(decoded[name])) decoded[name].push(value);
    else decoded[name] = [value];
  }
  return decoded;
}

/** See protobuf's encoding: 0 is a varint, 1 is 64 bits, 2 has its length before it, 5 is 32 bits. */
function wireTypeOf(type: FieldType): number {
  if (type === "bool" || type === "int64" || type === "uint32" || type === "enum") return 0;
  if (type === "fixed64" || type === "double") return 1;
  return type === "fixed32" ? 5 : 2;
}

function scalar(type: Exclude<FieldType, Message>, reader: Wire.BinaryReader): unknown {
  switch (type) {
    case "string":
      return reader.string();
    case "bytes":
      return Buffer.from(reader.bytes()).toString("base64");
    case "hex":
      return Buffer.from(reader.bytes()).toString("hex");
    case "bool":
      return reader.bool();
    case "int64":
      return String(reader.int64());
    case "fixed64":
      return String(reader.fixed64());
    case "uint32":
      return reader.uint32();
    case "fixed32":
      return reader.fixed32();
    case "double":
      return reader.double();
    case "enum":
      return reader.int32();
  }
}
