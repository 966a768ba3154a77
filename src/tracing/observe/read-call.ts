import type { JsonValue } from "../../test-case/json.js";
import { own } from "../conventions/own-attributes.js";
import { readOwnFields } from "../conventions/own.js";
import { parseOrText } from "../reading/json-text.js";
import { toReadSpan, type ReadSpan } from "../reading/read-span.js";
import { costOf } from "./cost.js";
import type { CallRecord } from "./call-record.js";
import type { Content } from "./content.js";

/** An observed call as the readers of all conventions give a span. Apart from the record: observing loads no reader. */
export function readCall(record: CallRecord): ReadSpan {
  const { spec, additions } = record;
  const name = additions?.name ?? spec.name;
  const reading = readOwnFields({
    kind: spec.type,
    name,
    input: valueOf(record.input),
    output: valueOf(record.output),
    model: additions?.model ?? spec.model,
    inputTokens: additions?.inputTokens,
    outputTokens: additions?.outputTokens,
    cachedInputTokens: additions?.cachedInputTokens,
    reasoningTokens: additions?.reasoningTokens,
    costUsd: costOf(additions, spec),
    metadata: additions?.metadata,
    stated: additions?.stated,
    missing: record.missing,
    redacted: isRedacted(record),
    isApart: record.isApart,
  });
  const read = record.hidesWords ? { ...reading, outputText: undefined } : reading;
  const metrics = [...(spec.metrics ?? []), ...(additions?.metrics ?? [])];
  return toReadSpan(metrics.length === 0 ? read : { ...read, metrics }, {
    name,
    traceId: record.traceId,
    spanId: record.spanId,
    parentSpanId: record.parentSpanId,
    startTimeMs: record.startTimeMs,
    endTimeMs: record.endTimeMs,
    isOpen: record.endTimeMs === null,
    status: record.error === undefined ? "unset" : "error",
    error: record.error,
  });
}

/** Of a tool its arguments; what a model asked for is in what it returned. */
const isRedacted = ({ spec, input, output }: CallRecord): boolean =>
  spec.attributes?.[own.redacted] === true || (spec.type === "llm" ? output : input)?.isRedacted === true;

const valueOf = (content: Content | undefined): JsonValue | undefined =>
  content === undefined ? undefined : (content.value ?? (content.isText ? content.text : parseOrText(content.text)));
