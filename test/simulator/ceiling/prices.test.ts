import { expect } from "chai";
import { checkedPrices, costAt, priceOf } from "../../../src/simulator/ceiling/prices.js";
import { spentByAgent, spentByUser } from "../../../src/simulator/ceiling/spending.js";
import type { Trace, TraceSpan, Usage } from "../../../src/test-case/trace.js";

const small = { inputPerMillion: 1, outputPerMillion: 4, cachedInputPerMillion: 0.1 };
const large = { inputPerMillion: 10, outputPerMillion: 40 };
const prices = { "m-small": small, "m-large": large };

const usageOf = (input: number | null, output: number | null, more: Partial<Usage> = {}): Usage => ({
  inputTokens: input,
  outputTokens: output,
  totalTokens: input === null || output === null ? null : input + output,
  ...more,
});
const call = (model: string, usage: Usage, kind: TraceSpan["kind"] = "llm"): TraceSpan => ({
  name: "chat",
  kind,
  traceId: "t",
  spanId: model,
  parentSpanId: null,
  startTimeMs: 0,
  endTimeMs: 1,
  status: "ok",
  model,
  usage,
});
const trace = (usage: Usage, spans: readonly TraceSpan[], missing: readonly string[] = []): Trace => ({
  traceId: "t",
  spans,
  toolsCalled: [],
  retrievalContext: [],
  output: null,
  usage,
  turns: [],
  missing,
});

describe("the price table", () => {
  it("knows a model by its name, with or without what providers add", () => {
    for (const name of ["m-small", "m-small-2026-05-01", "m-small-20260501", "m-small-latest", "openai/m-small"])
      expect(priceOf(name, prices)).to.equal(small);
    for (const name of ["m-smaller", "m", "toString", undefined]) expect(priceOf(name, prices)).to.equal(undefined);
  });

  it("computes a cost, cached tokens at their own price, and none of what is not known", () => {
    expect(costAt(small, { inputTokens: 1e6, outputTokens: 1e6 })).to.equal(5);
    expect(costAt(small, { inputTokens: 1e6, outputTokens: 0, cachedInputTokens: 5e5 })).to.be.closeTo(0.55, 1e-12);
    expect(costAt(large, { inputTokens: 1e6, outputTokens: 0, cachedInputTokens: 5e5 })).to.equal(10);
    expect(costAt(small, { inputTokens: null, outputTokens: 5 })).to.equal(null);
  });

  for (const [given, message] of [
    [[], /must be an object/],
    [{ a: 5 }, /"a" must be \{ inputPerMillion/],
    [{ a: { inputPerMillion: 1 } }, /"a" must have a number from 0 as outputPerMillion; got undefined/],
    [{ a: { inputPerMillion: -1, outputPerMillion: 1 } }, /as inputPerMillion; got -1/],
    [{ a: { ...small, outputPerThousand: 1 } }, /unknown "outputPerThousand"/],
  ] as const) {
    it(`refuses ${JSON.stringify(given)}`, () => expect(() => checkedPrices(given)).to.throw(message));
  }
});

describe("what is spent", () => {
  it("is unknown, and not 0, where nothing was recorded", () => {
    expect(spentByAgent(trace(usageOf(null, null), []), prices)).to.deep.equal({
      tokens: { amount: null, whole: false },
      cost: { amount: null, whole: false },
    });
    expect(spentByUser({ model: "m-small", inputTokens: null, outputTokens: 7 }, prices)).to.deep.equal({
      tokens: { amount: 7, whole: false },
      cost: { amount: null, whole: false },
    });
  });

  it("is summed over the models that a reply took", () => {
    const spans = [call("m-small", usageOf(1e6, 0)), call("m-large", usageOf(1e5, 1e5))];
    expect(spentByAgent(trace(usageOf(1.1e6, 1e5), spans), prices)).to.deep.equal({
      tokens: { amount: 1.2e6, whole: true },
      cost: { amount: 6, whole: true },
    });
  });

  it("is known in part where one model has no price", () => {
    const spans = [call("m-small", usageOf(1e6, 0)), call("other", usageOf(1e5, 1e5))];
    const { cost } = spentByAgent(trace(usageOf(1.1e6, 1e5), spans), prices);
    expect(cost).to.deep.equal({ amount: 1, whole: false });
  });

  it("goes by the table before what spans state, and by that where the table is silent", () => {
    const stated = (model: string) =>
      spentByAgent(trace(usageOf(1e6, 0, { costUsd: 9 }), [call(model, usageOf(1e6, 0, { costUsd: 9 }))]), prices).cost;
    expect(stated("m-small")).to.deep.equal({ amount: 1, whole: true });
    expect(stated("other")).to.deep.equal({ amount: 9, whole: true });
  });

  it("counts a call once that two instrumentations recorded", () => {
    const twins = [call("m-small", usageOf(1e6, 0)), call("m-small", usageOf(1e6, 0))];
    expect(spentByAgent(trace(usageOf(1e6, 0), twins), prices).cost).to.deep.equal({ amount: 1, whole: true });
  });

  it("is not whole where a model call recorded no tokens", () => {
    const missing = ["usage: 1 of 2 model calls recorded no tokens, or not all"];
    const spent = spentByAgent(trace(usageOf(1e6, 0), [call("m-small", usageOf(1e6, 0))], missing), prices);
    expect(spent).to.deep.equal({ tokens: { amount: 1e6, whole: false }, cost: { amount: 1, whole: false } });
  });

  it("needs no output of an embedding", () => {
    const spans = [call("m-small", usageOf(1e6, null), "embedding")];
    expect(spentByAgent(trace(usageOf(1e6, null), spans), prices).cost).to.deep.equal({ amount: 1, whole: true });
  });
});
