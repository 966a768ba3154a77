import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { span } from "../support/spans.js";

const chain = (at: number, output: unknown, more: Partial<SpanInput> = {}): SpanInput =>
  span(
    "sequence",
    at,
    {
      "openinference.span.kind": "CHAIN",
      "output.value": JSON.stringify(output),
      "output.mime_type": "application/json",
    },
    { endTimeUnixMs: at + 50, ...more },
  );
const model = (answer: string): SpanInput =>
  span(
    "model",
    5,
    {
      "openinference.span.kind": "LLM",
      "llm.output_messages.0.message.role": "assistant",
      "llm.output_messages.0.message.content": answer,
      "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "extract",
      "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": '{"a":1}',
    },
    { parentSpanId: "sequence@0" },
  );
const outputOf = (...spans: SpanInput[]) => readTrace({ spans }).output;

describe("the object that the chain around all returned", () => {
  it("is the answer where no model said anything, as with structured output", () => {
    expect(outputOf(chain(0, { a: 1 }), model(""))).to.equal('{"a":1}');
    expect(outputOf(chain(0, { total: 3, items: ["a"] }))).to.equal('{"total":3,"items":["a"]}');
    const workflow = span("job", 0, { "traceloop.span.kind": "workflow", "traceloop.entity.output": '{"total":3}' });
    expect(outputOf(workflow)).to.equal('{"total":3}');
  });

  it("is none where a model did, where it failed, or where it is one of several or but a part", () => {
    expect(outputOf(chain(0, { a: 1 }), model("hello"))).to.equal("hello");
    expect(outputOf(chain(0, { a: 1 }, { status: { code: 2 } }))).to.equal(null);
    expect(outputOf(chain(0, { a: 1 }), chain(60, { b: 1 }))).to.equal(null);
    expect(outputOf(chain(0, { a: 1 }, { parentSpanId: "lost" }))).to.equal(null);
  });

  it("is none where it is the state of a graph", () => {
    const asked = { role: "user", content: "hi" };
    expect(outputOf(chain(0, { messages: [asked], question: "q" }))).to.equal(null);
    expect(outputOf(chain(0, { draft: "d", __interrupt__: [{ value: "ok?" }] }))).to.equal(null);
  });
});
