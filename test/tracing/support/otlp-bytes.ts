import { BinaryWriter } from "@bufbuild/protobuf/wire";

type Write = (writer: BinaryWriter) => void;

/** A message of OTLP, field by field; numbers are those of the protocol's .proto files. */
export const message = (...fields: readonly Write[]): Uint8Array => {
  const writer = new BinaryWriter();
  for (const write of fields) write(writer);
  return writer.finish();
};

export const sub =
  (field: number, inner: Uint8Array): Write =>
  (writer) =>
    writer.uint32((field << 3) | 2).bytes(inner);
export const text =
  (field: number, value: string): Write =>
  (writer) =>
    writer.uint32((field << 3) | 2).string(value);
export const hex =
  (field: number, value: string): Write =>
  (writer) =>
    writer.uint32((field << 3) | 2).bytes(Buffer.from(value, "hex"));
export const varint =
  (field: number, value: number): Write =>
  (writer) =>
    writer.uint32(field << 3).int64(value);
export const fixed64 =
  (field: number, value: bigint): Write =>
  (writer) =>
    writer.uint32((field << 3) | 1).fixed64(value);
export const double =
  (field: number, value: number): Write =>
  (writer) =>
    writer.uint32((field << 3) | 1).double(value);

export const anyValue = (value: unknown): Uint8Array => {
  if (typeof value === "string") return message(text(1, value));
  if (typeof value === "boolean") return message(varint(2, value ? 1 : 0));
  if (typeof value === "number") return message(Number.isInteger(value) ? varint(3, value) : double(4, value));
  if (Array.isArray(value))
    return message(sub(5, message(...(value as unknown[]).map((item) => sub(1, anyValue(item))))));
  if (typeof value === "object" && value !== null) return message(sub(6, message(...attributes(1, value))));
  return message();
};

export const attributes = (field: number, values: object): readonly Write[] =>
  Object.entries(values).map(([key, value]) => sub(field, message(text(1, key), sub(2, anyValue(value)))));

/** An export of one resource and one scope. */
export const traces = (...spans: readonly Uint8Array[]): Uint8Array =>
  message(
    sub(
      1,
      message(
        sub(1, message(...attributes(1, { "service.name": "shop" }))),
        sub(2, message(sub(1, message(text(1, "agent-sdk"))), ...spans.map((span) => sub(2, span)))),
      ),
    ),
  );
