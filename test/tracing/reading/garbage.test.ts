import { expect } from "chai";
import fc from "fast-check";
import { traceSchema } from "../../../src/test-case/trace.js";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { own } from "../../../src/tracing/conventions/own-attributes.js";
import { span } from "../support/spans.js";

const texts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("\ud800", "{", "[1e999]", '"{\\"a\\":1}"', "null", ""),
);
const names = fc.constantFrom("a", "b", "c");
const chat = fc.constantFrom("chat", "execute_tool", "invoke_agent", "retrieval", "embeddings", "constructor", "what");
const message = fc.record({
  role: fc.oneof(fc.constantFrom("user", "assistant", "tool"), fc.anything()),
  parts: fc.oneof(
    fc.anything(),
    fc.array(
      fc.record(
        {
          type: fc.constantFrom("text", "tool_call", "tool_call_response"),
          id: names,
          name: names,
          arguments: fc.anything(),
          content: fc.anything(),
        },
        { requiredKeys: [] },
      ),
    ),
  ),
});
const value = fc.oneof(
  fc.anything(),
  texts,
  fc.jsonValue().map((each) => JSON.stringify(each)),
  fc.array(message).map(toText),
  names,
);
const keys = [
  ...Object.values(own),
  "gen_ai.input.messages",
  "gen_ai.output.messages",
  "gen_ai.tool.name",
  "gen_ai.tool.call.id",
  "gen_ai.tool.call.arguments",
  "gen_ai.tool.call.result",
  "gen_ai.retrieval.documents",
  "gen_ai.usage.input_tokens",
  "gen_ai.response.finish_reasons",
  "ai.prompt",
  "ai.prompt.messages",
  "ai.response.toolCalls",
  "ai.response.text",
  "ai.toolCall.name",
  "ai.toolCall.args",
  "ai.usage.totalTokens",
  "ai.usage.tokens",
];
const attributes = fc.record(
  {
    "gen_ai.operation.name": chat,
    "ai.operationId": fc.constantFrom("ai.toolCall", "ai.generateText", "ai.streamText.doStream", "ai.embed"),
    ...Object.fromEntries(keys.map((key) => [key, value])),
  },
  { requiredKeys: [] },
);
const time = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(null, undefined, "1", [1, 2], [Infinity, 0]));
const anySpan = fc.record(
  {
    name: value,
    traceId: names,
    spanId: names,
    parentSpanId: names,
    startTimeUnixMs: time,
    endTimeUnixMs: time,
    startTime: time,
    status: fc.oneof(fc.anything(), fc.constant({ code: 2 })),
    attributes: fc.oneof(fc.anything(), attributes, attributes),
    events: fc.anything(),
    scope: fc.anything(),
    droppedAttributesCount: fc.anything(),
  },
  { requiredKeys: [] },
);

function toText(messages: unknown): string {
  try {
    return JSON.stringify(messages, (_, each: unknown) => (typeof each === "bigint" ? String(each) : each)) ?? "";
  } catch {
    return "";
  }
}

describe("readTrace on garbage", () => {
  it("never throws, and what it reads is a trace that JSON keeps as it is", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anySpan, anySpan, fc.anything()), { maxLength: 6 }), (spans) => {
        const trace = readTrace({ spans: spans as SpanInput[], retrieverTools: ["a"] });
        expect(JSON.parse(JSON.stringify(trace))).to.deep.equal(trace);
        const parsed = traceSchema().safeParse(trace);
        expect(parsed.error?.issues).to.equal(undefined);
      }),
      { numRuns: 300 },
    );
  });

  it("says how many of what it was given are no spans", () => {
    const evil = Object.defineProperty({ name: "evil" }, "attributes", {
      get() {
        throw new Error("no");
      },
    });
    const trace = readTrace({ spans: [null, 7, "x", {}, evil] as unknown as SpanInput[] });
    expect(trace.spans).to.be.empty;
    expect(trace.missing).to.include("5 of the spans given are no spans");
    expect(() => readTrace({ spans: 7 as unknown as SpanInput[] })).to.throw("spans must be a list");
  });

  it("reads spans whose parents form a cycle, or a very long line", () => {
    const loop = [
      span("a", 0, {}, { parentSpanId: "b@0" }),
      span("b", 0, {}, { parentSpanId: "a@0" }),
      span("c", 0, {}, { parentSpanId: "c@0" }),
    ];
    expect(readTrace({ spans: loop }).spans).to.have.lengthOf(3);
    const line = Array.from({ length: 3000 }, (_, index) =>
      span("x", index, {}, { parentSpanId: `x@${String(index - 1)}` }),
    );
    expect(readTrace({ spans: line }).spans).to.have.lengthOf(3000);
  });

  it("keeps text that is no JSON, nests too deep or spells no finite number", () => {
    const deep = "[".repeat(5000) + "]".repeat(5000);
    for (const result of [deep, "1e999", '{"a":', "x".repeat(1_000_000)]) {
      const tool = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "a",
        "gen_ai.tool.call.result": result,
      };
      expect(readTrace({ spans: [span("a", 0, tool)] }).toolsCalled[0]?.output).to.equal(result);
    }
  });

  it("takes a span that is given twice once, as it was given last", () => {
    const [first, last] = [span("a", 0, {}, { endTimeUnixMs: null }), span("a", 0, {})];
    expect(readTrace({ spans: [first, last] }).spans.map(({ endTimeMs }) => endTimeMs)).to.deep.equal([10]);
  });
});
