import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { span } from "../support/spans.js";

const json = JSON.stringify;
const made = (name: string, at: number, attributes: object, more: Partial<SpanInput> = {}): SpanInput =>
  span(
    name,
    at,
    Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`confident.${key}`, value as unknown])),
    more,
  );

describe("spans of Confident AI", () => {
  it("count a call once that a span shows and the trace declares, and another that it only declares", () => {
    const tool = made("t", 10, {
      "span.type": "tool",
      "tool.name": "refund",
      "span.input": '{"order":"A-17"}',
      "span.output": "done",
    });
    const declared = [
      { name: "refund", input_parameters: { order: "A-17" }, output: "done" },
      { name: "notify", input_parameters: null },
      { name: "log", input_parameters: { line: 1 } },
    ];
    const root = made("root", 0, { "span.type": "agent", "trace.tools_called": json(declared) });
    const { toolsCalled } = readTrace({ spans: [root, tool] });
    expect(toolsCalled.map(({ name, inputParameters }) => [name, inputParameters])).to.deep.equal([
      ["refund", { order: "A-17" }],
      ["notify", undefined],
      ["log", { line: 1 }],
    ]);
    const both = made("root", 0, {
      "span.type": "agent",
      "trace.tools_called": json(declared),
      "span.tools_called": json(declared),
    });
    expect(readTrace({ spans: [both, tool] }).toolsCalled).to.have.lengthOf(3);
  });

  it("count a call once that a span declares and another within it, and each that spans beside each other declare", () => {
    const declared = (...numbers: readonly number[]): object => ({
      "span.tools_called": json(numbers.map((n) => ({ name: "look", input_parameters: { n } }))),
    });
    const within = { parentSpanId: "root@0" };
    const outer = made("root", 0, { "span.type": "agent", ...declared(1) });
    const steps = [10, 20].map((at) => made("llm", at, { "span.type": "llm", ...declared(1) }, within));
    const counted = (...spans: readonly SpanInput[]): number => readTrace({ spans }).toolsCalled.length;
    expect(counted(outer, made("llm", 10, { "span.type": "llm", ...declared(1, 2) }, within))).to.equal(2);
    expect(counted(outer, ...steps)).to.equal(2);
    expect(counted(made("root", 0, { "span.type": "agent" }), ...steps)).to.equal(2);
  });

  it("show a passage once that a retriever found and the trace tells of, wherever it does", () => {
    const found = made("kb", 0, { "span.type": "retriever", "span.retrieval_context": json(["a"]) });
    const told = made("llm", 20, { "span.type": "llm", "trace.retrieval_context": json(["a", "b"]) });
    expect(readTrace({ spans: [found, told] }).retrievalContext).to.deep.equal(["a", "b"]);
  });

  it("tell the input and the answer of the whole trace, also on an inner span", () => {
    const root = { ...made("root", 0, { "span.type": "agent", "span.output": "agent's" }), endTimeUnixMs: 100 };
    const inner = made(
      "step",
      10,
      { "span.type": "custom", "trace.output": "trace's", "trace.input": "hi" },
      { parentSpanId: "root@0" },
    );
    const trace = readTrace({ spans: [root, inner] });
    expect(trace.output).to.equal("trace's");
    expect(trace.turns[0]).to.deep.include({ input: "hi", output: "trace's" });
    expect(readTrace({ spans: [root] }).output).to.equal("agent's");
  });

  it("on top of another convention keep what that one says", () => {
    const chat = made("chat", 0, { "span.input": "overridden", "trace.thread.id": "t-1" });
    const standard = {
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": "gpt-4o",
      "gen_ai.output.messages": json([
        { role: "assistant", parts: [{ type: "tool_call", id: "c1", name: "look", arguments: {} }] },
      ]),
    };
    const trace = readTrace({ spans: [{ ...chat, attributes: { ...standard, ...chat.attributes } }] });
    expect(trace.toolsCalled.map(({ name }) => name)).to.deep.equal(["look"]);
    expect(trace.spans[0]).to.deep.include({ kind: "llm", model: "gpt-4o", input: "overridden" });
    expect(trace.conversationId).to.equal("t-1");
  });
});
