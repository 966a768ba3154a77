import { expect } from "chai";
import { readTrace } from "../../../src/tracing/index.js";
import { spansOfOtlp } from "../../../src/tracing/otlp/from-otlp.js";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";
const base64 = (hex: string): string => Buffer.from(hex, "hex").toString("base64");
const attribute = (key: string, value: object) => ({ key, value });

const span = {
  traceId,
  spanId,
  name: "execute_tool refund",
  startTimeUnixNano: "1700000000123456789",
  endTimeUnixNano: "1700000000373456789",
  attributes: [
    attribute("gen_ai.operation.name", { stringValue: "execute_tool" }),
    attribute("gen_ai.tool.name", { stringValue: "refund" }),
    attribute("gen_ai.tool.call.arguments", {
      kvlistValue: { values: [attribute("amount", { intValue: "25" }), attribute("all", { boolValue: true })] },
    }),
  ],
  status: { code: "STATUS_CODE_ERROR", message: "no" },
};
const exportOf = (...spans: readonly object[]) => ({
  resourceSpans: [{ scopeSpans: [{ scope: { name: "sdk" }, spans }] }],
});

describe("OTLP in JSON", () => {
  it("is taken in place of spans, also several exports of it", () => {
    for (const spans of [exportOf(span), [exportOf(span)], [exportOf(), exportOf(span)]]) {
      const { toolsCalled, spans: read } = readTrace({ spans });
      expect(toolsCalled).to.deep.equal([
        {
          name: "refund",
          inputParameters: { amount: 25, all: true },
          error: "no",
          durationMs: 250,
          startTimeMs: 1_700_000_000_123.456789,
        },
      ]);
      expect(read[0]).to.include({ traceId, spanId, parentSpanId: null });
    }
  });

  it("may have its ids in base64, as protobuf's own JSON has, and join with hexadecimal ones", () => {
    const child = {
      traceId: base64(traceId),
      spanId: base64("00f067aa0ba902b7"),
      parentSpanId: base64(spanId),
      name: "in",
    };
    const { spans } = readTrace({ spans: exportOf(span, child) });
    expect(spans.find(({ name }) => name === "in")).to.include({ traceId, parentSpanId: spanId });
  });

  it("may be in snake case", () => {
    const snake = {
      resource_spans: [
        {
          scope_spans: [
            {
              spans: [
                {
                  trace_id: traceId,
                  span_id: spanId,
                  parent_span_id: "00f067aa0ba902b7",
                  name: "chat",
                  start_time_unix_nano: "1700000000000000000",
                  end_time_unix_nano: 1_700_000_001_000_000_000,
                  attributes: [attribute("gen_ai.operation.name", { string_value: "chat" })],
                  dropped_attributes_count: 2,
                },
              ],
            },
          ],
        },
      ],
    };
    const [read] = spansOfOtlp(snake);
    expect(read).to.deep.include({
      traceId,
      spanId,
      parentSpanId: "00f067aa0ba902b7",
      startTimeUnixMs: 1_700_000_000_000,
      endTimeUnixMs: 1_700_000_001_000,
      attributes: { "gen_ai.operation.name": "chat" },
      droppedAttributesCount: 2,
    });
    expect(readTrace({ spans: snake }).spans[0]?.kind).to.equal("llm");
  });

  it("has no parent and no end where these are zero or absent", () => {
    const [read] = spansOfOtlp(exportOf({ name: "a", parentSpanId: "0000000000000000", endTimeUnixNano: "0" }));
    expect(read).to.deep.include({ parentSpanId: null, endTimeUnixMs: null });
  });

  it("leaves out what is damaged, and never throws", () => {
    const damaged = [
      {
        resourceSpans: [
          null,
          7,
          { scopeSpans: "x" },
          { scopeSpans: [{ spans: [null, "x", { attributes: 7, events: {} }] }] },
        ],
      },
      exportOf({
        name: 7,
        traceId: [],
        startTimeUnixNano: {},
        attributes: [{}, { key: "a" }, { key: "b", value: { arrayValue: 7 } }],
      }),
    ];
    for (const spans of damaged) expect(() => readTrace({ spans })).to.not.throw();
  });
});
