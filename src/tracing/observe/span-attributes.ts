import type { Attributes } from "@opentelemetry/api";
import { own } from "../conventions/own-attributes.js";
import type { CallRecord } from "./call-record.js";
import type { ObserveSpec } from "./observe-options.js";

/** `message` is an agent's first argument where that is text and others follow: a standard reader wants to see it. */
export function inputAttributes(record: CallRecord, message?: string): Attributes {
  const { spec } = record;
  if (record.input === undefined) return {};
  const { text: input, isText } = record.input;
  if (spec.type === "tool") return { "gen_ai.tool.call.arguments": input };
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
  const { text: output, isText } = record.output;
  if (spec.type === "tool") return { "gen_ai.tool.call.result": jsonText(output, isText) };
  if (spec.type === "retriever" && output.startsWith("[") && !isText) return { "gen_ai.retrieval.documents": output };
  if (speaks(spec) && isText && output !== "") return { "gen_ai.output.messages": messages("assistant", output) };
  return { [own.output]: jsonText(output, isText) };
}

export function additionAttributes({ additions, missing }: CallRecord): Attributes {
  return {
    ...(additions?.metadata !== undefined && { [own.metadata]: JSON.stringify(additions.metadata) }),
    ...(additions?.retrievalContext !== undefined && {
      [own.retrievalContext]: JSON.stringify(additions.retrievalContext),
    }),
    ...(additions?.toolsCalled !== undefined && { [own.toolsCalled]: JSON.stringify(additions.toolsCalled) }),
    ...(additions?.model !== undefined && { "gen_ai.request.model": additions.model }),
    ...(additions?.inputTokens !== undefined && { "gen_ai.usage.input_tokens": additions.inputTokens }),
    ...(additions?.outputTokens !== undefined && { "gen_ai.usage.output_tokens": additions.outputTokens }),
    ...(missing !== undefined && { [own.missing]: JSON.stringify(missing) }),
  };
}

const speaks = ({ type }: ObserveSpec): boolean => type === "agent" || type === "llm";
const jsonText = (text: string, isText: boolean): string => (isText ? JSON.stringify(text) : text);
const messages = (role: "user" | "assistant", content: string): string =>
  JSON.stringify([
    { role, parts: [{ type: "text", content }], ...(role === "assistant" && { finish_reason: "stop" }) },
  ]);
