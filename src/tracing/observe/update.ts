import type { LLMTestCase } from "../../test-case/llm-test-case.js";
import type { Metric } from "../../test-case/metric.js";
import type { RetrievedContext } from "../../test-case/retrieved-context.js";
import type { ToolCallInput } from "../../test-case/tool-call.js";
import { activeContext, scopeOf } from "../context.js";
import { quietly } from "../faults.js";
import { openRunOf } from "../run/open-run.js";
import { mergedMetadata, withUpdate } from "./additions.js";
import { allowedText } from "./capture.js";
import type { CallRecord } from "./call-record.js";
import type { Content } from "./content.js";
import { statedJson } from "./stated-json.js";
import { snapshot } from "./snapshot.js";
import { statedNames } from "../reading/stated-names.js";

/** Fields of a test case. One that is `undefined` is left as it is; anything else is set, also `""`, `0` and `[]`. */
export interface StatedUpdate {
  readonly input?: unknown;
  readonly output?: unknown;
  readonly expectedOutput?: string;
  /** True facts to judge the output by. */
  readonly context?: readonly string[];
  readonly retrievalContext?: readonly (string | RetrievedContext)[];
  readonly toolsCalled?: readonly ToolCallInput[];
  readonly expectedTools?: readonly ToolCallInput[];
  /** Merged into what is there, key by key. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
  /** Of the span (and of the call, where it is a tool's), or of the trace. */
  readonly name?: string;
}

/** What can be set on the whole trace. */
export interface TraceUpdate extends StatedUpdate {
  /** The conversation, thread or session that it is part of. */
  readonly conversationId?: string;
  readonly userId?: string;
}

/** What can be set on a span. */
export interface SpanUpdate extends StatedUpdate {
  readonly model?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Of the input tokens, those that the provider had cached. */
  readonly cachedInputTokens?: number;
  /** Of the output tokens, those spent on reasoning. */
  readonly reasoningTokens?: number;
  /** Prices of one token, in US dollars, from which the cost is computed where it is not given. */
  readonly costPerInputToken?: number;
  readonly costPerOutputToken?: number;
  /** What the call cost, in US dollars. */
  readonly costUsd?: number;
  /** What judges this span by itself, beside what `observe` was given. */
  readonly metrics?: readonly Metric<LLMTestCase>[];
}

/**
 * Sets fields of the nearest observed call around, before it ends. What is set wins over what was recorded. Outside of
 * an observed call it does nothing. Never throws: a field that can't be meant is told by `tracingStatus()`.
 */
export function updateCurrentSpan(update: SpanUpdate): void {
  quietly("updating a span", () => {
    const record = scopeOf(activeContext())?.call;
    if (record !== undefined && record.endTimeMs === null) updateRecord(record, update);
  });
}

export function updateRecord(record: CallRecord, update: SpanUpdate): void {
  set(update.input, record.spec.type === "tool", (content) => {
    record.input = content;
    record.isInputSet = true;
  });
  set(update.output, false, (content) => void (record.output = content));
  withUpdate(record.additions, update, (made) => void (record.additions = made));
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
 * Sets fields of the trace of the run around. What is set replaces what would be read from the spans. Outside of a run
 * it does nothing. Never throws: a field that can't be meant is told by `tracingStatus()`.
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
    const unknown = Object.keys(fields).filter((key) => !ofTrace.has(key));
    if (unknown.length > 0) throw new Error(`there is no such field: ${unknown.join(", ")}`);
  });
}

function set(value: unknown, asJson: boolean, keepContent: (content: Content) => void): void {
  const told = snapshot(value);
  const text = typeof told === "string" ? allowedText(told) : undefined;
  if (text === undefined) return;
  const isText = typeof value === "string";
  keepContent(isText && asJson ? { text: JSON.stringify(text), isText: false } : { text, isText });
}
