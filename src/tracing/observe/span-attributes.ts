import type { Attributes } from "@opentelemetry/api";
import { own } from "../conventions/own-attributes.js";
import type { Additions } from "./additions.js";
import type { CallRecord } from "./call-record.js";
import type { Content } from "./content.js";
import { costOf } from "./cost.js";
import type { ObserveSpec } from "./observe-options.js";
import { statedNames } from "../reading/stated-names.js";

/** `message` is an agent's first argument where that is text and others follow: a standard reader wants to see it. */
export function inputAttributes(record: CallRecord, message?: string): Attributes {
  const { spec } = record;
  if (record.input === undefined) return {};
  const { text: input, isText, isRedacted } = record.input;
  if (spec.type === "tool")
    return { "gen_ai.tool.call.arguments": input, ...(isRedacted === true && { [own.redacted]: true }) };
  if (spec.type === "retriever" && isText && input !== "") return { "gen_ai.retrieval.query.text": input };
  if (!speaks(spec)) return { [own.input]: jsonText(input, isText) };
  if (isText && input !== "") return { "gen_ai.input.messages": messages("user", input) };
  return {
    [own.input]: jsonText(input, isText),
    ...(message !== undefined && { "gen_ai.input.messages": messages("user", message) }),
  };
}

export function outputAttributes(record: CallRecord): Attributes {
  const { spec } = record;
  if (record.output === undefined) return {};
  // What a model asked for is in what it returned.
  const mark = spec.type === "llm" && record.output.isRedacted === true ? { [own.redacted]: true } : {};
  return { ...mark, ...returnedAttributes(record.output, spec) };
}

function returnedAttributes({ text: output, isText }: Content, spec: ObserveSpec): Attributes {
  if (spec.type === "tool") return { "gen_ai.tool.call.result": jsonText(output, isText) };
  if (spec.type === "retriever" && output.startsWith("[") && !isText) return { "gen_ai.retrieval.documents": output };
  if (speaks(spec) && isText && output !== "") return { "gen_ai.output.messages": messages("assistant", output) };
  return { [own.output]: jsonText(output, isText) };
}

/** What was added by hand, and what could not be recorded. */
export function additionAttributes({ additions, missing, spec }: CallRecord): Attributes {
  const costUsd = costOf(additions, spec);
  return {
    ...(additions !== undefined && addedAttributes(additions, spec.type === "tool")),
    ...(costUsd !== undefined && { [own.costUsd]: costUsd }),
    ...(missing !== undefined && { [own.missing]: JSON.stringify(missing) }),
  };
}

const plain = [
  ["model", "gen_ai.request.model"],
  ["inputTokens", "gen_ai.usage.input_tokens"],
  ["outputTokens", "gen_ai.usage.output_tokens"],
  ["cachedInputTokens", "gen_ai.usage.cache_read.input_tokens"],
  ["reasoningTokens", "gen_ai.usage.reasoning.output_tokens"],
] as const;

export function addedAttributes(additions: Additions, isTool: boolean): Attributes {
  const attributes: Attributes = {};
  for (const [field, key] of plain) if (additions[field] !== undefined) attributes[key] = additions[field];
  if (isTool && additions.name !== undefined) attributes["gen_ai.tool.name"] = additions.name;
  if (additions.metadata !== undefined) attributes[own.metadata] = JSON.stringify(additions.metadata);
  for (const key of statedNames) {
    const value = additions.stated?.[key];
    if (value !== undefined) attributes[own[key]] = JSON.stringify(value);
  }
  return attributes;
}

const speaks = ({ type }: ObserveSpec): boolean => type === "agent" || type === "llm";
const jsonText = (text: string, isText: boolean): string => (isText ? JSON.stringify(text) : text);
const messages = (role: "user" | "assistant", content: string): string =>
  JSON.stringify([
    { role, parts: [{ type: "text", content }], ...(role === "assistant" && { finish_reason: "stop" }) },
  ]);
