import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { json, langchain, openInference, recorded } from "../support/flat.js";

const callsOf = (...spans: SpanInput[]) =>
  readTrace({ spans }).toolsCalled.map(({ name, inputParameters, output, error, id }) => [
    name,
    inputParameters,
    error === undefined ? output : { error },
    id,
  ]);

const ai = (...calls: object[]) => langchain("AIMessage", { content: "", tool_calls: calls });
const model = (at: number, answer: object, ...given: object[]): SpanInput =>
  openInference("LLM", at, {
    "input.value": json({ messages: [[langchain("HumanMessage", { content: "hi" }), ...given]] }),
    "output.value": json({ generations: [[{ text: "", message: answer }]] }),
    "llm.output_messages.0.message.role": "assistant",
    "llm.output_messages.0.message.content": "",
  });
const bare = (name: string, at: number, value: string, output?: object | string): SpanInput => ({
  ...openInference("TOOL", at, {
    "tool.name": name,
    "input.value": value,
    "input.mime_type": "text/plain",
    ...(output !== undefined && { "output.value": typeof output === "string" ? output : json({ output }) }),
  }),
  name,
});
const answered = (id: string, content: string, more: object = {}) =>
  langchain("ToolMessage", { tool_call_id: id, content, name: "look", ...more });

describe("LangChain through OpenInference", () => {
  it("names a bare argument as the model did that asked for it, whichever tool ran first", () => {
    const asking = model(0, ai({ name: "look", args: { city: "Paris" } }, { name: "look", args: { city: "Rome" } }));
    expect(callsOf(asking, bare("look", 20, "Rome"), bare("look", 21, "Paris"))).to.deep.equal([
      ["look", { city: "Rome" }, undefined, undefined],
      ["look", { city: "Paris" }, undefined, undefined],
    ]);
    expect(callsOf(bare("look", 20, "Paris"))[0]?.[1]).to.equal("Paris");
  });

  it("reads calls, ids and errors from its messages, which the flattened ones may lack", () => {
    const asking = model(0, ai({ id: "a", name: "look", args: { n: 1 } }, { id: "b", name: "look", args: { n: 2 } }));
    const failed = answered("b", "Error: down", { status: "error" });
    const last = model(40, langchain("AIMessage", { content: "Done." }), answered("a", '{"ok":true}'), failed);
    expect(callsOf(asking, last)).to.deep.equal([
      ["look", { n: 1 }, { ok: true }, "a"],
      ["look", { n: 2 }, { error: "Error: down" }, "b"],
    ]);
    expect(readTrace({ spans: [asking, last] }).output).to.equal("Done.");
  });

  it("unwraps what a tool returned that was called directly, which is wrapped unless it is text", () => {
    const direct = (output: unknown, more: Partial<SpanInput> = { scope: { name: "openinference-langchain" } }) =>
      callsOf({ ...bare("look", 0, "{}", json(output)), ...more })[0]?.[2];
    for (const value of [{ a: 1 }, [1, 2], 7, null, { output: "x" }, { output: { b: 1 } }])
      expect(direct({ output: value })).to.deep.equal(value);
    expect(direct({ a: 1 })).to.deep.equal({ a: 1 });
    expect(direct({ output: 1, more: 2 })).to.deep.equal({ output: 1, more: 2 });
    expect(direct({ output: 1 }, { scope: { name: "another" } })).to.deep.equal({ output: 1 });
    const metadata = json({ versions: { "@langchain/core": "1.4.0" } });
    const tool = bare("look", 0, "{}", json({ output: { a: 1 } }));
    expect(callsOf({ ...tool, attributes: { ...tool.attributes, metadata } })[0]?.[2]).to.deep.equal({ a: 1 });
  });

  it("unwraps the message that it makes of a result, also as Python prints it", () => {
    const printed = `content='{"city": "Oslo\\'s"}' name='look' tool_call_id='c' status='success'`;
    expect(
      callsOf(
        bare("x", 0, "{}", answered("a", '{"ok":true}')),
        bare("y", 1, "{}", { type: "tool", content: "no", tool_call_id: "b", status: "error" }),
        bare("z", 2, "{}", printed),
        bare("w", 3, "{}", "plain"),
      ),
    ).to.deep.equal([
      ["x", {}, { ok: true }, "a"],
      ["y", {}, { error: "no" }, "b"],
      ["z", {}, { city: "Oslo's" }, "c"],
      ["w", {}, "plain", undefined],
    ]);
  });

  it("reads a graph of LangGraph: its calls, what was retrieved within one, its answer, its thread", () => {
    const trace = readTrace({ spans: recorded("langchain-openinference-graph") });
    expect(trace.toolsCalled.map(({ name, inputParameters, output }) => [name, inputParameters, output])).to.deep.equal(
      [
        ["search", { q: "refunds days" }, "Refunds within 30 days"],
        ["now", {}, "noon"],
        ["count", { n: 4 }, 5],
        ["getOrder", { id: "A7" }, { id: "A7", n: 3, ok: true }],
      ],
    );
    expect(trace.retrievalContext.map((each) => (typeof each === "string" ? each : each.id))).to.deep.equal(["d1"]);
    expect(trace.output).to.equal("FINAL");
    expect(trace.conversationId).to.equal("th-1");
    expect(trace.turns).to.have.lengthOf(1);
    expect(trace.turns[0]).to.deep.include({ input: "Where is A7?", output: "FINAL" });
  });
});

