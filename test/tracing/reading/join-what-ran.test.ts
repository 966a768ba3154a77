import { expect } from "chai";
import { knowsTools, readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { asking, parts, span, text, toolSpan } from "../support/spans.js";

const json = JSON.stringify;
const args = (value: unknown): Record<string, unknown> => ({ "gen_ai.tool.call.arguments": json(value) });
const result = (value: unknown): Record<string, unknown> => ({ "gen_ai.tool.call.result": json(value) });
const callsOf = (...spans: readonly SpanInput[]) => readTrace({ spans }).toolsCalled;
const look = (id: string | undefined, n: number) => ({
  ...(id !== undefined && { id }),
  name: "look",
  arguments: { n },
});

/** What goes into a model call: the question, what was asked for and what came back. */
const told = (id: string, n: number, response: unknown, question = "q"): Record<string, unknown> => ({
  "gen_ai.input.messages": json([
    { role: "user", parts: [text(question)] },
    { role: "assistant", parts: [{ type: "tool_call", ...look(id, n) }] },
    { role: "tool", parts: [{ type: "tool_call_response", id, response }] },
  ]),
});
const asked = (at: number, id?: string, more: Partial<SpanInput> = {}): SpanInput => ({
  ...asking(at, [look(id, 1)], { "gen_ai.input.messages": parts("user", text("q")) }),
  ...more,
});

describe("what ran, of what was asked for", () => {
  it("has the name of its only argument from the request, and the value that the tool got", () => {
    const bare = (value: string) =>
      span("w", 20, { "openinference.span.kind": "TOOL", "tool.name": "w", "input.value": value });
    const given = (value: string) =>
      callsOf(asking(0, [{ id: "a", name: "w", arguments: { city: "Oslo" } }]), bare(value)).map(
        (c) => c.inputParameters,
      );
    expect(given("Oslo")).to.deep.equal([{ city: "Oslo" }]);
    expect(given("Bergen")).to.deep.equal([{ city: "Bergen" }]);
    expect(given("{'city': 'Oslo'}")).to.deep.equal([{ city: "Oslo" }]);
  });

  it("is a run for each time that a tool of the same name was tried within it", () => {
    const outer = toolSpan("charge", 0, { "gen_ai.tool.call.id": "a", ...args({ n: 5 }), ...result("ok") });
    const tried = (at: number, more: Partial<SpanInput>) =>
      span("charge", at, { "rehearsal.span.kind": "tool", ...args({ n: 5 }), ...result("ok") }, more);
    const within = { parentSpanId: outer.spanId, scope: { name: "rehearsal" } };
    const failed = {
      ...tried(1, within),
      status: { code: 2, message: "timeout" },
      attributes: tried(1, {}).attributes,
    };
    const { "gen_ai.tool.call.result": _, ...unanswered } = failed.attributes ?? {};
    const calls = callsOf(outer, { ...failed, attributes: unanswered }, tried(5, within));
    expect(calls.map(({ id, output, error }) => [id, output, error])).to.deep.equal([
      [undefined, undefined, "timeout"],
      ["a", "ok", undefined],
    ]);
    expect(callsOf(outer, tried(5, within))).to.have.lengthOf(1);
  });

  it("failed where the server of the tool said so, though the agent took that for a result", () => {
    const failed = { content: [{ type: "text", text: "no such order" }], isError: true };
    const outer = toolSpan("refund", 0, { ...args({ n: 1 }), ...result(failed) });
    const mcp = span(
      "tools/call refund",
      2,
      { "mcp.method.name": "tools/call", "gen_ai.tool.name": "refund", ...args({ n: 1 }), ...result(failed) },
      { parentSpanId: outer.spanId },
    );
    const [call, ...others] = callsOf(outer, mcp);
    expect([call?.error, others]).to.deep.equal(["no such order", []]);
    expect(call).not.to.have.property("output");
    expect(callsOf(outer).map(({ error, output }) => [error, output])).to.deep.equal([["no such order", undefined]]);
    const worked = { content: [{ type: "text", text: "done" }], isError: false };
    expect(callsOf(toolSpan("refund", 0, result(worked)))[0]?.output).to.deep.equal(worked);
  });

  it("is told apart by its arguments where agents side by side use the same ids", () => {
    const agent = (name: string, at: number) =>
      span(name, at, { "gen_ai.operation.name": "invoke_agent" }, { endTimeUnixMs: 100 });
    const [one, two] = [agent("one", 0), agent("two", 1)];
    const ask = (at: number, n: number, parentSpanId: string | null | undefined) => ({
      ...asking(at, [look("c", n)]),
      parentSpanId,
    });
    const run = (at: number, n: number, parentSpanId: string | null | undefined) =>
      toolSpan("look", at, { "gen_ai.tool.call.id": "c", ...args({ n }), ...result(n) }, { parentSpanId });
    const spans = [
      one,
      two,
      ask(2, 1, one.spanId),
      ask(3, 2, two.spanId),
      run(20, 2, two.spanId),
      run(30, 1, one.spanId),
    ];
    expect(callsOf(...spans).map(({ inputParameters, output }) => [inputParameters, output])).to.deep.equal([
      [{ n: 2 }, 2],
      [{ n: 1 }, 1],
    ]);
  });

  it("has the result that a history holds under another id, or under the only one", () => {
    const answer = { "gen_ai.output.messages": parts("assistant", text("ok")) };
    for (const id of [undefined, "c1"]) {
      const calls = callsOf(asked(0, id), asking(20, [], { ...told("h1", 1, "sunny"), ...answer }));
      expect(calls.map(({ output, executed }) => [output, executed])).to.deep.equal([["sunny", undefined]]);
    }
  });

  it("takes a call of another id for its own once, however often histories repeat it", () => {
    const history = told("h1", 1, "sunny");
    const calls = callsOf(asked(0, "c1"), asking(20, [look("c2", 1)], history), asking(40, [], history));
    expect(calls.map(({ id, output, executed }) => [id, output, executed])).to.deep.equal([
      ["c1", "sunny", undefined],
      ["c2", undefined, false],
    ]);
  });

  it("is not known where the first model on record was told of it after the question, and no tool shows it", () => {
    const later = asking(20, [], {
      ...told("c1", 1, "sunny"),
      "gen_ai.output.messages": parts("assistant", text("ok")),
    });
    const trace = readTrace({ spans: [later] });
    expect([knowsTools(trace), trace.toolsCalled]).to.deep.equal([false, []]);
    expect(trace.missing.join()).to.include("told what calls returned that are not on record: look");
    expect(knowsTools(readTrace({ spans: [toolSpan("look", 0, args({ n: 1 })), later] }))).to.equal(true);
  });

  it("counts what a model asked for whose span holds the run of a tool and another model within that", () => {
    const outer = asking(0, [look("a", 1)], {});
    const spans = [
      { ...outer, endTimeUnixMs: 90 },
      toolSpan("look", 10, { "gen_ai.tool.call.id": "a", ...args({ n: 1 }) }, { parentSpanId: outer.spanId }),
      { ...asking(20, [{ id: "b", name: "deep", arguments: {} }]), parentSpanId: "execute_tool look@10" },
      toolSpan("deep", 30, { "gen_ai.tool.call.id": "b" }, { parentSpanId: "execute_tool look@10" }),
    ];
    expect(callsOf(...spans).map(({ name, id, executed }) => [name, id, executed])).to.deep.equal([
      ["look", "a", undefined],
      ["deep", "b", undefined],
    ]);
  });
});
