import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { flat, openInference } from "../support/flat.js";
import { asking, parts, span, text, toolSpan } from "../support/spans.js";

const read = (...spans: readonly SpanInput[]) => readTrace({ spans });

describe("calls whose executions have no ids", () => {
  it("of agents that work at once each have what ran under their own agent", () => {
    const agent = (name: string): SpanInput =>
      span(name, 0, { "gen_ai.operation.name": "invoke_agent" }, { endTimeUnixMs: 100 });
    const under = (parent: string, each: SpanInput): SpanInput => ({
      ...each,
      spanId: `${parent} ${each.spanId ?? ""}`,
      parentSpanId: `${parent}@0`,
    });
    const asked = (name: string, at: number) =>
      under(name, asking(at, [{ id: `id-${name}`, name: "w", arguments: { x: 1 } }]));
    const ran = (name: string, at: number) =>
      under(
        name,
        toolSpan("w", at, { "gen_ai.tool.call.arguments": '{"x":1}', "gen_ai.tool.call.result": `"of ${name}"` }),
      );
    const trace = read(agent("a"), agent("b"), asked("a", 1), asked("b", 2), ran("b", 20), ran("a", 21));
    expect(trace.toolsCalled.map(({ id, output }) => [id, output])).to.have.deep.members([
      ["id-a", "of a"],
      ["id-b", "of b"],
    ]);
  });

  it("are found however many there are, in whichever order, where the tool added a default", () => {
    const numbers = Array.from({ length: 40 }, (_, index) => index);
    const executions = numbers.map((index) =>
      toolSpan("w", 100 - index, {
        "gen_ai.tool.call.arguments": JSON.stringify({ c: index, unit: "C" }),
        "gen_ai.tool.call.result": String(index),
      }),
    );
    const trace = read(
      asking(
        0,
        numbers.map((c) => ({ name: "w", arguments: { c } })),
      ),
      ...executions,
    );
    expect(trace.toolsCalled).to.have.lengthOf(40);
    for (const { inputParameters, output, executed } of trace.toolsCalled)
      expect([inputParameters, executed]).to.deep.equal([{ c: output }, undefined]);
  });

  it("and no name are those with the same arguments", () => {
    const nameless = span("t", 20, {
      "ai.operationId": "ai.toolCall",
      "ai.toolCall.args": '{"x":1}',
      "ai.toolCall.result": "2",
    });
    const trace = read(asking(0, [{ name: "w", arguments: { x: 1 } }]), nameless);
    expect(trace.toolsCalled.map(({ name, output }) => [name, output])).to.deep.equal([["w", 2]]);
    const alone = read(nameless);
    expect(alone.missing).to.include("name not recorded: call 1");
  });
});

describe("one model call that two instrumentations recorded", () => {
  it("counts once, though neither says who recorded it", () => {
    const one = {
      ...asking(0, [{ id: "c", name: "w", arguments: { a: 1 } }], {
        "gen_ai.response.id": "r1",
        "gen_ai.usage.input_tokens": 10,
        "gen_ai.usage.output_tokens": 5,
      }),
      traceId: "a",
    };
    const call = { tool_call: { id: "c", function: { name: "w", arguments: '{"a":1}' } } };
    const other = openInference(
      "LLM",
      1,
      {
        ...flat({ "llm.output_messages": [{ message: { role: "assistant", tool_calls: [call] } }] }),
        "llm.token_count.prompt": 10,
        "llm.token_count.completion": 5,
      },
      { traceId: "b", endTimeUnixMs: 9 },
    );
    const trace = read(one, other);
    expect(trace.toolsCalled).to.have.lengthOf(1);
    expect(trace.usage.totalTokens).to.equal(15);
  });
});

describe("what spans hold in unusual places", () => {
  it("is read of a list of events that has holes, and of attributes that throw", () => {
    const events: { name: string }[] = [];
    events[1] = { name: "a" };
    const attributes = new Proxy(
      {},
      {
        get: () => {
          throw new Error("no");
        },
      },
    );
    const trace = read(
      span("x", 0, {}, { events, status: { code: 2 } }),
      span("y", 1, attributes, { status: { code: 2 } }),
    );
    expect(trace.spans.map(({ status }) => status)).to.deep.equal(["error", "error"]);
  });

  it("is read of the provider's own tools", () => {
    const said = parts(
      "assistant",
      { type: "server_tool_call", id: "s", name: "code", server_tool_call: { type: "code_interpreter", code: "1+1" } },
      text("2"),
    );
    const trace = read(span("chat", 0, { "gen_ai.operation.name": "chat", "gen_ai.output.messages": said }));
    expect(trace.toolsCalled[0]?.inputParameters).to.deep.equal({ type: "code_interpreter", code: "1+1" });
  });

  it("is read of what a vector database answered within a span of another convention", () => {
    const events = [{ name: "db.query.result", attributes: { "db.query.result.document": "Within 30 days." } }];
    const attributes = { "traceloop.span.kind": "task", "traceloop.entity.name": "search" };
    const [document] = read(span("search", 0, attributes, { events })).retrievalContext;
    expect(JSON.stringify(document)).to.include("Within 30 days.");
  });

  it("is read of Pipecat's stages, though none says that Pipecat recorded it", () => {
    const turn = span("turn", 0, { "turn.number": 1 }, { endTimeUnixMs: 100 });
    const within = { parentSpanId: "turn@0" };
    const spans = [
      span("stt", 1, { transcript: "hi", "metrics.ttfb": 0.2, "gen_ai.operation.name": "stt" }, within),
      span("llm", 20, { output: "hello", "metrics.ttfb": 0.4, "gen_ai.operation.name": "chat" }, within),
    ];
    const { input, output } = read(turn, ...spans).turns[0] ?? {};
    expect([input, output]).to.deep.equal(["hi", "hello"]);
  });

  it("is read of a tool of LiveKit that failed without a word", () => {
    const failed = { "lk.function_tool.name": "w", "lk.function_tool.is_error": "true" };
    expect(read(span("function_tool", 0, failed)).toolsCalled[0]?.error).to.equal("failed without a message");
  });
});
