import { isObject, LONGEST_CONTENT, textOf, type ExternalAttributes } from "../../../src/tracing/instrument.js";
import type { Content } from "../../shared/content.js";
import { spell, type Part } from "../../shared/json.js";

/** Filled field by field, since this is done at every call, and spreading is slow. */
export type Filling = ExternalAttributes;

/** Messages, or parts of one; left out whole where they are too long, with the reason told. */
export function addList(attributes: Filling, key: string, list: readonly Part[], content: Content): void {
  const length = content.takeLength();
  if (length <= LONGEST_CONTENT) {
    attributes[key] = { spell: () => spell(list) };
    return;
  }
  const direction = key.includes("output") ? "output" : "input";
  content.miss(
    `${direction} not recorded (${String(length)} characters, more than the ${String(LONGEST_CONTENT)} that are kept)`,
  );
}

export function addIdentity(attributes: Filling, answer: Readonly<Record<string, unknown>>): void {
  const id = textOf(answer.id);
  const model = textOf(answer.model);
  if (id !== undefined) attributes["gen_ai.response.id"] = id;
  if (model !== undefined) attributes["gen_ai.response.model"] = model;
}

/** Tokens in the words of either API. What was not counted is absent. */
export function addUsage(attributes: Filling, usage: unknown): void {
  if (!isObject(usage)) return;
  const input = usage.prompt_tokens_details ?? usage.input_tokens_details;
  const output = usage.completion_tokens_details ?? usage.output_tokens_details;
  addCount(attributes, "gen_ai.usage.input_tokens", usage.prompt_tokens ?? usage.input_tokens);
  addCount(attributes, "gen_ai.usage.output_tokens", usage.completion_tokens ?? usage.output_tokens);
  if (isObject(input)) addCount(attributes, "gen_ai.usage.cache_read.input_tokens", input.cached_tokens);
  if (isObject(output)) addCount(attributes, "gen_ai.usage.reasoning.output_tokens", output.reasoning_tokens);
}

function addCount(attributes: Filling, key: string, count: unknown): void {
  if (typeof count === "number") attributes[key] = count;
}
