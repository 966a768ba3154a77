import { expect } from "chai";
import { readTrace } from "../../../src/tracing/index.js";

const ai = (kwargs: object) => ({
  lc: 1,
  type: "constructor",
  id: ["langchain_core", "messages", "AIMessage"],
  kwargs,
});
const human = (content: string) => ({
  lc: 1,
  type: "constructor",
  id: ["langchain_core", "messages", "HumanMessage"],
  kwargs: { content },
});

const root = {
  id: "r",
  trace_id: "r",
  name: "AgentExecutor",
  run_type: "chain",
  start_time: "2024-09-19T17:16:48.637974",
  end_time: "2024-09-19T17:16:49.137974",
  inputs: { messages: [{ type: "human", content: "refund A-17?" }] },
  outputs: {
    messages: [
      { type: "human", content: "refund A-17?" },
      { type: "ai", content: "Refunded." },
    ],
  },
  extra: { metadata: { thread_id: "thread-1" } },
};
const model = {
  id: "m",
  name: "ChatOpenAI",
  run_type: "llm",
  start_time: "2024-09-19T17:16:48.637990",
  end_time: "2024-09-19T17:16:48.737974",
  inputs: { messages: [[human("refund A-17?")]] },
  outputs: {
    generations: [
      [
        {
          text: "",
          message: ai({
            content: "",
            tool_calls: [{ name: "refund", args: { order: "A-17" }, id: "c1", type: "tool_call" }],
            usage_metadata: { input_tokens: 3, output_tokens: 4, total_tokens: 7 },
          }),
        },
      ],
    ],
  },
  extra: { metadata: { ls_model_name: "gpt-4o" } },
};
const tool = {
  id: "t",
  name: "refund",
  run_type: "tool",
  start_time: "2024-09-19T17:16:48.800000",
  end_time: "2024-09-19T17:16:48.900000",
  inputs: { input: "{'order': 'A-17'}" },
  outputs: { output: { type: "tool", content: '{"ok":true}', tool_call_id: "c1", status: "success" } },
};
const retriever = {
  id: "k",
  name: "VectorStoreRetriever",
  run_type: "retriever",
  start_time: "2024-09-19T17:16:48.640000",
  end_time: "2024-09-19T17:16:48.650000",
  inputs: { query: "refund" },
  outputs: { documents: [{ page_content: "30 days", metadata: { source: "policy.md" }, type: "Document" }] },
};
const children = [retriever, model, tool];
const flat = [root, ...children.map((run) => ({ ...run, trace_id: "r", parent_run_id: "r" }))];

