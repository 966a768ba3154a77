import { expect } from "chai";
import { knowsTools, readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { dumpOf, inputOf, span } from "../support/spans.js";

const chat = (at: number, more: Partial<SpanInput> = {}, attributes: object = {}): SpanInput =>
  span("chat", at, { "gen_ai.operation.name": "chat", ...attributes }, more);
const ids = { traceId: "t1", spanId: "chat@0" };
const call = { id: "c1", type: "function", function: { name: "look", arguments: '{"id":1}' } };

describe("messages in log records", () => {
  const input = inputOf("otelcontrib-chat-tool-loop");
  const read = readTrace(input);

  it("are missing without the records, which is told", () => {
    const trace = readTrace({ spans: dumpOf("otelcontrib-chat-tool-loop") });
    expect(trace.toolsCalled).to.be.empty;
    expect(knowsTools(trace)).to.equal(false);
    expect(trace.missing.join()).to.include("give them as logRecords");
  });

  it("are read from OTLP's JSON and from records that have their ids beside the rest", () => {
    const records = input.logRecords as readonly { spanContext: object; attributes: object; body: object }[];
    const flat = records.map(({ spanContext, ...rest }) => ({ ...rest, ...spanContext }));
    const value = (each: unknown): object =>
      Array.isArray(each)
        ? { arrayValue: { values: (each as unknown[]).map(value) } }
        : typeof each === "object" && each !== null
          ? { kvlistValue: { values: Object.entries(each).map(([key, item]) => ({ key, value: value(item) })) } }
          : typeof each === "number"
            ? { intValue: String(each) }
            : { stringValue: each };
    const logRecords = records.map(({ spanContext, attributes, body, ...rest }) => ({
      ...rest,
      ...spanContext,
      body: value(body),
      attributes: Object.entries(attributes).map(([key, item]) => ({ key, value: value(item) })),
    }));
    for (const given of [flat, { resourceLogs: [{ scopeLogs: [{ logRecords }] }] }]) {
      const { toolsCalled, output } = readTrace({ ...input, logRecords: given });
      expect({ toolsCalled, output }).to.deep.equal({ toolsCalled: read.toolsCalled, output: read.output });
    }
  });

  it("are read from the two records of newer versions, one for what went in and one for what came out", () => {
    const details = "gen_ai.client.inference.operation.details";
    const text = (role: string, content: string) => [{ role, parts: [{ type: "text", content }] }];
    const logRecords = [
      { ...ids, eventName: details, attributes: { "gen_ai.input.messages": text("user", "hi") } },
      { ...ids, eventName: details, attributes: { "gen_ai.output.messages": text("assistant", "Hello") } },
    ];
    expect(readTrace({ spans: [chat(0)], logRecords }).output).to.equal("Hello");
  });

  it("know calls by the id that their results repeat, not by that of the item", () => {
    const details = "gen_ai.client.inference.operation.details";
    const asking = { type: "tool_call", id: "fc_1", call_id: "c1", name: "look", arguments: "{}" };
    const result = { type: "tool_call_response", call_id: "c1", response: "7" };
    const record = (spanId: string, key: string, role: string, part: object) => ({
      traceId: "t1",
      spanId,
      eventName: details,
      attributes: { [`gen_ai.${key}.messages`]: [{ role, parts: [part] }] },
    });
    const logRecords = [record("chat@0", "output", "assistant", asking), record("chat@20", "input", "user", result)];
    expect(readTrace({ spans: [chat(0), chat(20)], logRecords }).toolsCalled).to.deep.equal([
      { name: "look", inputParameters: {}, output: 7, id: "c1" },
    ]);
  });

  it("leave arguments and words unknown where their capture is off", () => {
    const bare = { id: "c1", type: "function", function: { name: "look" } };
    const logRecords = [
      { ...ids, eventName: "gen_ai.user.message", body: {} },
      {
        ...ids,
        eventName: "gen_ai.choice",
        body: { finish_reason: "tool_calls", index: 0, message: { tool_calls: [bare] } },
      },
    ];
    const trace = readTrace({ spans: [chat(0)], logRecords });
    expect(trace.toolsCalled).to.deep.equal([{ name: "look", id: "c1", executed: false }]);
    expect(trace.output).to.equal(null);
    const silent = [{ ...ids, eventName: "gen_ai.choice", body: { finish_reason: "stop", index: 0, message: {} } }];
    expect(readTrace({ spans: [chat(0)], logRecords: silent }).missing.join()).to.include("content was not captured");
  });

  it("of other choices than the first are no calls", () => {
    const choice = (index: number, id: string) => ({
      ...ids,
      eventName: "gen_ai.choice",
      body: { index, message: { tool_calls: [{ ...call, id }] } },
    });
    const trace = readTrace({ spans: [chat(0)], logRecords: [choice(0, "c1"), choice(1, "c2")] });
    expect(trace.toolsCalled.map(({ id }) => id)).to.deep.equal(["c1"]);
  });

  it("that belong to no span, or are no records, are passed over", () => {
    const logRecords = [
      { eventName: "gen_ai.choice", body: { message: { content: "x" } } },
      null,
      7,
      { traceId: "t1" },
    ];
    expect(readTrace({ spans: [chat(0)], logRecords: logRecords as object[] }).output).to.equal(null);
  });
});

describe("messages in span events", () => {
  it("are read like log records, and attributes of the span count before them", () => {
    const events = [
      { name: "gen_ai.user.message", attributes: { content: "hi" } },
      {
        name: "gen_ai.choice",
        attributes: { index: 0, message: JSON.stringify({ content: "Hello", tool_calls: [call] }) },
      },
    ];
    const trace = readTrace({ spans: [chat(0, { events })] });
    expect(trace.output).to.equal("Hello");
    expect(trace.toolsCalled[0]).to.deep.include({ name: "look", inputParameters: { id: 1 } });
    const own = { "gen_ai.output.messages": '[{"role":"assistant","parts":[{"type":"text","content":"Own"}]}]' };
    expect(readTrace({ spans: [chat(0, { events }, own)] }).output).to.equal("Own");
  });

  it("may be whole lists of messages", () => {
    const events = [
      { name: "gen_ai.content.prompt", attributes: { "gen_ai.prompt": '[{"role":"user","content":"hi"}]' } },
      {
        name: "gen_ai.content.completion",
        attributes: { "gen_ai.completion": '[{"role":"assistant","content":"Hello"}]' },
      },
    ];
    expect(readTrace({ spans: [chat(0, { events })] }).output).to.equal("Hello");
  });
});
