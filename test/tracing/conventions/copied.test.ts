import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { parts, span, text } from "../support/spans.js";

const json = JSON.stringify;
const boom = { code: 2, message: "boom" };
const thrown = [{ name: "exception", attributes: { "exception.message": "boom" } }];

/** A tool's span of the AI SDK up to 6, as @arizeai/openinference-vercel leaves it. */
const tool6 = (at: number, id: string, result: unknown, more: Partial<SpanInput> = {}): SpanInput =>
  span(
    "ai.toolCall",
    at,
    {
      "ai.operationId": "ai.toolCall",
      "ai.toolCall.name": "look",
      "ai.toolCall.id": id,
      "ai.toolCall.args": '{"x":1}',
      ...(result !== undefined && { "ai.toolCall.result": json(result), "output.value": json(result) }),
      "openinference.span.kind": "TOOL",
      "tool.name": "look",
      "tool_call.id": id,
      "tool.parameters": '{"x":1}',
      "output.mime_type": "text/plain",
    },
    more,
  );

/** The same of version 7, of which the copy leaves out most. */
const tool7 = (at: number, id: string, result: unknown): SpanInput =>
  span("execute_tool look", at, {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "look",
    "gen_ai.tool.call.id": id,
    "gen_ai.tool.call.arguments": '{"x":1}',
    "gen_ai.tool.call.result": json(result),
    "openinference.span.kind": "TOOL",
    "tool.name": "look",
    "tool_call.id": id,
  });

const scalars = ["", 0, false, null, "42", '{"a":1}', "Zürich", [1, "a"]];

