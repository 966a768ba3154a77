import { countOf, tokensOf } from "./attributes.js";
import { isObject } from "./json-text.js";
import type { Tokens } from "./read-span.js";

const inputs = ["input_tokens", "inputTokens", "prompt_tokens", "promptTokens", "input", "prompt"];
const outputs = ["output_tokens", "outputTokens", "completion_tokens", "completionTokens", "output", "completion"];
const totals = ["total_tokens", "totalTokens", "total"];

/** Tokens of an object that counts them under any of the usual names. */
export function tokensIn(usage: unknown): Tokens | undefined {
  if (!isObject(usage)) return undefined;
  const first = (keys: readonly string[]) => keys.map((key) => countOf(usage[key])).find((count) => count !== null);
  return tokensOf(first(inputs) ?? null, first(outputs) ?? null, first(totals) ?? null);
}
