import { expect } from "chai";
import { knowsRetrieval, readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { span } from "../support/spans.js";

const made = (type: string, at: number, attributes: object): SpanInput =>
  span(type, at, {
    "langfuse.observation.type": type,
    ...Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [`langfuse.observation.${key}`, value as unknown]),
    ),
  });

describe("spans of Langfuse", () => {
  it("have arguments and results as JSON or as text", () => {
    const spans = [
      made("tool", 0, { input: '{"n":1}', output: "42" }),
      made("tool", 20, { input: "Paris", output: "sunny" }),
      made("tool", 40, {}),
    ];
    expect(
      readTrace({ spans }).toolsCalled.map(({ inputParameters, output }) => [inputParameters, output]),
    ).to.deep.equal([
      [{ n: 1 }, 42],
      ["Paris", "sunny"],
      [undefined, undefined],
    ]);
  });

  it("tell of failures in their level", () => {
    const failed = made("tool", 0, { level: "ERROR", status_message: "card declined" });
    expect(
      readTrace({ spans: [failed, made("tool", 20, { level: "ERROR" })] }).toolsCalled.map(({ error }) => error),
    ).to.deep.equal(["card declined", "failed without a message"]);
  });

  it("of a generation that failed hide nothing that it asked for", () => {
    const failed = made("generation", 0, { input: '[{"role":"user","content":"q"}]', level: "ERROR" });
    const trace = readTrace({ spans: [failed] });
    expect(trace.toolsCalled).to.deep.equal([]);
    expect(trace.missing.filter((each) => !each.startsWith("output") && !each.startsWith("usage"))).to.deep.equal([]);
    expect(trace.spans[0]).to.include({ status: "error", error: "failed without a message" });
  });

  it("show calls that a stream glued together, unless they may be of several tools", () => {
    const calls = [{ function: { name: "look", arguments: '{"id":1}{"id":2}' } }];
    const asked = (...tools: string[]) =>
      readTrace({
        spans: [
          made("generation", 0, {
            input: { messages: [], tools: tools.map((name) => ({ type: "function", function: { name } })) },
            output: { tool_calls: calls },
          }),
        ],
      });
    const glued = asked("look");
    expect(glued.toolsCalled.map(({ inputParameters }) => inputParameters)).to.deep.equal([{ id: 1 }, { id: 2 }]);
    expect(glued.missing.join()).to.include("they were taken apart");
    expect(asked("look", "find").toolsCalled).to.have.lengthOf(1);
  });

  it("are those of a retriever where they are asked a text and hand over LangChain's documents", () => {
    const documents = [
      { pageContent: "A", metadata: { source: "a.md" } },
      { page_content: "B", metadata: {} },
    ];
    const found = (type: string, input: unknown, output: unknown) =>
      readTrace({ spans: [made(type, 0, { input, output })] }).retrievalContext;
    expect(found("span", "refund?", documents)).to.deep.equal([
      { context: "A", source: "a.md", metadata: { source: "a.md" } },
      "B",
    ]);
    // What documents only go through found none.
    expect(found("span", { input: documents }, documents)).to.deep.equal([]);
    expect(found("span", "refund?", [{ pageContent: "A" }])).to.deep.equal([]);
  });

  it("show what a generation asked for, in the shapes of many providers", () => {
    const call = { id: "c1", type: "function", function: { name: "look", arguments: '{"id":1}' } };
    const answers = [
      { role: "assistant", content: null, tool_calls: [call] },
      [{ role: "assistant", content: "", tool_calls: [call] }],
      { choices: [{ message: { role: "assistant", tool_calls: [call] } }] },
      { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "look", input: { id: 1 } }] },
      { output: [{ type: "function_call", id: "fc", call_id: "c1", name: "look", arguments: '{"id":1}' }] },
    ];
    for (const answer of answers) {
      const { toolsCalled } = readTrace({ spans: [made("generation", 0, { output: JSON.stringify(answer) })] });
      expect(toolsCalled, JSON.stringify(answer)).to.deep.equal([
        { name: "look", inputParameters: { id: 1 }, id: "c1", executed: false },
      ]);
    }
  });

  it("take the answer of the whole trace from its own attribute, and the session under either name", () => {
    const root = made("span", 0, { output: "inner" });
    const whole = {
      ...root,
      attributes: { ...root.attributes, "langfuse.trace.output": '"told"', "langfuse.session.id": "s" },
    };
    const trace = readTrace({ spans: [whole] });
    expect(trace.output).to.equal("told");
    expect(trace.conversationId).to.equal("s");
    expect(readTrace({ spans: [root] }).output).to.equal("inner");
  });

  it("take no verdict, event or guardrail for the answer", () => {
    const spans = ["evaluator", "event", "guardrail"].map((type, index) => made(type, index, { output: "0.9" }));
    expect(readTrace({ spans }).output).to.equal(null);
  });

  it("of a retriever without its output leave the documents unknown", () => {
    expect(knowsRetrieval(readTrace({ spans: [made("retriever", 0, { input: "q" })] }))).to.equal(false);
  });
});
