import { costOf, countOf, tokensOf } from "./attributes.js";
import { isObject } from "./json-text.js";
import type { Usage } from "../../test-case/trace.js";
import type { ReadSpan, Tokens } from "./read-span.js";

const inputs = ["input_tokens", "inputTokens", "prompt_tokens", "promptTokens", "input", "prompt"];
const outputs = ["output_tokens", "outputTokens", "completion_tokens", "completionTokens", "output", "completion"];
const totals = ["total_tokens", "totalTokens", "total"];
const cached = [
  "cached_input_tokens",
  "cachedInputTokens",
  "cache_read_input_tokens",
  "cacheReadInputTokens",
  "input_cached_tokens",
  "input_cache_read",
  "cached_tokens",
];
const reasoning = ["reasoning_tokens", "reasoningTokens", "output_reasoning_tokens", "output_reasoning"];

/** Where providers and frameworks tell more of the tokens that went in, and of those that came out. */
const inputDetails = [
  "prompt_tokens_details",
  "promptTokensDetails",
  "input_tokens_details",
  "inputTokensDetails",
  "input_token_details",
  "inputTokenDetails",
  "inputDetails",
];
const outputDetails = [
  "completion_tokens_details",
  "completionTokensDetails",
  "output_tokens_details",
  "outputTokensDetails",
  "output_token_details",
  "outputTokenDetails",
  "outputDetails",
];
const cachedDetails = ["cached_tokens", "cachedTokens", "cache_read", "cacheRead", "cacheReadTokens"];
const reasoningDetails = ["reasoning_tokens", "reasoningTokens", "reasoning"];

/** Tokens of an object that counts them under any of the usual names. */
export function tokensIn(usage: unknown): Tokens | undefined {
  if (!isObject(usage)) return undefined;
  return tokensOf(
    first([usage], inputs),
    first([usage], outputs),
    first([usage], totals),
    first([usage], cached) ?? first(inner(usage, inputDetails), cachedDetails),
    first([usage], reasoning) ?? first(inner(usage, outputDetails), reasoningDetails),
  );
}

type Fields = Readonly<Record<string, unknown>>;

/** The details under the first of these names; of a run of several requests they are a list, whose counts are summed. */
const inner = (usage: Fields, keys: readonly string[]): readonly Fields[] =>
  keys.flatMap((key) => usage[key] ?? []).filter(isObject);

function first(places: readonly Fields[], keys: readonly string[]): number | null {
  const counts = places.flatMap(
    (place) => keys.map((key) => countOf(place[key])).find((count) => count !== null) ?? [],
  );
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

/** A total, or else the sum of the parts that are known. */
export function costIn(total: unknown, ...parts: readonly unknown[]): number | undefined {
  const whole = costOf(total);
  if (whole !== undefined) return whole;
  const known = parts.flatMap((part) => costOf(part) ?? []);
  return known.length === 0 ? undefined : known.reduce((sum, part) => sum + part, 0);
}

/** Of one model or embedding call. Undefined: nothing of it is known. */
export function usageOfSpan({ kind, tokens, costUsd }: ReadSpan): Usage | undefined {
  if (kind !== "llm" && kind !== "embedding") return undefined;
  if (tokens === undefined && costUsd === undefined) return undefined;
  return {
    inputTokens: tokens?.input ?? null,
    outputTokens: tokens?.output ?? null,
    totalTokens: tokens?.total ?? null,
    ...(tokens?.cached !== undefined && { cachedInputTokens: tokens.cached }),
    ...(tokens?.reasoning !== undefined && { reasoningTokens: tokens.reasoning }),
    ...(costUsd !== undefined && { costUsd }),
  };
}
