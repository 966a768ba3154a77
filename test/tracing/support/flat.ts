import { readFileSync } from "node:fs";
import type { SpanInput } from "../../../src/tracing/index.js";
import { span } from "./spans.js";

const folder = new URL("../../fixtures/spans-recorded/", import.meta.url);

/** Dumps like those of `fixtures/spans`, of further agents. */
export const recorded = (name: string): readonly SpanInput[] =>
  (JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as { spans: SpanInput[] }).spans;

type Attributes = Record<string, unknown>;

export const json = JSON.stringify;

/** `{ a: [{ b: 1 }] }` as `a.0.b: 1`, the way in which conventions without lists write them. */
export function flat(value: unknown, prefix = ""): Attributes {
  if (typeof value !== "object" || value === null) return { [prefix]: value };
  const entries = Object.entries(value).map(([key, item]) => flat(item, prefix === "" ? key : `${prefix}.${key}`));
  return Object.assign({}, ...entries) as Attributes;
}

export const openInference = (kind: string, at: number, attributes: Attributes, more: Partial<SpanInput> = {}) =>
  span(kind.toLowerCase(), at, { "openinference.span.kind": kind, ...attributes }, more);

interface Call {
  readonly id?: string;
  readonly name: string;
  readonly arguments: string;
}

const toolCalls = (calls: readonly Call[]) =>
  calls.map(({ id, ...called }) => ({ tool_call: { ...(id !== undefined && { id }), function: called } }));

/** A model call in OpenInference that asks for tools. */
export const openInferenceAsking = (at: number, calls: readonly Call[], more: Attributes = {}): SpanInput =>
  openInference("LLM", at, {
    ...flat({ "llm.output_messages": [{ message: { role: "assistant", tool_calls: toolCalls(calls) } }] }),
    ...more,
  });

/** One whose history holds messages. */
export const openInferenceTold = (at: number, messages: readonly object[], more: Attributes = {}): SpanInput =>
  openInference("LLM", at, {
    ...flat({ "llm.input_messages": messages.map((message) => ({ message })) }),
    ...flat({ "llm.output_messages": [{ message: { role: "assistant", content: "Done." } }] }),
    ...more,
  });

/** A message of LangChain as it writes itself. */
export const langchain = (kind: string, kwargs: object): object => ({
  lc: 1,
  type: "constructor",
  id: ["langchain_core", "messages", kind],
  kwargs,
});