describe("OpenInference beside what it was copied from", () => {
  it("leaves results what the AI SDK says they are, of whatever type", () => {
    for (const toolSpan of [tool6, tool7]) {
      const { toolsCalled } = readTrace({ spans: scalars.map((each, at) => toolSpan(at, `c${String(at)}`, each)) });
      expect(toolsCalled.map(({ output }) => output)).to.deep.equal(scalars);
    }
  });

  it("is filled in for what the other leaves out", () => {
    const model = span("chat", 0, {
      "gen_ai.operation.name": "chat",
      "gen_ai.usage.input_tokens": 3,
      "openinference.span.kind": "LLM",
      "llm.output_messages.0.message.role": "assistant",
      "llm.output_messages.0.message.content": "hi",
      "llm.token_count.completion": 2,
    });
    const { output, missing } = readTrace({ spans: [model] });
    expect({ output, missing: missing.filter((each) => !each.startsWith("usage")) }).to.deep.equal({
      output: "hi",
      missing: [],
    });
  });

  it("makes no answer of a thought, no question of a picture, no model call of a step, and no agent of an operation", () => {
    const copy = { "openinference.span.kind": "LLM", "llm.output_messages.0.message.role": "assistant" };
    const spans = [
      span("invoke_agent m", 0, {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.input.messages": parts("user", text("what is it?"), { type: "blob", content: "iVBORw==" }),
        "gen_ai.output.messages": parts("assistant", { type: "reasoning", content: "hm" }, text("a cat")),
        ...copy,
        "openinference.span.kind": "AGENT",
        "llm.output_messages.0.message.content": '{"type":"reasoning","content":"hm"}',
      }),
      span("step 1", 1, { "gen_ai.operation.name": "agent_step", "openinference.span.kind": "LLM" }),
      span("chat m", 2, {
        "gen_ai.operation.name": "chat",
        "gen_ai.input.messages": parts("user", text("what is it?"), { type: "blob", content: "iVBORw==" }),
        "gen_ai.output.messages": parts("assistant", { type: "reasoning", content: "hm" }, text("a cat")),
        "gen_ai.usage.input_tokens": 5,
        "gen_ai.usage.output_tokens": 2,
        "gen_ai.usage.cache_read.input_tokens": 4,
        ...copy,
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.content": '{"type":"blob","content":"iVBORw=="}',
        "llm.output_messages.0.message.content": '{"type":"reasoning","content":"hm"}',
        "llm.token_count.prompt": 5,
        "llm.token_count.completion": 2,
      }),
    ];
    const { output, usage, turns, missing } = readTrace({ spans });
    expect({ output, usage, missing }).to.deep.equal({
      output: "a cat",
      usage: { inputTokens: 5, outputTokens: 2, totalTokens: 7, cachedInputTokens: 4 },
      missing: [],
    });
    expect(turns.map(({ input, agent }) => ({ input, agent }))).to.deep.equal([
      { input: "what is it?", agent: undefined },
    ]);
  });

  it("does not pass the error of one span on to those after it", () => {
    const model = span(
      "ai.generateText.doGenerate",
      40,
      {
        "ai.operationId": "ai.generateText.doGenerate",
        "ai.prompt.messages": json([{ role: "user", content: "q" }]),
        "ai.response.finishReason": "stop",
        "ai.response.text": "fine",
        "openinference.span.kind": "LLM",
      },
      { status: boom },
    );
    const step = span(
      "step 1",
      60,
      { "gen_ai.operation.name": "agent_step", "openinference.span.kind": "LLM" },
      { status: boom },
    );
    const spans = [
      tool6(0, "a", undefined, { status: boom, events: thrown }),
      tool6(20, "b", { ok: true }, { status: boom }),
      tool6(30, "c", undefined, { status: boom }),
      model,
      step,
    ];
    const trace = readTrace({ spans });
    expect(trace.toolsCalled.map(({ id, output, error }) => ({ id, output, error }))).to.deep.equal([
      { id: "a", output: undefined, error: "boom" },
      { id: "b", output: { ok: true }, error: undefined },
      { id: "c", output: undefined, error: undefined },
    ]);
    expect(trace.output).to.equal("fine");
    expect(trace.missing.filter((each) => !each.startsWith("usage"))).to.deep.equal([
      "result not recorded: call 3 (look)",
    ]);
    expect(trace.spans.map(({ status }) => status)).to.deep.equal(["error", "unset", "unset", "unset", "unset"]);
  });

  it("leaves an answer that consists of calls empty", () => {
    const calls = json([{ toolCallId: "a", toolName: "ask", input: '{"q":"?"}' }]);
    const agent = { "openinference.span.kind": "AGENT", "output.mime_type": "application/json" };
    const root = span("ai.generateText", 0, { ...agent, "output.value": calls });
    expect(readTrace({ spans: [root] }).output).to.equal("");
    const list = json([{ name: "Ann", id: "7" }]);
    const people = span("who", 0, { ...agent, "output.value": list });
    expect(readTrace({ spans: [people] }).output).to.equal(list);
  });

  it("counts the tokens of embeddings", () => {
    const embed = span("ai.embed.doEmbed", 0, {
      "ai.operationId": "ai.embed.doEmbed",
      "ai.usage.tokens": 4,
      "openinference.span.kind": "EMBEDDING",
    });
    expect(readTrace({ spans: [embed] }).usage.inputTokens).to.equal(4);
  });
});

describe("the AI SDK through OpenLLMetry", () => {
  const operation = (name: string, at: number, answer: object, more: Record<string, unknown> = {}): SpanInput =>
    span(name, at, {
      "ai.operationId": name,
      "gen_ai.input.messages": parts("user", text("weather?")),
      "gen_ai.output.messages": parts("assistant", answer),
      ...more,
    });

  it("is read of the messages that were moved to the standard's attributes", () => {
    const call = { type: "tool_call", id: "a", name: "look", arguments: { q: "?" } };
    const spans = [
      operation("ai.generateText", 0, text("21 now")),
      operation("ai.generateText.doGenerate", 1, call, { "ai.usage.inputTokens": 3, "ai.usage.outputTokens": 2 }),
      operation("ai.streamText.doStream", 20, text("21 now"), {
        "ai.usage.inputTokens": 3,
        "ai.usage.outputTokens": 2,
      }),
    ];
    const { output, toolsCalled, turns, usage } = readTrace({ spans });
    expect({ output, input: turns[0]?.input, tokens: usage.totalTokens }).to.deep.equal({
      output: "21 now",
      input: "weather?",
      tokens: 10,
    });
    expect(toolsCalled).to.deep.equal([{ name: "look", id: "a", inputParameters: { q: "?" }, executed: false }]);
  });

  it("that ended with calls answered nothing", () => {
    const call = { type: "tool_call", id: "a", name: "look", arguments: { q: "?" } };
    expect(readTrace({ spans: [operation("ai.generateText", 0, call)] }).output).to.equal("");
  });
});
