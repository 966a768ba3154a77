/** How a field of an OTLP message is written on the wire, and its name in OTLP's JSON. */
export type FieldType =
  "string" | "bytes" | "hex" | "bool" | "int64" | "uint32" | "fixed32" | "double" | "fixed64" | "enum" | Message;
export type Message = () => Readonly<Record<number, readonly [name: string, type: FieldType, repeated?: "repeated"]>>;

// From the protocol's .proto files: opentelemetry/proto/{common,resource,trace,logs,collector}/v1.
const arrayValue: Message = () => ({ 1: ["values", anyValue, "repeated"] });
const keyValueList: Message = () => ({ 1: ["values", keyValue, "repeated"] });
const anyValue: Message = () => ({
  1: ["stringValue", "string"],
  2: ["boolValue", "bool"],
  3: ["intValue", "int64"],
  4: ["doubleValue", "double"],
  5: ["arrayValue", arrayValue],
  6: ["kvlistValue", keyValueList],
  7: ["bytesValue", "bytes"],
});
const keyValue: Message = () => ({ 1: ["key", "string"], 2: ["value", anyValue] });
const resource: Message = () => ({ 1: ["attributes", keyValue, "repeated"] });
const scope: Message = () => ({ 1: ["name", "string"], 2: ["version", "string"] });
const event: Message = () => ({
  1: ["timeUnixNano", "fixed64"],
  2: ["name", "string"],
  3: ["attributes", keyValue, "repeated"],
});
const link: Message = () => ({ 1: ["traceId", "hex"], 2: ["spanId", "hex"], 4: ["attributes", keyValue, "repeated"] });
const status: Message = () => ({ 2: ["message", "string"], 3: ["code", "enum"] });
const span: Message = () => ({
  1: ["traceId", "hex"],
  2: ["spanId", "hex"],
  4: ["parentSpanId", "hex"],
  5: ["name", "string"],
  6: ["kind", "enum"],
  7: ["startTimeUnixNano", "fixed64"],
  8: ["endTimeUnixNano", "fixed64"],
  9: ["attributes", keyValue, "repeated"],
  10: ["droppedAttributesCount", "uint32"],
  11: ["events", event, "repeated"],
  13: ["links", link, "repeated"],
  15: ["status", status],
});
const logRecord: Message = () => ({
  1: ["timeUnixNano", "fixed64"],
  2: ["severityNumber", "enum"],
  3: ["severityText", "string"],
  5: ["body", anyValue],
  6: ["attributes", keyValue, "repeated"],
  9: ["traceId", "hex"],
  10: ["spanId", "hex"],
  11: ["observedTimeUnixNano", "fixed64"],
  12: ["eventName", "string"],
});
const scopeSpans: Message = () => ({ 1: ["scope", scope], 2: ["spans", span, "repeated"] });
const resourceSpans: Message = () => ({ 1: ["resource", resource], 2: ["scopeSpans", scopeSpans, "repeated"] });
const scopeLogs: Message = () => ({ 1: ["scope", scope], 2: ["logRecords", logRecord, "repeated"] });
const resourceLogs: Message = () => ({ 1: ["resource", resource], 2: ["scopeLogs", scopeLogs, "repeated"] });

export const exportTraceServiceRequest: Message = () => ({ 1: ["resourceSpans", resourceSpans, "repeated"] });
export const exportLogsServiceRequest: Message = () => ({ 1: ["resourceLogs", resourceLogs, "repeated"] });
