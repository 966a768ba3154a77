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

  it("is read of the times of spans whose attributes were made plain", () => {
    const attributes = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "look" };
    const times = { startTimeUnixNano: "1700000000000000000", endTimeUnixNano: 1.7000000005e18 };
    const [call] = readTrace({ spans: [{ name: "look", attributes, ...times }] }).toolsCalled;
    expect(call).to.deep.include({ name: "look", startTimeMs: 1.7e12, durationMs: 500 });
  });

  it("is read of single spans too, taken out of their export", () => {
    const snake = { trace_id: traceId, span_id: spanId, name: "in", start_time_unix_nano: "1700000000123456789" };
    const bare = { name: "execute_tool look", attributes: span.attributes };
    const whole = readTrace({ spans: exportOf(span) });
    for (const spans of [span, [span], [span, exportOf()]])
      expect(readTrace({ spans }).toolsCalled).to.deep.equal(whole.toolsCalled);
    const { spans } = readTrace({ spans: [span, { ...snake, span_id: "00f067aa0ba902b7", parent_span_id: spanId }] });
    expect(spans.map(({ name, parentSpanId, endTimeMs }) => [name, parentSpanId, endTimeMs])).to.deep.equal([
      ["execute_tool refund", null, 1_700_000_000_373.456789],
      ["in", spanId, null],
    ]);
    expect(readTrace({ spans: [bare] }).toolsCalled[0]).to.deep.include({ name: "refund" });
  });

  it("is read of single log records too", () => {
    const asked = { ...span, name: "chat", attributes: [attribute("gen_ai.operation.name", { stringValue: "chat" })] };
    const record = {
      ...{ traceId, spanId, timeUnixNano: "1700000000200000000", eventName: "gen_ai.choice" },
      body: {
        kvlistValue: {
          values: [attribute("message", { kvlistValue: { values: [attribute("content", { stringValue: "Hi" })] } })],
        },
      },
    };
    const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] };
    const { status: _, ...fine } = asked;
    for (const logRecords of [logs, [record]]) expect(readTrace({ spans: [fine], logRecords }).output).to.equal("Hi");
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

  it("may have ids in base64 without padding, which happen to be made of hexadecimal digits", () => {
    const id = "c0ffeec0ffe";
    const [read] = spansOfOtlp(exportOf({ ...span, spanId: id }));
    expect(read?.spanId).to.equal(Buffer.from(id, "base64").toString("hex"));
  });

  it("may have lists with items that hold no value, which keep their places", () => {
    const values = [{ stringValue: "a" }, {}, { intValue: "2" }];
    const map = { kvlistValue: { values: [attribute("none", {})] } };
    const attributes = [attribute("list", { arrayValue: { values } }), attribute("map", map)];
    const [read] = spansOfOtlp(exportOf({ ...span, attributes }));
    expect(read?.attributes).to.deep.equal({ list: ["a", null, 2], map: { none: null } });
  });

  it("tells which end of a call a span is, by its number or its name", () => {
    const given = [2, "SPAN_KIND_SERVER", 3, "SPAN_KIND_CLIENT", 4, 5, 0, 9, "other", undefined, null, 2.5];
    const kinds = spansOfOtlp(exportOf(...given.map((kind) => ({ ...span, kind })))).map(({ kind }) => kind);
    const known = ["server", "server", "client", "client", "producer", "consumer"];
    expect(kinds).to.deep.equal([...known, ...Array.from({ length: 6 }, () => undefined)]);
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
    expect(read?.parentSpanId).to.equal(null);
    expect(read).not.to.have.property("endTimeUnixMs");
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
