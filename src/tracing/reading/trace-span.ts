import { isJsonObject } from "../../test-case/json.js";
import { spanKinds, type TraceSpan } from "../../test-case/trace.js";
import { readOwnFields } from "../conventions/own.js";
import { isObject, keptJson } from "./json-text.js";
import type { PlainSpan } from "./plain-span.js";
import type { Reading } from "./read-span.js";
import { statedNames } from "./stated-names.js";

/** A span of a `Trace` that Rehearsal wrote, such as a saved one holds. Undefined: it is no such span. */
export function fromTraceSpan(given: unknown): PlainSpan | undefined {
  try {
    return isTraceSpan(given) ? plainSpanOf(given) : undefined;
  } catch {
    return undefined;
  }
}

const isTraceSpan = (given: unknown): given is TraceSpan =>
  isObject(given) &&
  given.attributes === undefined &&
  typeof given.name === "string" &&
  typeof given.startTimeMs === "number" &&
  typeof given.traceId === "string" &&
  typeof given.spanId === "string" &&
  spanKinds.some((kind) => kind === given.kind);

const plainSpanOf = (span: TraceSpan): PlainSpan => ({
  name: span.name,
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId,
  startTimeUnixMs: span.startTimeMs,
  endTimeUnixMs: span.endTimeMs,
  isOpen: span.endTimeMs === null,
  status: statusOf(span),
  attributes: {},
  events: [],
  scope: "",
  droppedAttributesCount: 0,
  reading: readingOf(span),
});

function statusOf({ status, error }: TraceSpan): PlainSpan["status"] {
  if (status !== "error") return { code: status === "ok" ? 1 : 0 };
  return error === undefined ? { code: 2 } : { code: 2, message: error };
}

function readingOf(span: TraceSpan): Reading {
  const { kind, usage, status, isApart } = span;
  const metadata = keptJson(span.metadata);
  const output = keptJson(span.output);
  return readOwnFields({
    kind,
    name: span.tool ?? span.name.replace(/^execute_tool (?=.)/, ""),
    input: keptJson(span.input),
    // What a tool that failed said is its error.
    output: kind === "tool" && status === "error" && output === span.error ? undefined : output,
    ...(span.model !== undefined && { model: span.model }),
    inputTokens: usage?.inputTokens ?? null,
    outputTokens: usage?.outputTokens ?? null,
    cachedInputTokens: usage?.cachedInputTokens ?? null,
    reasoningTokens: usage?.reasoningTokens ?? null,
    ...(usage?.costUsd !== undefined && { costUsd: usage.costUsd }),
    ...(isJsonObject(metadata) && { metadata }),
    stated: Object.fromEntries(statedNames.map((key) => [key, keptJson(span[key])])),
    ...(isApart === true && { isApart }),
  });
}
