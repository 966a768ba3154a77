import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { span } from "../support/spans.js";

const typed = (type: string, value: unknown): string => JSON.stringify({ type, value });
const made = (
  name: string,
  at: number,
  type: string,
  attributes: object,
  parent: string | null = "agent@0",
): SpanInput => span(name, at, { "langwatch.span.type": type, ...attributes }, { parentSpanId: parent });

describe("spans of LangWatch", () => {
  const agent = {
    ...made(
      "agent",
      0,
      "agent",
      {
        "langwatch.input": typed("chat_messages", [{ role: "user", content: "refund?" }]),
        "langwatch.output": typed("text", "Within 30 days."),
        "langwatch.thread.id": "thread-1",
      },
      null,
    ),
    endTimeUnixMs: 100,
  };
  const rag = made("search_kb", 10, "rag", {
    "langwatch.input": typed("text", "refund policy"),
    "langwatch.contexts": typed("json", [{ document_id: "d1", chunk_id: "c1", content: "Refunds within 30 days" }]),
  });
  const tool = made("refund_order", 30, "tool", {
    "langwatch.input": typed("json", { order: "A-17" }),
    "langwatch.output": typed("list", [
      { type: "text", value: "x" },
      { type: "json", value: { ok: true } },
    ]),
  });
  const llm = made("llm", 50, "llm", {
    "langwatch.input": typed("chat_messages", [{ role: "user", content: "refund?" }]),
    "langwatch.output": typed("chat_messages", [
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c9", type: "function", function: { name: "never_run", arguments: "{}" } }],
      },
    ]),
    "langwatch.metrics": typed("json", { promptTokens: 21, completionTokens: 9, cost: 0.1 }),
    "gen_ai.request.model": "gpt-4o",
  });
  const trace = readTrace({ spans: [agent, rag, tool, llm] });

  it("show calls, documents, tokens, the answer and the thread", () => {
    expect(
      trace.toolsCalled.map(({ name, inputParameters, output, executed }) => ({
        name,
        inputParameters,
        output,
        executed,
      })),
    ).to.deep.equal([
      {
        name: "refund_order",
        inputParameters: { order: "A-17" },
        output: ["x", { ok: true }],
        executed: undefined,
      },
      { name: "never_run", inputParameters: {}, output: undefined, executed: false },
    ]);
    expect(trace.retrievalContext).to.deep.equal([{ context: "Refunds within 30 days", id: "d1" }]);
    expect(trace.usage).to.deep.equal({ inputTokens: 21, outputTokens: 9, totalTokens: 30, costUsd: 0.1 });
    expect(trace.turns[0]).to.deep.include({ agent: "agent", input: "refund?", output: "Within 30 days." });
    expect(trace.output).to.equal("Within 30 days.");
    expect(trace.conversationId).to.equal("thread-1");
    expect(trace.spans.find(({ kind }) => kind === "llm")?.model).to.equal("gpt-4o");
  });

  it("leave unknown what was not captured", () => {
    const bare = readTrace({
      spans: [made("t", 0, "tool", {}), made("llm", 20, "llm", {}), made("g", 40, "guardrail", {})],
    });
    expect(bare.toolsCalled[0]).to.not.have.any.keys("inputParameters", "output");
    expect(bare.missing.join()).to.include('llm "llm": content was not captured');
  });

  it("that follow the standard as well take from it what they lack", () => {
    const standard = {
      "gen_ai.operation.name": "chat",
      "gen_ai.output.messages": '[{"role":"assistant","parts":[{"type":"text","content":"Hello"}]}]',
      "gen_ai.usage.input_tokens": 3,
      "gen_ai.usage.output_tokens": 4,
    };
    const both = readTrace({ spans: [made("llm", 0, "llm", standard)] });
    expect(both.output).to.equal("Hello");
    expect(both.usage.totalTokens).to.equal(7);
    expect(both.missing).to.be.empty;
    // Not where both differ in what the span is.
    expect(readTrace({ spans: [made("step", 0, "chain", standard)] }).spans[0])
      .to.deep.include({ kind: "chain" })
      .and.to.not.have.property("output");
  });
});
