import { isJsonObject, type JsonObject, type JsonValue } from "../../test-case/json.js";
import type { LLMTestCase } from "../../test-case/llm-test-case.js";
import type { Metric } from "../../test-case/metric.js";
import { described } from "../../test-case/unknown-option.js";
import { parseJson } from "../reading/json-text.js";
import { statedNames, type StatedJson } from "../reading/stated-names.js";
import { unknownFields } from "./doubts.js";
import { statedJson } from "./stated-json.js";
import { snapshot } from "./snapshot.js";
import type { SpanUpdate } from "./update.js";

const numbers = [
  "inputTokens",
  "outputTokens",
  "cachedInputTokens",
  "reasoningTokens",
  "costPerInputToken",
  "costPerOutputToken",
  "costUsd",
] as const;
const words = ["name", "model"] as const;

/** What was added to a span by hand, apart from its input and output; most spans never have any. */
export interface Additions
  extends Partial<Record<(typeof numbers)[number], number>>, Partial<Record<(typeof words)[number], string>> {
  readonly metadata?: JsonObject;
  readonly stated?: StatedJson;
  readonly metrics?: readonly Metric<LLMTestCase>[];
}

const known: readonly string[] = ["input", "output", "metadata", "metrics", ...numbers, ...words, ...statedNames];

/**
 * `before` with what an update says, each value as it is now. What is undefined changes nothing; metadata is merged key by
 * key. `doubt` is told of what can't be meant.
 */
export function withUpdate(
  before: Additions | undefined,
  update: SpanUpdate,
  doubt: (fault: string) => void = () => undefined,
): Additions {
  const made: { -readonly [Key in keyof Additions]: Additions[Key] } = { ...before };
  for (const fault of unknownFields(update, known)) doubt(fault);
  const wrong = (key: keyof SpanUpdate): void => doubt(`${key} can't be ${described(update[key])}`);
  for (const key of numbers) {
    const value: unknown = update[key];
    if (isAmount(value)) made[key] = value;
    else if (value !== undefined) wrong(key);
  }
  for (const key of words) {
    const value: unknown = update[key];
    if (typeof value === "string" && value.trim() !== "") made[key] = value;
    else if (value !== undefined) wrong(key);
  }
  const stated = statedIn(update);
  if (stated !== undefined) made.stated = { ...made.stated, ...stated };
  const metadata = mergedMetadata(made.metadata, update.metadata);
  if (metadata !== undefined) made.metadata = metadata;
  if (update.metrics !== undefined) made.metrics = [...(made.metrics ?? []), ...update.metrics];
  return made;
}

const isAmount = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value) && value >= 0;

function statedIn(update: SpanUpdate): StatedJson | undefined {
  const found = statedNames.flatMap((key): [string, JsonValue][] => {
    const value = statedJson(key, update[key]);
    return value === undefined ? [] : [[key, value]];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** As it is now: whoever gave it may change it later. */
export function jsonOf(value: unknown): JsonValue | undefined {
  const text = snapshot(value);
  return typeof text !== "string" ? undefined : typeof value === "string" ? text : parseJson(text);
}

export function mergedMetadata(before: unknown, added: unknown): JsonObject | undefined {
  const metadata = jsonOf(added);
  return isJsonObject(metadata) ? { ...(before as JsonObject | undefined), ...metadata } : undefined;
}
