import { expect } from "chai";
import { knowsTools, readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { asking, parts, span, text, toolSpan } from "../support/spans.js";

const args = (value: unknown): Record<string, unknown> => ({ "gen_ai.tool.call.arguments": JSON.stringify(value) });
const callsOf = (...spans: readonly SpanInput[]) => readTrace({ spans }).toolsCalled;

describe("joining calls", () => {
  it("joins a request and its execution by id, with exact arguments from the one and the rest from the other", () => {
    const calls = callsOf(
      asking(0, [{ id: "a", name: "look", arguments: { id: 1 } }]),
      toolSpan("look", 20, { "gen_ai.tool.call.id": "a", "gen_ai.tool.call.result": '{"ok":true}' }),
    );
    expect(calls).to.deep.equal([
      { name: "look", inputParameters: { id: 1 }, output: { ok: true }, id: "a", durationMs: 10, startTimeMs: 20 },
    ]);
  });

  it("joins by name and order where tool spans have no id", () => {
    const calls = callsOf(
      asking(0, [
        { id: "a", name: "look", arguments: { id: 1 } },
        { id: "b", name: "look", arguments: { id: 2 } },
      ]),
      toolSpan("look", 20, args({ id: 2 })),
      toolSpan("look", 21, args({ id: 1 })),
    );
    expect(calls.map(({ id, startTimeMs, batch }) => [id, startTimeMs, batch])).to.deep.equal([
      ["b", 20, "chat@0"],
      ["a", 21, "chat@0"],
    ]);
  });

  it("keeps a call that was requested and shows no trace of a run, as not executed", () => {
    const trace = readTrace({ spans: [asking(0, [{ id: "a", name: "look", arguments: {} }])] });
    expect(trace.toolsCalled).to.deep.equal([{ name: "look", inputParameters: {}, id: "a", executed: false }]);
    expect(trace.output).to.equal("");
    expect(trace.missing).to.deep.equal(["usage: 1 of 1 model calls recorded no tokens, or not all"]);
  });

  it("finds the result of a call without a tool span in the history of the next model call", () => {
    const history = parts("tool", { type: "tool_call_response", id: "a", result: "sunny" });
    const calls = callsOf(
      asking(0, [{ id: "a", name: "look", arguments: "{}" }]),
      asking(20, [], { "gen_ai.input.messages": history }),
    );
    expect(calls).to.deep.equal([{ name: "look", inputParameters: {}, output: "sunny", id: "a" }]);
  });

  it("does not count calls of earlier turns that a history repeats", () => {
    const history = JSON.stringify([
      { role: "assistant", parts: [{ type: "tool_call", id: "old", name: "look", arguments: {} }] },
      { role: "tool", parts: [{ type: "tool_call_response", id: "old", response: 1 }] },
    ]);
    const answer = { "gen_ai.output.messages": parts("assistant", text("Hi")) };
    const trace = readTrace({
      spans: [span("chat", 0, { "gen_ai.operation.name": "chat", "gen_ai.input.messages": history, ...answer })],
    });
    expect(trace.toolsCalled).to.be.empty;
    expect(knowsTools(trace)).to.equal(true);
  });

  it("takes the same id in two steps as two calls", () => {
    const id = { "gen_ai.tool.call.id": "call_1" };
    const calls = callsOf(
      asking(0, [{ id: "call_1", name: "look", arguments: { n: 1 } }]),
      toolSpan("look", 20, { ...id, "gen_ai.tool.call.result": "1" }),
      asking(40, [{ id: "call_1", name: "look", arguments: { n: 2 } }]),
      toolSpan("look", 60, { ...id, "gen_ai.tool.call.result": "2" }),
    );
    expect(calls.map(({ inputParameters, output }) => [inputParameters, output])).to.deep.equal([
      [{ n: 1 }, 1],
      [{ n: 2 }, 2],
    ]);
  });

  it("counts a span within a span of the same call once, and fills in what the outer one lacks", () => {
    const outer = toolSpan("look", 0);
    const inner = toolSpan(
      "look",
      1,
      { ...args({ id: 1 }), "gen_ai.tool.call.result": "7" },
      { parentSpanId: outer.spanId ?? "" },
    );
    expect(callsOf(outer, inner)).to.deep.equal([
      { name: "look", inputParameters: { id: 1 }, output: 7, durationMs: 10, startTimeMs: 0 },
    ]);
  });

  it("takes a tool that calls itself with other arguments as two calls", () => {
    const outer = toolSpan("look", 0, args({ depth: 0 }));
    const inner = toolSpan("look", 1, args({ depth: 1 }), { parentSpanId: outer.spanId ?? "" });
    expect(callsOf(outer, inner)).to.have.lengthOf(2);
  });

  it("orders by start, and spans that start together by their place in the tree", () => {
    const late = toolSpan("late", 5);
    const early = toolSpan("early", 1);
    expect(callsOf(late, early).map(({ name }) => name)).to.deep.equal(["early", "late"]);
    const outer = toolSpan("outer", 5);
    const inner = toolSpan("inner", 5, {}, { parentSpanId: outer.spanId ?? "" });
    expect(callsOf(inner, outer).map(({ name }) => name)).to.deep.equal(["outer", "inner"]);
  });

  it("keeps arguments that are no object as they were sent, and leaves out those that were not recorded", () => {
    const calls = callsOf(
      toolSpan("broken", 0, { "gen_ai.tool.call.arguments": '{"id": ' }),
      toolSpan("twice", 1, { "gen_ai.tool.call.arguments": '"{\\"id\\":1}"' }),
      toolSpan("empty", 2, { "gen_ai.tool.call.arguments": "" }),
      toolSpan("unknown", 3),
    );
    expect(calls.map(({ inputParameters }) => inputParameters)).to.deep.equal(['{"id": ', { id: 1 }, {}, undefined]);
  });

  it("reports the error of a tool, and its message though the status has none", () => {
    const exception = { name: "exception", attributes: { "exception.message": "down" } };
    const calls = callsOf(
      toolSpan("a", 0, {}, { status: { code: 2, message: "no such order" } }),
      toolSpan("b", 1, {}, { status: { code: 2 }, events: [exception] }),
      toolSpan("c", 2, {}, { status: { code: 2 } }),
    );
    expect(calls.map(({ error }) => error)).to.deep.equal(["no such order", "down", "failed without a message"]);
  });
});