describe("runs of LangSmith", () => {
  const tree = readTrace({ records: [{ ...root, child_runs: children }] });

  it("show calls, documents, tokens and the answer, each once", () => {
    expect(tree.toolsCalled).to.deep.equal([
      {
        name: "refund",
        inputParameters: { order: "A-17" },
        output: { ok: true },
        id: "c1",
        durationMs: 100,
        startTimeMs: Date.parse("2024-09-19T17:16:48.800Z"),
      },
    ]);
    expect(tree.retrievalContext).to.deep.equal([
      { context: "30 days", source: "policy.md", metadata: { source: "policy.md" } },
    ]);
    expect(tree.usage).to.deep.equal({ inputTokens: 3, outputTokens: 4, totalTokens: 7 });
    expect(tree.output).to.equal("Refunded.");
    expect(tree.turns).to.deep.equal([
      { traceId: "r", input: "refund A-17?", output: "Refunded.", latencyMs: 500, interrupted: null },
    ]);
    expect(tree.conversationId).to.equal("thread-1");
    expect(tree.spans.find(({ kind }) => kind === "llm")?.model).to.equal("gpt-4o");
    expect(tree.missing).to.be.empty;
  });

  it("are the same as a tree, as a flat list in any order, and as a tree that is also listed", () => {
    for (const records of [flat, [...flat].reverse(), [{ ...root, child_runs: children }, ...flat]])
      expect(readTrace({ records })).to.deep.equal(tree);
  });

  it("may have times in milliseconds, or nothing but their dotted order", () => {
    const ms = readTrace({ records: [{ ...tool, start_time: 1_700_000_000_000, end_time: 1_700_000_000_250 }] });
    expect(ms.toolsCalled[0]).to.include({ startTimeMs: 1_700_000_000_000, durationMs: 250 });
    const step = (second: string, id: string) => `20240919T1716${second}637974Z${id}`;
    const bare = { name: "x", run_type: "chain", inputs: {} };
    const { spans } = readTrace({
      records: [
        { ...bare, dotted_order: `${step("49", "r")}.${step("50", "a")}` },
        { ...bare, dotted_order: step("49", "r") },
      ],
    });
    expect(spans.map(({ traceId, spanId, parentSpanId }) => [traceId, spanId, parentSpanId])).to.deep.equal([
      ["r", "r", null],
      ["r", "a", "r"],
    ]);
    expect(spans[0]?.startTimeMs).to.be.closeTo(Date.parse("2024-09-19T17:16:49.637Z") + 0.974, 1e-3);
  });

  it("of tools take arguments as they are, as text, or within the whole call; errors too", () => {
    const call = (run: object) => readTrace({ records: [{ ...tool, ...run }] }).toolsCalled[0];
    expect(call({ inputs: { order: "A-17", amount: 2 } })?.inputParameters).to.deep.equal({ order: "A-17", amount: 2 });
    expect(call({ inputs: { input: '{"order":"A-17"}' } })?.inputParameters).to.deep.equal({ order: "A-17" });
    expect(call({ inputs: { input: "Paris" } })?.inputParameters).to.equal("Paris");
    const whole = { name: "refund", args: { order: "A-17" }, id: "c9", type: "tool_call" };
    expect(call({ inputs: whole, outputs: { output: "ok" } })).to.deep.include({
      id: "c9",
      inputParameters: { order: "A-17" },
      output: "ok",
    });
    expect(call({ inputs: {}, outputs: undefined, error: "ValueError('no')" })).to.deep.include({
      inputParameters: {},
      error: "ValueError('no')",
    });
    const failed = { output: { content: "no such order", tool_call_id: "c1", status: "error" } };
    expect(call({ outputs: failed })).to.deep.include({ id: "c1", error: "no such order" });
    const told = { content: "remembered tea", tool_call_id: "c1", type: "tool" };
    const command = { output: { lg_name: "Command", update: { messages: [told] }, goto: [] } };
    expect(call({ outputs: command })).to.deep.include({ id: "c1", output: "remembered tea" });
  });

  it("of models are read in the shapes of OpenAI's client and of LangSmith's own wrappers", () => {
    const requested = { id: "c1", type: "function", function: { name: "look", arguments: "{}" } };
    const answers = [
      {
        choices: [{ index: 0, message: { role: "assistant", content: null, tool_calls: [requested] } }],
        usage: { prompt_tokens: 3, completion_tokens: 4 },
      },
      {
        role: "assistant",
        content: "",
        tool_calls: [requested],
        usage_metadata: { input_tokens: 3, output_tokens: 4 },
      },
      { message: { role: "assistant", tool_calls: [requested] }, usage: { prompt_tokens: 3, completion_tokens: 4 } },
      {
        generations: [[{ message: ai({ additional_kwargs: { tool_calls: [requested] } }) }]],
        llm_output: { tokenUsage: { promptTokens: 3, completionTokens: 4 } },
      },
    ];
    for (const outputs of answers) {
      const trace = readTrace({ records: [{ ...model, outputs }] });
      expect(trace.toolsCalled.map(({ name, id, inputParameters }) => [name, id, inputParameters])).to.deep.equal([
        ["look", "c1", {}],
      ]);
      expect(trace.usage.totalTokens).to.equal(7);
    }
  });

  it("that contain themselves are read", () => {
    const loop: Record<string, unknown> = { ...root };
    loop.child_runs = [loop];
    expect(readTrace({ records: [loop] }).output).to.equal("Refunded.");
  });
});
