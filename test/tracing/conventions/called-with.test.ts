import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { span } from "../support/spans.js";

const json = JSON.stringify;
const langfuse = (type: string, input: unknown, output = "ok"): SpanInput =>
  span("look", 0, {
    "langfuse.observation.type": type,
    "langfuse.observation.input": json(input),
    "langfuse.observation.output": output,
  });
const openInference = (input: unknown, parameters?: unknown): SpanInput =>
  span("look", 0, {
    "openinference.span.kind": "TOOL",
    "input.value": json(input),
    "input.mime_type": "application/json",
    ...(parameters !== undefined && { "tool.parameters": json(parameters) }),
  });
const argumentsOf = (spanned: SpanInput) => readTrace({ spans: [spanned] }).toolsCalled[0]?.inputParameters;

describe("what decorators of Python record of a function's call", () => {
  it("are the arguments by name, or the only one without", () => {
    const of = (input: unknown) => argumentsOf(langfuse("tool", input));
    expect(of({ args: [], kwargs: { id: "A", amount: 2 } })).to.deep.equal({ id: "A", amount: 2 });
    expect(of({ args: [{ id: "A" }], kwargs: {} })).to.deep.equal({ id: "A" });
    expect(of({ args: [], kwargs: {} })).to.deep.equal({});
    expect(of({ args: ["A"], kwargs: {} })).to.equal("A");
  });

  it("stay wrapped where not all have names, or where a tool has such arguments", () => {
    const mixed = { args: ["A"], kwargs: { amount: 2 } };
    expect(argumentsOf(langfuse("tool", mixed))).to.deep.equal(mixed);
    const own = { args: ["A"], kwargs: {}, shell: "sh" };
    expect(argumentsOf(langfuse("tool", own))).to.deep.equal(own);
  });

  it("hold the user's question", () => {
    const [turn] = readTrace({ spans: [langfuse("agent", { args: ["refund A-17"], kwargs: {} })] }).turns;
    expect(turn?.input).to.equal("refund A-17");
  });

  it("are read of OpenInference too, which may have the tool's properties for its parameters", () => {
    const properties = { city: { type: "string", description: "where" } };
    const called = { args: [], sanitize_inputs_outputs: true, kwargs: { city: "P" } };
    expect(argumentsOf(openInference(called, properties))).to.deep.equal({ city: "P" });
    expect(argumentsOf(openInference({ kwargs: { city: "P" } }))).to.deep.equal({ city: "P" });
    // Arguments that merely look like such are what they are.
    const filter = { filter: { type: "equals", field: "id" } };
    expect(argumentsOf(openInference({}, filter))).to.deep.equal(filter);
  });
});
