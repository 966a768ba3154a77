import type { JsonObject, JsonValue } from "../../test-case/json.js";
import type { LLMTestCase } from "../../test-case/llm-test-case.js";
import type { Metric } from "../../test-case/metric.js";
import type { RetrievedContext } from "../../test-case/retrieved-context.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import type { SpanKind, TurnDelays } from "../../test-case/trace.js";
import { isPlaceholder } from "./placeholders.js";
import type { PlainSpan } from "./plain-span.js";
import type { Stated } from "./stated.js";

/** For values that are put together field by field, since what is unknown must be absent in them. */
export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export type Document = string | RetrievedContext;

/** A call that a tool's span tells of. */
export interface ExecutedCall extends Pick<
  ToolCall,
  "name" | "id" | "inputParameters" | "output" | "error" | "type" | "description" | "executed"
> {
  /** True: `name` is the class of the tool, what it is called was not recorded. */
  readonly unnamed?: boolean;
  /** True: its arguments were changed before they were recorded, so that they contradict no others. */
  readonly redacted?: boolean;
  /** True: `observe` recorded it. */
  readonly isObserved?: boolean;
  /** True: it is no part of the observed call around it, though that be one of the same tool with the same arguments. */
  readonly isApart?: boolean;
  /** True: its arguments are on record as the tool got them, neither in part nor under other names. */
  readonly exact?: boolean;
}

/** A call that a model asked for. */
export interface RequestedCall {
  readonly name: string;
  readonly id?: string;
  /** Absent: not known. */
  readonly inputParameters?: JsonObject | string;
  /** True: its arguments were changed before they were recorded, so that they contradict no others. */
  readonly redacted?: boolean;
  /** True: the provider ran it itself, so no tool span can be expected. */
  readonly executed?: boolean;
  /** What it then answered within the same message. */
  readonly output?: JsonValue;
  readonly error?: string;
}

/** Calls that the messages which went into a model call speak of. Two histories with the same opening are one's growth. */
export interface History {
  /** The user's first words. */
  readonly opening?: string;
  /** The user's last words, and how many of the calls were asked for before them. */
  readonly question?: string;
  readonly earlier: number;
  readonly calls: readonly RequestedCall[];
}

/** A part of an exchange, as those who trace conversations of many record it. */
export interface Exchange {
  /** The whole exchange; the user's or the agent's side of it; a piece of either within the whole; or a barge-in. */
  readonly part: "whole" | "user" | "agent" | "heard" | "spoken" | "interruption";
  /** From the end of the user's speech to the reply. */
  readonly latencyMs?: number;
  readonly interrupted?: boolean;
  /** The same on what is one reply, such as that which goes on after its tools ran. */
  readonly replyId?: string;
}

/** What came back for a call, as the history of a later model call shows it. */
export interface ReturnedResult {
  /** Absent: which call it answers is told by its place, after the last words of the model. */
  readonly id?: string;
  readonly output?: JsonValue;
  readonly error?: string;
  /** True: somebody turned the call down, and the model was told so; it did not run. */
  readonly denied?: boolean;
}

/** Tokens of one model call. Null: not recorded. */
export interface Tokens {
  readonly input: number | null;
  readonly output: number | null;
  readonly total: number | null;
  /** Of the input those that were cached, of the output those of reasoning. Absent: not recorded. */
  readonly cached?: number;
  readonly reasoning?: number;
}

/**
 * What a convention says about a span: everything but ids and times, which all conventions share. A field that is not
 * known is absent or undefined here; the trace itself then leaves it out.
 */
