import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { span, toolSpan } from "../support/spans.js";

const within = (parent: SpanInput | null, end: number): Partial<SpanInput> => ({
  parentSpanId: parent?.spanId ?? null,
  endTimeUnixMs: end,
});
const used = (name: string, at: number, end: number, parent: SpanInput | null, tokens?: number, cost?: number) =>
  span(
    name,
    at,
    {
      "gen_ai.operation.name": name,
      ...(tokens !== undefined && { "gen_ai.usage.input_tokens": tokens, "gen_ai.usage.output_tokens": 1 }),
      ...(cost !== undefined && { "gen_ai.usage.cost": cost }),
    },
    within(parent, end),
  );

describe("model calls within each other", () => {
  it("are counted each where a tool or an agent lies between, as where tools run within the call that asks for them", () => {
    const outer = used("chat", 0, 100, null, 10, 0.1);
    const tool = toolSpan("ask", 10, {}, within(outer, 50));
    const agent = used("invoke_agent", 20, 40, outer);
    for (const between of [tool, agent]) {
      const { usage } = readTrace({ spans: [outer, between, used("chat", 30, 35, between, 20, 0.2)] });
      expect(usage).to.deep.include({ inputTokens: 30, outputTokens: 2, totalTokens: 32 });
      expect(usage.costUsd).to.be.closeTo(0.3, 1e-9);
    }
  });

  it("are counted once where they tell of the same", () => {
    const outer = used("chat", 0, 100, null, 10, 0.1);
    const { usage } = readTrace({ spans: [outer, used("chat", 30, 35, outer, 20, 0.2)] });
    expect(usage).to.deep.equal({ inputTokens: 20, outputTokens: 1, totalTokens: 21, costUsd: 0.2 });
  });

  it("leave the sum unknown where the one around a tool recorded none", () => {
    const outer = used("chat", 0, 100, null);
    const tool = toolSpan("ask", 10, {}, within(outer, 50));
    const { usage, missing } = readTrace({ spans: [outer, tool, used("chat", 30, 35, tool, 20)] });
    expect(usage.totalTokens).to.equal(null);
    expect(missing).to.include("usage: 1 of 2 model calls recorded no tokens, or not all");
  });
});

describe("sums of steps around model calls that recorded no tokens", () => {
  const sum = (at: number, end: number, parent: SpanInput | null, tokens: number) =>
    used("agent_step", at, end, parent, tokens);

  it("hold what tools and agents within used", () => {
    const turn = sum(0, 100, null, 60);
    const tool = toolSpan("ask", 20, {}, within(turn, 90));
    const inner = sum(30, 50, tool, 40);
    const spans = [turn, used("chat", 5, 10, turn), tool, inner, used("chat", 35, 40, inner)];
    const next = sum(110, 120, null, 20);
    const { usage } = readTrace({ spans: [...spans, next, used("chat", 111, 115, next)] });
    expect(usage.inputTokens).to.equal(80);
  });

  it("of an agent leave out what its tools asked models for", () => {
    const agent = used("invoke_agent", 0, 100, null, 20);
    const tool = toolSpan("ask", 20, {}, within(agent, 90));
    const expert = used("invoke_agent", 30, 50, tool, 5);
    const spans = [agent, used("chat", 5, 10, agent), tool, expert, used("chat", 35, 40, expert)];
    expect(readTrace({ spans }).usage.inputTokens).to.equal(25);
  });
});
