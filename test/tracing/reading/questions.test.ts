import { expect } from "chai";
import { readTrace, testCaseFromTrace, type SpanInput } from "../../../src/tracing/index.js";
import { json, langchain, openInference } from "../support/flat.js";
import { asking, parts, span, text, toolSpan } from "../support/spans.js";

const model = (at: number, asked: string, answered: string, more: Partial<SpanInput> = {}): SpanInput =>
  span(
    "chat",
    at,
    {
      "gen_ai.operation.name": "chat",
      "gen_ai.input.messages": parts("user", text(asked)),
      "gen_ai.output.messages": parts("assistant", text(answered)),
    },
    more,
  );
const chain = (input: unknown, more: Partial<SpanInput> = {}): SpanInput =>
  openInference("CHAIN", 0, { "input.value": json(input) }, { endTimeUnixMs: 100, ...more });
const within = { parentSpanId: "chain@0" };
const inputOf = (...spans: SpanInput[]) => testCaseFromTrace(readTrace({ spans })).input;

describe("the question", () => {
  const inner = [model(1, "Classify this: go", "order", within), model(20, "go", "Gone.", within)];

  it("is what the chain around all was told, and not a prompt of the agent's own", () => {
    const state = { messages: [langchain("HumanMessage", { content: "go" })] };
    expect(inputOf(chain(state), ...inner)).to.equal("go");
    expect(inputOf(chain({ question: "go" }), ...inner)).to.equal("go");
    const agent = span(
      "agent",
      0,
      { "rehearsal.span.kind": "agent", "rehearsal.input": '"go"' },
      { endTimeUnixMs: 100 },
    );
    expect(inputOf(agent, ...inner.map((each) => ({ ...each, parentSpanId: "agent@0" })))).to.equal("go");
  });

  it("is what the chain was told that is around the agent, and not what the agent within was", () => {
    const agent = span(
      "agent",
      1,
      { "gen_ai.operation.name": "invoke_agent", "gen_ai.input.messages": parts("user", text("Plan for: go")) },
      { ...within, endTimeUnixMs: 50 },
    );
    expect(inputOf(chain({ question: "go" }), agent)).to.equal("go");
  });

  it("is the first model's where what the chain was told shows none, or the chain asks no model", () => {
    expect(inputOf(chain({ topic: 3 }), ...inner)).to.equal("Classify this: go");
    expect(inputOf(chain("a step beside it"), model(20, "go", "Gone."))).to.equal("go");
  });

  it("is not what a tool, or a chain within one, was told", () => {
    const tool = toolSpan("look", 0, {}, { endTimeUnixMs: 10 });
    const inTool = chain({ question: "inner" }, { parentSpanId: "execute_tool look@0", spanId: "c" });
    expect(inputOf(tool, inTool, model(1, "inner", "x", { parentSpanId: "c" }), model(20, "go", "Gone."))).to.equal(
      "go",
    );
  });
});

describe("model calls that nothing is around", () => {
  const note = /told unlike things were read as one exchange.*wrap the agent in observe/;
  const missing = (...spans: SpanInput[]) => readTrace({ spans }).missing.join("\n");

  it("are told of where they were told unlike things, since which of these the user said is not known", () => {
    const rewritten = [
      model(0, "Rewrite: hi", "hi!"),
      model(20, "hi!", "Hello."),
      model(40, "Is this safe? Hello.", "SAFE"),
    ];
    expect(missing(...rewritten)).to.match(note);
    expect(missing(...rewritten.map((each, index) => ({ ...each, traceId: String(index) })))).to.match(note);
  });

  it("are not in a loop over tools, nor where the user's words are repeated or go on", () => {
    const asked = { "gen_ai.input.messages": parts("user", text("hi")) };
    const loop = [
      asking(0, [{ id: "c", name: "find", arguments: {} }], asked),
      toolSpan("find", 20),
      model(40, "hi", "Found."),
    ];
    expect(missing(...loop)).to.not.match(note);
    const history = json([
      { role: "user", parts: [text("hi")] },
      { role: "assistant", parts: [text("Hello.")] },
      { role: "user", parts: [text("Continue.")] },
    ]);
    const next = span("chat", 40, { "gen_ai.operation.name": "chat", "gen_ai.input.messages": history });
    expect(missing(model(0, "hi", "Hello."), next)).to.not.match(note);
  });

  it("are not where an agent or a chain is around any of them, or where input and output were stated", () => {
    const calls = [model(1, "Rewrite: hi", "hi!", within), model(20, "hi!", "Hello.")];
    expect(missing(chain("hi"), ...calls)).to.not.match(note);
    const stated = { "confident.trace.input": "hi", "confident.trace.output": "Hello." };
    const custom = span("request", 0, stated, { endTimeUnixMs: 90 });
    expect(missing(custom, ...calls.map((each) => ({ ...each, parentSpanId: "request@0" })))).to.not.match(note);
  });
});
