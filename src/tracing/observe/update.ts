import type { LLMTestCase } from "../../test-case/llm-test-case.js";
import type { Metric } from "../../test-case/metric.js";
import type { RetrievedContext } from "../../test-case/retrieved-context.js";
import type { ToolCallInput } from "../../test-case/tool-call.js";
import { activeContext, scopeOf } from "../context.js";
import { quietly } from "../faults.js";
import { openRunOf } from "../run/open-run.js";
import { mergedMetadata, withUpdate } from "./additions.js";
import { allowedText } from "./capture.js";
import { doubtful, unknownFields } from "./doubts.js";
import type { CallRecord } from "./call-record.js";
import type { Content } from "./content.js";
import { statedJson } from "./stated-json.js";
import { snapshot, Unrecorded } from "./snapshot.js";
import { statedNames } from "../reading/stated-names.js";

/** Fields of a test case. One that is `undefined` is left as it is; anything else is set, also `""`, `0` and `[]`. */
export interface StatedUpdate {
  readonly input?: unknown;
  readonly output?: unknown;
  readonly expectedOutput?: string | undefined;
  /** True facts to judge the output by. */
  readonly context?: readonly string[] | undefined;
  readonly retrievalContext?: readonly (string | RetrievedContext)[] | undefined;
  readonly toolsCalled?: readonly ToolCallInput[] | undefined;
  readonly expectedTools?: readonly ToolCallInput[] | undefined;
  /** Merged into what is there, key by key. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Of the span (and of the call, where it is a tool's), or of the trace. */
  readonly name?: string | undefined;
}

/** What can be set on the whole trace. */
export interface TraceUpdate extends StatedUpdate {
  /** The conversation, thread or session that it is part of. */
  readonly conversationId?: string | undefined;
  readonly userId?: string | undefined;
}

/** What can be set on a span. */
export interface SpanUpdate extends StatedUpdate {
  readonly model?: string | undefined;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  /** Of the input tokens, those that the provider had cached. */
  readonly cachedInputTokens?: number | undefined;
  /** Of the output tokens, those spent on reasoning. */
  readonly reasoningTokens?: number | undefined;
  /** Prices of one token, in US dollars, from which the cost is computed where it is not given. */
  readonly costPerInputToken?: number | undefined;
  readonly costPerOutputToken?: number | undefined;
  /** What the call cost, in US dollars. */
  readonly costUsd?: number | undefined;
  /** What judges this span by itself, beside what `observe` was given. */
  readonly metrics?: readonly Metric<LLMTestCase>[] | undefined;
}

/**
 * Sets fields of the nearest observed call around, before it ends. What is set wins over what was recorded. Outside of
 * an observed call it does nothing. Never throws: a field that can't be meant is warned of, and told in `Trace.missing`.
 */
export function updateCurrentSpan(update: SpanUpdate): void {
  quietly("updating a span", () => {
    const call = scopeOf(activeContext())?.call;
    const record = call?.beside ?? call;
    if (record?.endTimeMs === null) updateRecord(record, update);
  });
}

export function updateRecord(record: CallRecord, update: SpanUpdate, by = "updateCurrentSpan"): void {
  const doubt = (fault: string): void => {
    const told = doubtful(by, fault);
    if (record.missing?.includes(told) !== true) (record.missing ??= []).push(told);
  };
  const input = contentIn(update, "input", doubt);
  if (input !== undefined) {
    const { text, isText } = input;
    record.input = isText && record.spec.type === "tool" ? { text: JSON.stringify(text), isText: false } : input;
    record.isInputSet = true;
  }
  record.output = contentIn(update, "output", doubt) ?? record.output;
  record.additions = withUpdate(record.additions, update, doubt);
}

const ofTrace: ReadonlySet<string> = new Set([
  ...statedNames,
  "input",
  "output",
  "name",
  "conversationId",
  "userId",
] satisfies readonly (keyof TraceUpdate)[]);

/**
 * Sets fields of the trace of the run around. What is set replaces what would be read from the spans, but for calls of
 * tools: what was recorded did happen, so `toolsCalled` only adds to it. Outside of a run it does nothing. Never throws:
 * a field that can't be meant is warned of, and told in `Trace.missing`.
 */
export function updateCurrentTrace(update: TraceUpdate): void {
  quietly("updating a trace", () => {
    const run = openRunOf(activeContext());
    if (run === undefined) return;
    const { metadata, ...fields } = update;
    const kept = Object.entries(fields).flatMap(([key, value]): (readonly [string, unknown])[] => {
      const json = ofTrace.has(key) ? statedJson(key, value) : undefined;
      return json === undefined ? [] : [[key, json]];
    });
    const merged = mergedMetadata(run.update?.metadata, metadata);
    run.update = { ...run.update, ...Object.fromEntries(kept), ...(merged !== undefined && { metadata: merged }) };
    for (const fault of unknownFields(fields, [...ofTrace, "metadata"]))
      run.doubts.add(doubtful("updateCurrentTrace", fault));
  });
}

function contentIn(update: SpanUpdate, key: "input" | "output", doubt: (fault: string) => void): Content | undefined {
  const value = update[key];
  const told = snapshot(value);
  if (told instanceof Unrecorded) doubt(`${key} can't be kept (${told.reason})`);
  const text = typeof told === "string" ? allowedText(told) : undefined;
  return text === undefined ? undefined : { text, isText: typeof value === "string" };
}
