import type { JsonObject, JsonValue } from "../../test-case/json.js";
import type { RetrievedContext } from "../../test-case/retrieved-context.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import type { SpanKind } from "../../test-case/trace.js";
import type { PlainSpan } from "./plain-span.js";

/** For values that are put together field by field, since what is unknown must be absent in them. */
export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export type Document = string | RetrievedContext;

/** A call that a model asked for. */
export interface RequestedCall {
  readonly name: string;
  readonly id?: string;
  /** Absent: not known. */
  readonly inputParameters?: JsonObject | string;
  /** True: the provider ran it itself, so no tool span can be expected. */
  readonly executed?: boolean;
}

/** What came back for a call, as the history of a later model call shows it. */
export interface ReturnedResult {
  readonly id: string;
  readonly output?: JsonValue;
  readonly error?: string;
}

/** Tokens of one model call. Null: not recorded. */
export interface Tokens {
  readonly input: number | null;
  readonly output: number | null;
  readonly total: number | null;
}

/**
 * What a convention says about a span: everything but ids and times, which all conventions share. A field that is not
 * known is absent or undefined here; the trace itself then leaves it out.
 */
export interface Reading {
  /** `turn` is the span that a run puts around the agent; it is no work of the agent and is left out of the trace. */
  readonly kind: SpanKind | "turn";
  readonly input?: JsonValue;
  readonly output?: JsonValue;
  /** The user's last words and the reply, where input and output hold them in some wrapping. */
  readonly inputText?: string;
  readonly outputText?: string;
  /** On tool spans: the call that it executed. */
  readonly call?: Pick<ToolCall, "name" | "id" | "inputParameters" | "output" | "error" | "type" | "description">;
  readonly requested?: readonly RequestedCall[];
  readonly results?: readonly ReturnedResult[];
  /** True: the model asked for calls that its span does not show; false: it asked for none that is not shown. */
  readonly hidesRequests?: boolean;
  readonly documents?: readonly Document[];
  /** True: it retrieved documents that its span does not show. */
  readonly hidesDocuments?: boolean;
  /** Calls that the agent's author declared with `updateCurrentSpan`. */
  readonly declared?: readonly ToolCall[];
  readonly tokens?: Tokens;
  readonly model?: string;
  readonly metadata?: JsonObject;
  /** What this span could not tell, as sentences that go on after its name. */
  readonly missing?: readonly string[];
}

/** What all conventions share. */
export interface SpanBase {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly startTimeMs: number;
  readonly endTimeMs: number | null;
  readonly status: "unset" | "ok" | "error";
  readonly error?: string;
  /** Instead of the reading's own, where there is more to tell. */
  readonly missing?: readonly string[];
}

/** One span in the vocabulary that joining and ordering work with. */
export interface ReadSpan extends Reading, SpanBase {}

/** Field by field, since this is done for every span of every turn, and spreading so many fields is slow. */
export const toReadSpan = (reading: Reading, base: SpanBase): ReadSpan => ({
  name: base.name,
  kind: reading.kind,
  traceId: base.traceId,
  spanId: base.spanId,
  parentSpanId: base.parentSpanId,
  startTimeMs: base.startTimeMs,
  endTimeMs: base.endTimeMs,
  status: base.status,
  error: base.error,
  input: reading.input,
  output: reading.output,
  inputText: reading.inputText,
  outputText: reading.outputText,
  call: reading.call,
  requested: reading.requested,
  results: reading.results,
  hidesRequests: reading.hidesRequests,
  documents: reading.documents,
  hidesDocuments: reading.hidesDocuments ?? (reading.kind === "retriever" && reading.documents === undefined),
  declared: reading.declared,
  tokens: reading.tokens,
  model: reading.model,
  metadata: reading.metadata,
  missing: base.missing ?? reading.missing,
});

/** Reads the spans of one convention; undefined where the span is not written in it. */
export type ConventionReader = (span: PlainSpan) => Reading | undefined;
