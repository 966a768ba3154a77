import type { Attributes } from "@opentelemetry/api";
import { isObject, snapshot, textOf, Unrecorded } from "../../../src/tracing/instrument.js";
import type { Content } from "../content.js";

/** A list as JSON text, or left out with the reason told. */
export function listAttribute(key: string, list: readonly unknown[], content: Content): Attributes {
  const text = snapshot(list);
  if (typeof text === "string") return { [key]: text };
  const direction = key.includes("output") ? "output" : "input";
  content.miss(`${direction} not recorded (${text instanceof Unrecorded ? text.reason : "it is no JSON"})`);
  return {};
}

export function identityAttributes(answer: Readonly<Record<string, unknown>>): Attributes {
  const id = textOf(answer.id);
  const model = textOf(answer.model);
  return {
    ...(id !== undefined && { "gen_ai.response.id": id }),
    ...(model !== undefined && { "gen_ai.response.model": model }),
  };
}

/** Tokens in the words of either API. What was not counted is absent. */
export function usageAttributes(usage: unknown): Attributes {
  if (!isObject(usage)) return {};
  const input = isObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : usage.input_tokens_details;
  const output = isObject(usage.completion_tokens_details)
    ? usage.completion_tokens_details
    : usage.output_tokens_details;
  const counts = {
    "gen_ai.usage.input_tokens": usage.prompt_tokens ?? usage.input_tokens,
    "gen_ai.usage.output_tokens": usage.completion_tokens ?? usage.output_tokens,
    "gen_ai.usage.cache_read.input_tokens": isObject(input) ? input.cached_tokens : undefined,
    "gen_ai.usage.reasoning.output_tokens": isObject(output) ? output.reasoning_tokens : undefined,
  };
  return Object.fromEntries(
    Object.entries(counts).filter((entry): entry is [string, number] => typeof entry[1] === "number"),
  );
}
