import type { JsonObject } from "../../test-case/json.js";
import type { RetrievedContext } from "../../test-case/retrieved-context.js";
import type { ToolCallInput } from "../../test-case/tool-call.js";
import { activeContext, scopeOf } from "../context.js";
import { quietly } from "../faults.js";
import { isJsonObject, parseJson } from "../reading/json-text.js";
import { openRunOf } from "../run/run-store.js";
import type { Content } from "./content.js";
import { snapshot } from "./snapshot.js";

/** What can be set on the whole trace. A field that is `undefined` is left as it is; anything else is set. */
export interface TraceUpdate {
  readonly input?: unknown;
  readonly output?: unknown;
  /** Merged into what is there, key by key. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly retrievalContext?: readonly (string | RetrievedContext)[];
  readonly toolsCalled?: readonly ToolCallInput[];
}

/** What can be set on a span. */
export interface SpanUpdate extends TraceUpdate {
  readonly model?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/**
 * Sets fields of the nearest observed call around, before it ends. What is set wins over what was recorded. Outside of
 * an observed call it does nothing.
 */
export function updateCurrentSpan(update: SpanUpdate): void {
  quietly("updating a span", () => {
    const record = scopeOf(activeContext())?.call;
    if (record === undefined || record.endTimeMs !== null) return;
    const { input, output, metadata, retrievalContext, toolsCalled, ...numbers } = update;
    set(input, record.spec.type === "tool", (content) => void (record.input = content));
    set(output, false, (content) => void (record.output = content));
    const { model, inputTokens, outputTokens } = numbers;
    const documents = jsonOf(retrievalContext);
    const calls = jsonOf(toolsCalled);
    record.additions = {
      ...record.additions,
      ...mergedMetadata(record.additions?.metadata, metadata),
      ...(documents !== undefined && { retrievalContext: documents }),
      ...(calls !== undefined && { toolsCalled: calls }),
      ...(model !== undefined && { model }),
      ...(inputTokens !== undefined && { inputTokens }),
      ...(outputTokens !== undefined && { outputTokens }),
    };
  });
}

/**
 * Sets fields of the trace of the run around. What is set replaces what would be read from the spans. Outside of a run
 * it does nothing.
 */
export function updateCurrentTrace(update: TraceUpdate): void {
  quietly("updating a trace", () => {
    const run = openRunOf(activeContext());
    if (run === undefined) return;
    const { metadata, ...fields } = update;
    const kept = Object.fromEntries(Object.entries(fields).flatMap(([key, value]) => keep(key, value)));
    run.update = { ...run.update, ...kept, ...mergedMetadata(run.update?.metadata, metadata) };
  });
}

function keep(key: string, value: unknown): readonly (readonly [string, unknown])[] {
  const json = jsonOf(value);
  return json === undefined ? [] : [[key, json]];
}

/** As it is now: whoever gave it may change it later. */
function jsonOf(value: unknown) {
  const text = snapshot(value);
  return typeof text !== "string" ? undefined : typeof value === "string" ? text : parseJson(text);
}

function set(value: unknown, asJson: boolean, keepContent: (content: Content) => void): void {
  const text = snapshot(value);
  if (typeof text !== "string") return;
  const isText = typeof value === "string";
  keepContent(isText && asJson ? { text: JSON.stringify(text), isText: false } : { text, isText });
}

function mergedMetadata(before: unknown, added: unknown): { readonly metadata?: JsonObject } {
  const metadata = jsonOf(added);
  if (!isJsonObject(metadata)) return {};
  return { metadata: { ...(before as JsonObject | undefined), ...metadata } };
}
