import { expect } from "chai";
import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
import { cutLengthOf } from "../../../src/tracing/reading/cut-values.js";
import { captureTrace, knowsTools, readTrace, TraceRecorder, type SpanInput } from "../../../src/tracing/index.js";
import { asking, parts, span, text, toolSpan } from "../support/spans.js";

const LIMIT = 30;
const cut = (given: SpanInput): SpanInput => ({
  ...given,
  attributes: Object.fromEntries(
    Object.entries(given.attributes ?? {}).map(([key, value]) => [
      key,
      typeof value === "string" ? value.slice(0, LIMIT) : value,
    ]),
  ),
});
const book = { id: "R-17", note: "the seat by the window, please" };
const spans = [
  span("invoke_agent", 0, {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.output.messages": parts("assistant", text("I booked the seat by the window for you.")),
  }),
  asking(1, [{ id: "c1", name: "book", arguments: book }]),
  toolSpan("book", 20, {
    "gen_ai.tool.call.arguments": JSON.stringify(book),
    "gen_ai.tool.call.result": "booked, as it was asked for a minute ago",
  }),
];

describe("values that a provider's limit cut short", () => {
  it("are not known, and said to be cut, rather than broken or wrong", () => {
    const trace = readTrace({ spans: spans.map(cut) });
    expect(trace.output).to.equal(null);
    expect(trace.toolsCalled).to.have.lengthOf(1);
    expect(trace.toolsCalled[0]).to.not.have.any.keys("inputParameters", "output");
    expect(trace.missing.join("\n"))
      .to.include("values were cut short at 30 characters and left out (attributeValueLengthLimit")
      .and.include("arguments not recorded: call 1 (book)")
      .and.include("output: no span recorded a final answer");
    expect(knowsTools(readTrace({ spans: spans.slice(0, 2).map(cut) }))).to.equal(false);
  });

  it("are told from whole ones, whatever their length", () => {
    expect(readTrace({ spans }).missing.join()).to.not.include("cut short");
    expect(readTrace({ spans }).toolsCalled[0]?.inputParameters).to.deep.equal(book);
  });

  it("are seen where several are as long as none is longer and one breaks off, or one that is always JSON does", () => {
    const of = (...attributes: readonly Record<string, unknown>[]) =>
      cutLengthOf(attributes.map((each) => ({ attributes: each })));
    expect(of({ a: '{"id":"R-1' }, { b: "0123456789" })).to.equal(10);
    expect(of({ a: '{"id":"R-1' })).to.equal(undefined);
    expect(of({ "gen_ai.output.messages": '[{"role":"' })).to.equal(10);
    expect(of({ a: '{"id":"R-1' }, { b: "0123456789" }, { c: "01234567890" })).to.equal(undefined);
    expect(of({ a: '{"id":"R"}' }, { b: "0123456789" })).to.equal(undefined);
    expect(of({ a: "{bad" }, { b: "[bad" })).to.equal(undefined);
  });

  it("are known at once where the provider is in this process", async () => {
    const provider = new BasicTracerProvider({
      spanProcessors: [new TraceRecorder()],
      spanLimits: { attributeValueLengthLimit: LIMIT },
    });
    const attributes = { ...spans[2]?.attributes } as Record<string, string>;
    const { trace } = await captureTrace(() => provider.getTracer("t").startSpan("tool", { attributes }).end());
    expect(trace.toolsCalled[0]).to.not.have.any.keys("inputParameters", "output");
    expect(trace.missing.join()).to.include("cut short at 30 characters");
  });
});