describe("LangChain through OpenLLMetry", () => {
  const entity = (at: number, attributes: Record<string, unknown>, more: Partial<SpanInput> = {}): SpanInput => ({
    ...openInference("X", at, {}),
    name: `execute_tool ${String(at)}`,
    traceId: `t${String(at)}`,
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "traceloop.span.kind": "task",
      "traceloop.entity.name": "DynamicStructuredTool",
      ...attributes,
    },
    ...more,
  });
  const given = (args: string) => ({ "traceloop.entity.input": json({ args: [args] }) });
  const asking = (calls: readonly object[]): SpanInput => ({
    ...openInference("X", 0, {}),
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.output.messages": json([
        { role: "assistant", parts: calls.map((call) => ({ type: "tool_call", ...call })) },
      ]),
    },
  });

  it("takes a tool's name from its result", () => {
    const output = { "traceloop.entity.output": json(answered("a", '{"ok":true}')) };
    expect(callsOf(entity(20, { ...given('{"n":1}'), ...output }))).to.deep.equal([
      ["look", { n: 1 }, { ok: true }, "a"],
    ]);
  });

  it("else from the request for the same arguments, across traces", () => {
    const failed = entity(20, given('{"n":2}'), { status: { code: 2, message: "down" } });
    const requests = asking([
      { id: "a", name: "look", arguments: { n: 1 } },
      { id: "b", name: "find", arguments: { n: 2 } },
    ]);
    expect(callsOf(requests, failed)).to.deep.equal([
      ["look", { n: 1 }, undefined, "a"],
      ["find", { n: 2 }, { error: "down" }, "b"],
    ]);
  });

  it("else tells that only the class is known", () => {
    const { toolsCalled, missing } = readTrace({ spans: [entity(20, given("Paris"))] });
    expect(toolsCalled[0]).to.deep.include({ name: "DynamicStructuredTool", inputParameters: "Paris" });
    expect(missing.join()).to.include("the name of the tool was not recorded, only that of its class");
  });

  it("does not know arguments that a limit cut off, and says so", () => {
    const { toolsCalled, missing } = readTrace({
      spans: [entity(20, { "traceloop.entity.input": '{"args":["{\\"city\\":\\"Par' })],
    });
    expect(toolsCalled[0]?.inputParameters).to.equal(undefined);
    expect(missing.join()).to.match(/values were cut short at \d+ characters/);
  });

  it("reads a graph whose spans are each a trace of their own", () => {
    const trace = readTrace({ spans: recorded("langchain-traceloop-graph") });
    expect(trace.toolsCalled.map(({ name, inputParameters, output }) => [name, inputParameters, output])).to.deep.equal(
      [
        ["search", { q: "refunds days" }, "Refunds within 30 days"],
        ["now", {}, "noon"],
        ["count", { n: 4 }, 5],
        ["getOrder", { id: "A7" }, { id: "A7", n: 3, ok: true }],
      ],
    );
    expect(trace.output).to.equal("FINAL");
  });

  it("finds the name of a tool that failed in the state of the graph", () => {
    const state = (messages: readonly object[]) => ({
      "gen_ai.operation.name": "workflow",
      "traceloop.span.kind": "workflow",
      "traceloop.entity.input": json({ messages }),
    });
    const human = langchain("HumanMessage", { content: "go" });
    const spans = [
      { ...openInference("X", 0, {}), attributes: state([human]) },
      {
        ...openInference("X", 20, {}),
        attributes: state([human, ai({ id: "a", name: "look", args: { n: 1 } })]),
      },
      entity(30, given('{"n":1}'), { status: { code: 2, message: "down" } }),
    ];
    expect(callsOf(...spans)).to.deep.equal([["look", { n: 1 }, { error: "down" }, "a"]]);
  });
});