export interface Reading {
  /**
   * `turn` is the span that a run puts around the agent; it is no work of the agent and is left out of the trace.
   * `creation` is that of an agent, which does no work yet.
   */
  readonly kind: SpanKind | "turn" | "creation";
  readonly input?: JsonValue;
  readonly output?: JsonValue;
  /** The user's last words and the reply, where input and output hold them in some wrapping. */
  readonly inputText?: string;
  readonly outputText?: string;
  /** What it failed of, where the status of the span does not say that it did. */
  readonly error?: string;
  /** On tool spans: the call that it executed. */
  readonly call?: ExecutedCall;
  /** The same on both ends of one request to a server. */
  readonly callKey?: string;
  readonly requested?: readonly RequestedCall[];
  readonly results?: readonly ReturnedResult[];
  readonly history?: History;
  /** True: the model asked for calls that its span does not show; false: it asked for none that is not shown. */
  readonly hidesRequests?: boolean;
  readonly documents?: readonly Document[];
  /** True: it retrieved documents that its span does not show. */
  readonly hidesDocuments?: boolean;
  /** True: what happens within judges or guards the exchange, and is no part of it. */
  readonly isAside?: boolean;
  /** The agent whose work this is. */
  readonly agent?: string;
  /** One agent hands the user over to another. */
  readonly handoff?: { readonly from?: string | undefined; readonly to: string };
  readonly exchange?: Exchange;
  readonly delays?: TurnDelays;
  /** Calls that the agent's author declared with `updateCurrentSpan`. */
  readonly declared?: readonly ToolCall[];
  readonly tokens?: Tokens;
  /** What the call cost, in US dollars. */
  readonly costUsd?: number;
  readonly model?: string;
  /** The id that the provider gave to the answer of a model. */
  readonly responseId?: string;
  readonly metadata?: JsonObject;
  /** Fields of a test case that were stated of this span. */
  readonly stated?: Stated;
  /** What judges this span; beside the data, and no part of it. */
  readonly metrics?: readonly Metric<LLMTestCase>[];
  /** What this span could not tell, as sentences that go on after its name. */
  readonly missing?: readonly string[];
}

/** What was said of a whole trace on whichever of its spans was at hand. */
export interface WholeTrace {
  readonly input?: string;
  readonly output?: string;
  readonly documents?: readonly Document[];
  readonly calls?: readonly ToolCall[];
  /** With how sure a sign of one conversation it is; 0 is the surest. */
  readonly conversation?: { readonly id: string; readonly rank: number };
}

/** What all conventions share. */
export interface SpanBase {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  /** Where the parent is in another trace. */
  readonly parentTraceId?: string;
  readonly startTimeMs: number;
  readonly endTimeMs: number | null;
  /** True: it is known not to have ended, rather than not told when. */
  readonly isOpen?: boolean | undefined;
  readonly status: "unset" | "ok" | "error";
  readonly error?: string;
  /** Who recorded it. */
  readonly scope?: string;
  /** What the span says of its whole trace. */
  readonly whole?: WholeTrace;
  /** Instead of the reading's own, where there is more to tell. */
  readonly missing?: readonly string[];
}

/** One span in the vocabulary that joining and ordering work with. */
export interface ReadSpan extends Reading, SpanBase {}

/** What is embedded is answered with no tokens: its input is all there is. */
function withoutOutput(tokens: Tokens | undefined): Tokens | undefined {
  return tokens?.total === null && tokens.output === null ? { ...tokens, total: tokens.input } : tokens;
}

/** Field by field, since this is done for every span of every turn, and spreading so many fields is slow. */
export const toReadSpan = (reading: Reading, base: SpanBase): ReadSpan => ({
  name: base.name,
  kind: reading.kind,
  traceId: base.traceId,
  spanId: base.spanId,
  parentSpanId: base.parentSpanId,
  parentTraceId: base.parentTraceId,
  startTimeMs: base.startTimeMs,
  endTimeMs: base.endTimeMs,
  isOpen: base.isOpen,
  status: base.status,
  error: base.error,
  scope: base.scope,
  whole: base.whole,
  input: reading.input,
  output: reading.output,
  inputText: isPlaceholder(reading.inputText) ? undefined : reading.inputText,
  outputText: isPlaceholder(reading.outputText) ? undefined : reading.outputText,
  call: reading.call,
  callKey: reading.callKey,
  requested: reading.requested,
  results: reading.results,
  history: reading.history,
  hidesRequests: reading.hidesRequests,
  documents: reading.documents,
  hidesDocuments:
    reading.hidesDocuments ??
    ((reading.kind === "retriever" || reading.kind === "reranker") && reading.documents === undefined),
  isAside: reading.isAside,
  agent: reading.agent,
  handoff: reading.handoff,
  exchange: reading.exchange,
  delays: reading.delays,
  declared: reading.declared,
  tokens: reading.kind === "embedding" ? withoutOutput(reading.tokens) : reading.tokens,
  costUsd: reading.costUsd,
  model: reading.model,
  responseId: reading.responseId,
  metadata: reading.metadata,
  stated: reading.stated,
  metrics: reading.metrics,
  missing: base.missing ?? reading.missing,
});

/**
 * Reads the spans of one convention; undefined where the span is not written in it. `rest` is what the conventions that
 * are asked after it make of the span, for those that only add to others.
 */
export type ConventionReader = (span: PlainSpan, rest?: () => Reading | undefined) => Reading | undefined;
