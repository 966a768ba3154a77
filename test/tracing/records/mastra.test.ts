import { expect } from "chai";
import { knowsRetrieval, readTrace } from "../../../src/tracing/index.js";

const start = new Date("2026-01-01T00:00:00.000Z");
const later = (ms: number): Date => new Date(start.getTime() + ms);
const made = (id: string, type: string, at: number, more: object) => ({
  id,
  type,
  traceId: "0af7651916cd43dd8448eb211c80319c",
  name: type,
  startTime: later(at),
  endTime: later(at + 10),
  isEvent: false,
  ...more,
});

const spans = [
  made("a", "agent_run", 0, {
    name: "agent run: 'support'",
    endTime: later(100),
    isRootSpan: true,
    entityName: "Support",
    attributes: { conversationId: "thread-1", availableTools: ["never_called"] },
    input: [{ role: "user", content: "refund A-17?" }],
    output: { text: "Refunded.", files: [] },
  }),
  made("g", "model_generation", 1, {
    parentSpanId: "a",
    endTime: later(90),
    attributes: { model: "gpt-4o", usage: { inputTokens: 10, outputTokens: 5 } },
    input: { messages: [{ role: "user", content: "refund A-17?" }] },
    output: { text: "Refunded.", toolCalls: [] },
  }),
  made("s", "model_step", 2, {
    parentSpanId: "g",
    attributes: { usage: { inputTokens: 4, outputTokens: 2 } },
    output: {
      text: "",
      toolCalls: [{ type: "tool-call", payload: { toolCallId: "c1", toolName: "refund", args: { order: "A-17" } } }],
    },
  }),
  made("c", "model_chunk", 3, { parentSpanId: "s", isEvent: true, output: { text: "R" } }),
  made("e", "agent_signal", 4, { parentSpanId: "s", isEvent: true, endTime: undefined }),
  made("t", "tool_call", 20, {
    parentSpanId: "g",
    name: "tool: 'refund'",
    attributes: { toolCallId: "c1", toolDescription: "Pays back", success: true },
    input: { order: "A-17" },
    output: { ok: true },
  }),
  made("s2", "model_step", 40, {
    parentSpanId: "g",
    attributes: { usage: { inputTokens: 6, outputTokens: 3 } },
    output: { text: "Refunded.", toolCalls: [] },
  }),
];

describe("spans of Mastra", () => {
  const trace = readTrace({ records: spans });

  it("show calls, tokens, the answer and its agent, each once", () => {
    expect(trace.toolsCalled).to.deep.equal([
      {
        name: "refund",
        description: "Pays back",
        inputParameters: { order: "A-17" },
        output: { ok: true },
        id: "c1",
        durationMs: 10,
        startTimeMs: later(20).getTime(),
      },
    ]);
    expect(trace.usage).to.deep.equal({ inputTokens: 10, outputTokens: 5, totalTokens: 15 });
    expect(trace.output).to.equal("Refunded.");
    expect(trace.turns[0]).to.deep.include({
      agent: "Support",
      input: "refund A-17?",
      output: "Refunded.",
      latencyMs: 100,
    });
    expect(trace.conversationId).to.equal("thread-1");
    expect(trace.spans.map(({ spanId }) => spanId))
      .to.not.include.members(["c"])
      .and.to.not.include.members(["e"]);
  });

  it("are the same in the events of exporters, as JSON, and as they are stored", () => {
    const events = spans.flatMap((span) => [
      { type: "span_started", exportedSpan: { ...span, endTime: undefined, output: undefined } },
      { type: "span_ended", exportedSpan: span },
    ]);
    const stored = spans.map(({ id, type, startTime, endTime, ...rest }) => ({
      ...rest,
      spanId: id,
      spanType: type,
      startedAt: startTime,
      endedAt: endTime,
    }));
    const json = JSON.parse(JSON.stringify(spans)) as object[];
    for (const records of [events, json, stored]) expect(readTrace({ records })).to.deep.equal(trace);
  });

  it("have what an MCP server answered out of its list of contents, and as an error where it says so", () => {
    const answering = (at: number, words: string, isError: boolean): object =>
      made(`m${String(at)}`, "mcp_tool_call", at, {
        name: "mcp_tool: 'search' on 'kb'",
        input: {},
        output: { content: [{ type: "text", text: words }], isError },
      });
    const { toolsCalled } = readTrace({ records: [answering(0, "30 days", false), answering(20, "no index", true)] });
    expect(toolsCalled.map(({ output, error }) => [output, error])).to.deep.equal([
      ["30 days", undefined],
      [undefined, "no index"],
    ]);
  });

  it("of MCP tools, of failures and of vector stores", () => {
    const { toolsCalled, retrievalContext, missing } = readTrace({
      records: [
        made("m", "mcp_tool_call", 0, {
          name: "mcp_tool: 'search' on 'kb'",
          input: {},
          errorInfo: { message: "gone" },
        }),
        made("f", "tool_call", 20, { name: "tool: 'pay'", input: { amount: 1 }, attributes: { success: false } }),
        made("v", "rag_vector_operation", 40, {
          attributes: { operation: "query" },
          output: [{ id: "d1", score: 0.5, metadata: { text: "30 days" } }],
        }),
      ],
    });
    expect(toolsCalled.map(({ name, type, error }) => [name, type, error])).to.deep.equal([
      ["search", "mcp", "gone"],
      ["pay", undefined, "failed without a message"],
    ]);
    expect(retrievalContext).to.deep.equal([
      { context: "30 days", id: "d1", score: 0.5, metadata: { text: "30 days" } },
    ]);
    expect(missing.join()).to.not.include("retrievalContext");
    const counted = readTrace({
      records: [
        made("v", "rag_vector_operation", 0, { attributes: { operation: "query" }, output: { resultCount: 3 } }),
      ],
    });
    expect(knowsRetrieval(counted)).to.equal(false);
  });
});
