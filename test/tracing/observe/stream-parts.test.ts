import { expect } from "chai";
import { captureTrace, observe, type ObserveType } from "../../../src/tracing/index.js";
import type { Trace } from "../../../src/index.js";

async function traceOf(parts: readonly unknown[], type: ObserveType = "agent"): Promise<Trace> {
  const speaks = observe({ type, name: "a" }, async function* (_question: string) {
    yield* parts;
  });
  const { trace } = await captureTrace(async () => {
    for await (const _ of speaks("q"));
  });
  return trace;
}
const chunk = (delta: object) => ({ id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta }] });
const lang = (name: string, kwargs: object) => ({
  lc: 1,
  type: "constructor",
  id: ["langchain_core", "messages", name],
  kwargs,
});

describe("an observed agent that streams parts", () => {
  const told: Record<string, readonly [parts: readonly unknown[], output: string]> = {
    "of AI SDK": [
      [
        { type: "start" },
        { type: "reasoning-delta", id: "r", text: "I must not say it" },
        { type: "tool-call", toolCallId: "1", toolName: "look", input: { q: "x" } },
        { type: "tool-result", toolCallId: "1", toolName: "look", output: "secret" },
        { type: "text-start", id: "0" },
        { type: "text-delta", id: "0", text: "the code is hun" },
        { type: "text-delta", id: "0", text: "ter2" },
        { type: "text-end", id: "0" },
        { type: "finish", finishReason: "stop", totalUsage: { inputTokens: 1 } },
      ],
      "the code is hunter2",
    ],
    "of its older versions": [
      [
        { type: "text-delta", textDelta: "he" },
        { type: "text-delta", textDelta: "llo" },
      ],
      "hello",
    ],
    "of its UI": [
      [
        { type: "text-delta", id: "0", delta: "he" },
        { type: "text-delta", id: "0", delta: "llo" },
      ],
      "hello",
    ],
    "with deltas": [[{ delta: "he" }, { delta: "llo" }], "hello"],
    "with text": [[{ text: "he" }, { text: "llo" }], "hello"],
    "of type text": [
      [
        { type: "text", text: "he" },
        { type: "text", text: "llo" },
      ],
      "hello",
    ],
    "of OpenAI's completions": [
      [
        chunk({ role: "assistant", content: "" }),
        chunk({ content: "he" }),
        chunk({ content: "llo" }),
        chunk({ tool_calls: [{ index: 0, id: "1", function: { name: "f", arguments: "{}" } }] }),
        { choices: [], usage: { total_tokens: 3 } },
      ],
      "hello",
    ],
    "of OpenAI's responses": [
      [
        { type: "response.created", response: { id: "r", output: [] } },
        { type: "response.output_text.delta", item_id: "m", delta: "he" },
        { type: "response.output_text.delta", item_id: "m", delta: "llo" },
        { type: "response.output_text.done", item_id: "m", text: "hello" },
        { type: "response.completed", response: { id: "r", output: [{ type: "message", content: [] }] } },
      ],
      "hello",
    ],
    "of OpenAI Agents": [
      [
        { type: "raw_model_stream_event", data: { type: "response_started" } },
        { type: "raw_model_stream_event", data: { type: "output_text_delta", delta: "he" } },
        { type: "raw_model_stream_event", data: { type: "output_text_delta", delta: "llo" } },
        { type: "run_item_stream_event", name: "message_output_created", item: { rawItem: { content: "hello" } } },
        { type: "agent_updated_stream_event", agent: { name: "b" } },
      ],
      "hello",
    ],
    "of Anthropic": [
      [
        { type: "message_start", message: { role: "assistant", content: [] } },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "he" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "llo" } },
        { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"a"' } },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } },
        { type: "message_stop" },
      ],
      "hello",
    ],
    "of Gemini": [
      ["he", "llo"].map((text) => ({ candidates: [{ content: { role: "model", parts: [{ text }] } }] })),
      "hello",
    ],
    "of Ollama": [
      [
        { message: { role: "assistant", content: "he" }, done: false },
        { message: { role: "assistant", content: "llo" }, done: false },
        { message: { role: "assistant", content: "" }, done: true, done_reason: "stop" },
      ],
      "hello",
    ],
    "of LangChain": [
      [
        lang("AIMessageChunk", { content: "he" }),
        lang("ToolMessage", { content: "secret" }),
        lang("AIMessageChunk", { content: "llo" }),
      ],
      "hello",
    ],
    "of LangGraph's messages": [
      ["he", "llo"].map((content) => [lang("AIMessageChunk", { content }), { langgraph_node: "a" }]),
      "hello",
    ],
    "of LangGraph's states": [
      [
        { messages: [{ role: "user", content: "q" }] },
        {
          messages: [
            { role: "user", content: "q" },
            { role: "assistant", content: "hello" },
          ],
        },
      ],
      "hello",
    ],
    "of LangChain's events": [
      [
        { event: "on_chain_start", name: "agent", data: { input: "q" } },
        { event: "on_chat_model_stream", data: { chunk: lang("AIMessageChunk", { content: "he" }) } },
        { event: "on_chat_model_stream", data: { chunk: lang("AIMessageChunk", { content: "llo" }) } },
        { event: "on_chat_model_end", data: { output: lang("AIMessageChunk", { content: "hello" }) } },
      ],
      "hello",
    ],
    "as events of a server": [
      [
        { event: "token", data: "he" },
        { event: "token", data: "llo" },
        { event: "done", data: "[DONE]" },
      ],
      "hello",
    ],
    "as JSON in events of a server": [
      [{ data: '{"delta":"he"}' }, { data: '{"delta":"llo"}' }, { data: "[DONE]" }],
      "hello",
    ],
    "of which some are a status": [[{ type: "status", text: "thinking" }, "answer"], "answer"],
    "that end with the whole": [
      [
        { type: "token", content: "he" },
        { type: "token", content: "llo" },
        { type: "final", answer: "hello" },
      ],
      "hello",
    ],
    "that grow": [[{ answer: "he" }, { answer: "hello" }], "hello"],
    "that are turns": [
      [
        { role: "assistant", content: "Hello." },
        { role: "assistant", content: "What is it?" },
        { end: "the user said goodbye" },
      ],
      "Hello.\nWhat is it?",
    ],
  };
  for (const [title, [parts, output]] of Object.entries(told)) {
    it(`answers their text: ${title}`, async () => {
      const trace = await traceOf(parts);
      expect(trace.output).to.equal(output);
      expect(trace.missing.join()).to.not.include("answer not known");
    });
  }

  const untold: Record<string, readonly unknown[]> = {
    "that hold text under names that are not known": [{ said: "the code is hunter2" }],
    "of a type that is not known": [
      { type: "text", text: "Hi" },
      { type: "card", body: "the code is hunter2" },
    ],
    "that contradict each other": [{ answer: "yes" }, { answer: "no" }],
    "that are numbers": [1, 2],
    "without a text": [{ type: "tool-call", toolCallId: "1", toolName: "look", input: {} }],
  };
  for (const [title, parts] of Object.entries(untold)) {
    it(`has no known answer, and says so, where they are parts ${title}`, async () => {
      const trace = await traceOf(parts);
      expect(trace.output).to.equal(null);
      expect(trace.spans[0]?.output).to.deep.equal(parts);
      expect(trace.missing.join("\n")).to.match(/answer not known \(it streamed parts, .*yield text or parts/);
    });
  }

  it("keeps the parts of a tool, and what a model asked for", async () => {
    const steps = [
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ];
    expect((await traceOf(steps, "tool")).toolsCalled[0]?.output).to.deep.equal(steps);
    const asking = [
      { type: "text-delta", text: "Let me see" },
      { type: "tool-call", toolCallId: "1", toolName: "look", input: {} },
    ];
    expect((await traceOf(asking, "llm")).spans[0]?.output).to.deep.equal(asking);
    expect((await traceOf(steps, "llm")).output).to.equal("ab");
  });

  it("says where whoever reads it stopped before its end", async () => {
    const counts = observe({ type: "tool", name: "count" }, function* (_: object) {
      yield* [1, 2, 3];
    });
    const whole = await captureTrace(() => [...counts({})]);
    expect(whole.trace.missing.join()).to.not.include("cut short");
    const { trace } = await captureTrace(() => {
      for (const each of counts({})) if (each === 2) break;
    });
    expect(trace.toolsCalled[0]?.output).to.deep.equal([1, 2]);
    expect(trace.missing.join()).to.include("output cut short (whoever read it stopped before its end)");
    const says = observe({ type: "agent", name: "a" }, () => ReadableStream.from(["he", "llo"]));
    const cancelled = await captureTrace(async () => {
      const reader = says().getReader();
      await reader.read();
      await reader.cancel();
    });
    expect(cancelled.trace.output).to.equal("he");
    expect(cancelled.trace.missing.join()).to.include("output cut short (whoever read it stopped");
  });
});
