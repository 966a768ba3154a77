import { expect } from "chai";
import { conversationFromTraces, readTrace, testCaseFromTrace, type SpanInput } from "../../../src/tracing/index.js";
import { asking, dumps, inputOf, parts, span, text, toolSpan } from "../support/spans.js";

const model = (traceId: string, at: number, asked: string, answered: string): SpanInput =>
  span(
    "chat",
    at,
    {
      "gen_ai.operation.name": "chat",
      "gen_ai.input.messages": parts("user", text(asked)),
      "gen_ai.output.messages": parts("assistant", text(answered)),
    },
    { traceId },
  );

describe("model calls with no agent around them", () => {
  const loop = [
    asking(0, [{ id: "c1", name: "find", arguments: {} }], {
      "gen_ai.input.messages": parts("user", text("Where is it?")),
    }),
    toolSpan("find", 20),
    model("t1", 40, "Where is it?", "On its way."),
  ];

  it("are one exchange, from the question of the first to the answer of the last", () => {
    const { turns } = readTrace({ spans: loop });
    expect(turns).to.deep.equal([
      { traceId: "t1", input: "Where is it?", output: "On its way.", latencyMs: 50, interrupted: null },
    ]);
  });

  it("are one exchange though each be a trace of its own, and of a pipeline too", () => {
    const spans = [model("t1", 0, "Classify: hi", "greeting"), model("t2", 20, "hi", "Hello.")];
    expect(readTrace({ spans }).turns.map(({ input, output }) => [input, output])).to.deep.equal([
      ["Classify: hi", "Hello."],
    ]);
  });

  it("make test cases and conversations", () => {
    const trace = readTrace({ spans: loop });
    expect(testCaseFromTrace(trace)).to.deep.include({ input: "Where is it?", actualOutput: "On its way." });
    const [conversation] = conversationFromTraces([trace]);
    expect(conversation?.turns.map(({ role, content }) => [role, content])).to.deep.equal([
      ["user", "Where is it?"],
      ["assistant", "On its way."],
    ]);
  });

  it("make test cases of the dumps of bare clients", () => {
    for (const name of dumps.filter((each) => /^(openinference|traceloop|otelcontrib)-chat-tool-loop/.test(each))) {
      const { input } = testCaseFromTrace(readTrace(inputOf(name)));
      expect(input, name).to.be.a("string").and.not.equal("");
    }
  });

  it("are no exchange where neither question nor answer is known, which the message tells how to mend", () => {
    const trace = readTrace({ spans: [span("chat", 0, { "gen_ai.operation.name": "chat" }), toolSpan("find", 20)] });
    expect(trace.turns).to.deep.equal([]);
    expect(() => testCaseFromTrace(trace)).to.throw("updateCurrentTrace({ input })");
  });
});

describe("tokens of an embedding", () => {
  it("are those of its input, since it answers with none", () => {
    const ways = [
      { "gen_ai.operation.name": "embeddings", "gen_ai.usage.input_tokens": 4 },
      { "rehearsal.span.kind": "embedding", "gen_ai.usage.input_tokens": 4 },
      { "openinference.span.kind": "EMBEDDING", "llm.token_count.prompt": 4 },
      { "langfuse.observation.type": "embedding", "langfuse.observation.usage_details": '{"input":4}' },
      { "llm.request.type": "embedding", "gen_ai.usage.prompt_tokens": 4 },
    ];
    const llm = model("t1", 20, "Hi", "Hello.");
    const counting = { ...llm.attributes, "gen_ai.usage.input_tokens": 10, "gen_ai.usage.output_tokens": 5 };
    for (const attributes of ways) {
      const { usage, missing } = readTrace({ spans: [span("embed", 0, attributes), { ...llm, attributes: counting }] });
      expect(usage, JSON.stringify(attributes)).to.deep.equal({ inputTokens: 14, outputTokens: 5, totalTokens: 19 });
      expect(missing.join()).to.not.include("usage");
    }
  });
});
