import { expect } from "chai";
import { knowsRetrieval, knowsTools, readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { flat, json } from "../support/flat.js";
import { asking, parts, span, text } from "../support/spans.js";

const read = (...spans: SpanInput[]) => readTrace({ spans });
const callsOf = (...spans: SpanInput[]) =>
  read(...spans).toolsCalled.map(({ name, inputParameters, output }) => [name, inputParameters, output]);

interface Chat {
  readonly prompts?: readonly object[];
  readonly completions?: readonly object[];
  readonly more?: Record<string, unknown>;
}
const chat = (at: number, { prompts = [], completions = [], more = {} }: Chat): SpanInput =>
  span("openai.chat", at, {
    "llm.request.type": "chat",
    ...flat({ "gen_ai.prompt": prompts, "gen_ai.completion": completions }),
    ...more,
  });
const call = (name: string, args: string, id?: string) => ({ name, arguments: args, ...(id !== undefined && { id }) });
const user = { role: "user", content: "hi" };

describe("OpenLLMetry before the standard", () => {
  it("reads calls with their results, by id and where there are none by place", () => {
    const tool_calls = [call("look", '{"n":1}', "a"), call("look", '{"n":2}', "b")];
    const byId = [
      user,
      { role: "tool", tool_call_id: "b", content: "2" },
      { role: "tool", tool_call_id: "a", content: "1" },
    ];
    expect(callsOf(chat(0, { completions: [{ tool_calls }] }), chat(20, { prompts: byId }))).to.deep.equal([
      ["look", { n: 1 }, 1],
      ["look", { n: 2 }, 2],
    ]);
    const nameless = [call("look", '{"n":1}'), call("look", '{"n":2}')];
    const earlier = [user, { role: "tool", content: "old" }, { role: "assistant", content: "ok" }];
    const inOrder = [
      ...earlier,
      user,
      { role: "assistant" },
      { role: "tool", content: "1" },
      { role: "tool", content: "2" },
    ];
    const trace = read(
      chat(0, { prompts: earlier, completions: [{ tool_calls: nameless }] }),
      chat(20, { prompts: inOrder }),
    );
    expect(trace.toolsCalled.map(({ output, executed }) => [output, executed])).to.deep.equal([
      [1, undefined],
      [2, undefined],
    ]);
  });

  it("reads a function call, text in parts, and an answer in a message of its own", () => {
    const content = json([{ type: "text", text: "what is this?" }, { type: "image_url" }]);
    const trace = read(
      chat(0, { prompts: [{ role: "user", content }], completions: [{ function_call: call("look", "{}") }] }),
      chat(20, {
        prompts: [{ role: "user", content }],
        completions: [{ message: { role: "assistant", content: "A cat." }, finish_reason: "stop" }],
      }),
    );
    expect(trace.toolsCalled).to.deep.equal([{ name: "look", inputParameters: {}, executed: false }]);
    expect(trace.output).to.equal("A cat.");
  });

  it("never takes functions on offer for calls, and counts tokens by their old names", () => {
    const more = {
      ...flat({ "llm.request.functions": [{ name: "look", parameters: "{}" }] }),
      "gen_ai.usage.prompt_tokens": 3,
      "gen_ai.usage.completion_tokens": 4,
      "llm.usage.total_tokens": 7,
    };
    const trace = read(chat(0, { prompts: [user], completions: [{ role: "assistant", content: "Hi." }], more }));
    expect(trace.toolsCalled).to.be.empty;
    expect(knowsTools(trace)).to.equal(true);
    expect(trace.usage).to.deep.equal({ inputTokens: 3, outputTokens: 4, totalTokens: 7 });
  });

  it("knows nothing where content is off, unless the model ended plainly", () => {
    const off = (finish_reason: string) => read(chat(0, { completions: [{ finish_reason }] }));
    expect(knowsTools(off("tool_calls"))).to.equal(false);
    expect(knowsTools(off("stop"))).to.equal(true);
    expect(off("stop").missing.join()).to.include("content was not captured");
  });

  it("prefers the standard's messages where both are there, and adds the calls that these lack", () => {
    const more = {
      "gen_ai.operation.name": "chat",
      "gen_ai.input.messages": parts("user", text("hi")),
      "gen_ai.output.messages": json([{ role: "assistant", parts: [] }]),
    };
    const trace = read(chat(0, { completions: [{ function_call: call("look", '{"n":1}') }], more }));
    expect(trace.toolsCalled).to.deep.equal([{ name: "look", inputParameters: { n: 1 }, executed: false }]);
  });

  it("takes the root of an AI SDK run that it rewrote for an agent, not for one more model call", () => {
    const prompts = [user];
    const completions = [{ role: "assistant", content: "Hi." }];
    const usage = { "gen_ai.usage.input_tokens": 3, "gen_ai.usage.output_tokens": 4 };
    const trace = read(chat(0, { prompts, completions, more: { "ai.operationId": "ai.generateText", ...usage } }), {
      ...chat(1, { prompts, completions, more: { "ai.operationId": "ai.generateText.doGenerate", ...usage } }),
      parentSpanId: "openai.chat@0",
    });
    expect(trace.spans.map(({ kind }) => kind)).to.deep.equal(["agent", "llm"]);
    expect(trace.usage.totalTokens).to.equal(7);
    const moved = { "traceloop.entity.input": '{"n":1}', "traceloop.entity.output": "7" };
    const tool = { "ai.operationId": "ai.toolCall", "ai.toolCall.name": "look", ...moved };
    expect(callsOf(span("look.tool", 0, tool))).to.deep.equal([["look", { n: 1 }, 7]]);
  });
});

describe("OpenLLMetry's Responses API", () => {
  it("finds calls that it dropped in the input of the next request, which it spells out in one text", () => {
    const first = [{ role: "user", content: "weather?" }];
    const items = [
      ...first,
      { type: "function_call", id: "fc", call_id: "a", name: "look", arguments: '{"n":1}' },
      { type: "function_call_output", call_id: "a", output: '{"ok":true}' },
    ];
    const asked = (at: number, given: readonly object[], answer: string): SpanInput =>
      asking(at, [], {
        "gen_ai.input.messages": parts("user", text(json(given))),
        "gen_ai.output.messages": parts("assistant", text(answer)),
      });
    const trace = read(asked(0, first, ""), asked(20, items, "Sunny."));
    expect(trace.toolsCalled).to.deep.equal([
      { name: "look", inputParameters: { n: 1 }, output: { ok: true }, id: "a" },
    ]);
    expect(trace.missing).to.include("shown only by what later model calls remember: call 1 (look)");
    expect(read(asked(0, items, "Sunny.")).toolsCalled, "calls of an earlier exchange").to.be.empty;
    const again = [...items, { role: "assistant", content: "Sunny." }, ...first];
    expect(read(asked(0, first, ""), asked(20, again, "Sunny.")).toolsCalled, "the same question once more").to.be
      .empty;
  });
});

describe("OpenLLMetry's decorators", () => {
  const entity = (kind: string, at: number, attributes: Record<string, unknown>, more: Partial<SpanInput> = {}) =>
    span(`look.${kind}`, at, { "traceloop.span.kind": kind, "traceloop.entity.name": "look", ...attributes }, more);
  const called = (args: readonly unknown[], kwargs: object = {}) => ({
    "traceloop.entity.input": json({ args, kwargs }),
  });

  it("take a tool's arguments from what its function was called with", () => {
    expect(
      callsOf(
        entity("tool", 0, { ...called([], { id: 1 }), "traceloop.entity.output": '{"ok":true}' }),
        entity("tool", 1, called([{ id: 2 }])),
        entity("tool", 2, called([])),
        entity("tool", 3, called(["A-17"])),
        entity("tool", 4, called(["A-17", 25.5])),
        entity("tool", 5, { "traceloop.entity.input": '{"id":6}' }),
        entity("tool", 6, {}),
      ).map(([, args]) => args),
    ).to.deep.equal([{ id: 1 }, { id: 2 }, {}, "A-17", '["A-17",25.5]', { id: 6 }, undefined]);
  });

  it("are read as Python's LangChain writes them", () => {
    const input = { input_str: "{'id': 1}", inputs: { id: 1 }, kwargs: { color: "green" }, tags: [] };
    const output = { output: "content='ok' name='look' tool_call_id='a'", kwargs: { name: "look" } };
    const attributes = { "traceloop.entity.input": json(input), "traceloop.entity.output": json(output) };
    expect(read(entity("tool", 0, attributes)).toolsCalled[0]).to.deep.include({
      name: "look",
      inputParameters: { id: 1 },
      output: "ok",
      id: "a",
    });
  });

  it("join a single argument with the model's request for it", () => {
    const request = asking(0, [{ id: "a", name: "look", arguments: { order_id: "A-17" } }]);
    expect(callsOf(request, entity("tool", 20, called(["A-17"])))).to.deep.equal([
      ["look", { order_id: "A-17" }, undefined],
    ]);
  });

  it("take tasks for steps, and the outermost workflow's result for the answer", () => {
    const trace = read(
      entity("workflow", 0, { ...called(["hi"]), "traceloop.entity.output": '"done"' }, { endTimeUnixMs: 100 }),
      entity("task", 1, { "traceloop.entity.output": '"step"' }, { parentSpanId: "look.workflow@0" }),
      entity("agent", 2, { ...called(["hi"]), "gen_ai.agent.name": "support" }, { parentSpanId: "look.workflow@0" }),
    );
    expect(trace.spans.map(({ kind }) => kind)).to.deep.equal(["chain", "chain", "agent"]);
    expect(trace.output).to.equal("done");
    expect(trace.toolsCalled).to.be.empty;
    expect(trace.turns[0]).to.deep.include({ agent: "support", input: "hi" });
  });
});

describe("OpenLLMetry's vector databases", () => {
  const result = (fields: Record<string, unknown>) => ({
    name: "db.query.result",
    attributes: Object.fromEntries(Object.entries(fields).map(([key, value]) => [`db.query.result.${key}`, value])),
  });

  it("hand over documents in an event each, a distance being no score", () => {
    const events = [
      result({ id: "d1", score: 0.9, document: "A", metadata: '{"source":"a.md"}' }),
      result({ id: "d2", distance: 0.2, document: "B" }),
    ];
    expect(read(span("pinecone.query", 0, {}, { events })).retrievalContext).to.deep.equal([
      { context: "A", source: "a.md", id: "d1", score: 0.9, metadata: { source: "a.md" } },
      { context: "B", id: "d2", metadata: { distance: 0.2 } },
    ]);
  });

  it("handed them over in one event before, with the text among the metadata", () => {
    const attributes = flat({ "db.vector.query.result": [{ id: "d1", score: 0.9, metadata: '{"text":"A"}' }] });
    const events = [{ name: "db.vector.query.result", attributes }];
    expect(read(span("pinecone.query", 0, {}, { events })).retrievalContext).to.deep.equal([
      { context: "A", id: "d1", score: 0.9, metadata: { text: "A" } },
    ]);
  });

  it("that show no documents leave them unknown", () => {
    const events = [{ name: "db.query.embeddings", attributes: {} }];
    expect(knowsRetrieval(read(span("pinecone.query", 0, {}, { events })))).to.equal(false);
  });
});
