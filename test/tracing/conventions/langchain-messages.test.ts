import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { span } from "../support/spans.js";

const json = JSON.stringify;

/** The message that LangChain makes of a tool's result, in JavaScript and as Python's handlers dump it. */
const message = (content: string, more: object = {}) => ({ content, tool_call_id: "c1", name: "look", ...more });
const serialised = (content: string, more: object = {}) => ({
  lc: 1,
  type: "constructor",
  id: ["langchain_core", "messages", "ToolMessage"],
  kwargs: message(content, more),
});
const dumped = (content: string, more: object = {}) => ({ ...message(content, more), type: "tool", artifact: null });

const langfuse = (output: unknown): SpanInput =>
  span("look", 0, { "langfuse.observation.type": "tool", "langfuse.observation.output": json(output) });
const langWatch = (output: unknown): SpanInput =>
  span("look", 0, { "langwatch.span.type": "tool", "langwatch.output": json({ type: "json", value: output }) });
const langWatchTwice = (output: unknown): SpanInput => langWatch({ type: "text", value: output });
const confident = (output: unknown): SpanInput =>
  span("look", 0, { "confident.span.type": "tool", "confident.span.output": json(output) });
const openInference = (output: unknown): SpanInput =>
  span("look", 0, {
    "openinference.span.kind": "TOOL",
    "output.value": json(output),
    "output.mime_type": "application/json",
  });
const traceloop = (output: unknown): SpanInput =>
  span("look", 0, { "traceloop.span.kind": "tool", "traceloop.entity.output": json(output) });

const all = { langfuse, langWatch, langWatchTwice, confident, openInference, traceloop };

const callOf = (spans: SpanInput[]) => {
  const [call] = readTrace({ spans }).toolsCalled;
  return { id: call?.id, output: call?.output, error: call?.error };
};

describe("what LangChain makes of a tool's result", () => {
  for (const [name, recorded] of Object.entries(all)) {
    it(`is unwrapped where ${name} records it`, () => {
      for (const wrap of [serialised, dumped]) {
        expect(callOf([recorded(wrap('{"t":21}'))])).to.deep.equal({ id: "c1", output: { t: 21 }, error: undefined });
        expect(callOf([recorded(wrap("down", { status: "error" }))])).to.deep.equal({
          id: "c1",
          output: undefined,
          error: "down",
        });
      }
    });

    it(`is found in the command that changes the state of a graph, where ${name} records it`, () => {
      const asked = { id: ["langchain_core", "messages", "HumanMessage"], kwargs: { content: "remember tea" } };
      const command = (messages: object[]) => ({ lg_name: "Command", update: { messages }, goto: [] });
      const remembered = { id: "c1", output: "remembered tea", error: undefined };
      expect(callOf([recorded(command([serialised("remembered tea")]))])).to.deep.equal(remembered);
      expect(callOf([recorded({ output: command([asked, serialised("remembered tea")]) })])).to.deep.equal(remembered);
    });
  }

  it("is left as it is where LangWatch records what only looks like its own wrapping", () => {
    const output = { type: "text", value: "a", unit: "b" };
    expect(callOf([langWatch(output)]).output).to.deep.equal(output);
  });
});
