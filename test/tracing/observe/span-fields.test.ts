import { expect } from "chai";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { traceSchema } from "../../../src/test-case/trace.js";
import {
  captureTrace,
  observe,
  readTrace,
  testCaseFromTrace,
  updateCurrentSpan,
  updateCurrentTrace,
} from "../../../src/tracing/index.js";
import { startCall } from "../../../src/tracing/observe/start-call.js";
import { specOf } from "../../../src/tracing/observe/observe-options.js";

const stated = {
  expectedOutput: "",
  context: ["a fact"],
  retrievalContext: [{ context: "a passage", source: "kb" }],
  toolsCalled: [{ name: "look" }],
  expectedTools: [{ name: "look", optional: true, turn: 2 }],
  tags: ["t"],
};
const spanOf = async (type: "agent" | "llm" | "tool", work: () => unknown, options = {}) =>
  (await captureTrace(observe({ type, name: "s", ...options }, work))).trace;
const priced = { costPerInputToken: 0.5, costPerOutputToken: 2 };

describe("what updateCurrentSpan says of a span", () => {
  it("is on the trace's span, as fields of a test case", async () => {
    const trace = await spanOf("agent", () => {
      updateCurrentSpan({ ...stated, name: "renamed", input: "in", output: "out", metadata: { a: 1 } });
      updateCurrentSpan({ metadata: { b: 0 }, tags: [] });
    });
    expect(trace.spans[0]).to.deep.include({ ...stated, tags: [], name: "renamed", input: "in", output: "out" });
    expect(trace.spans[0]?.metadata).to.deep.equal({ a: 1, b: 0 });
    expect(traceSchema().safeParse(trace).error).to.equal(undefined);
  });

  it("names the call where it is a tool's", async () => {
    const trace = await spanOf("tool", () => updateCurrentSpan({ name: "look_up" }));
    expect([trace.spans[0]?.name, trace.toolsCalled[0]?.name]).to.deep.equal(["look_up", "look_up"]);
  });

  it("is told in the trace where it can't be meant, and the rest is taken over", async () => {
    const trace = await spanOf("llm", () =>
      updateCurrentSpan({ inputTokens: NaN, outputTokens: -1, model: "m", typo: 1 } as object),
    );
    expect(trace.spans[0]).to.deep.include({ model: "m" });
    expect(trace.spans[0]).to.not.have.property("usage");
    for (const told of ['there is no field "typo"', "inputTokens can't be NaN", "outputTokens can't be -1"])
      expect(trace.missing.join("\n")).to.include(told);
  });

  it("is on the real span too, from which it is read back the same", async () => {
    const exporter = new InMemorySpanExporter();
    const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer("t");
    const spec = specOf({ type: "llm", name: "m", ...priced }, () => 1);
    const call = startCall(spec, ["asked"], tracer);
    call?.within(() =>
      updateCurrentSpan({
        ...stated,
        input: "asked anew",
        inputTokens: 4,
        outputTokens: 1,
        cachedInputTokens: 2,
        reasoningTokens: 0,
      }),
    );
    call?.returned("said");
    const { spans, usage } = readTrace({ spans: exporter.getFinishedSpans() });
    expect(spans[0]).to.deep.include({ ...stated, input: "asked anew", output: "said" });
    expect(usage).to.deep.equal({
      inputTokens: 4,
      outputTokens: 1,
      totalTokens: 5,
      cachedInputTokens: 2,
      reasoningTokens: 0,
      costUsd: 4,
    });
  });
});

describe("tokens and cost of observed model calls", () => {
  const asked = (update: object, options = {}) =>
    observe({ type: "llm", name: "m", ...options }, () => (updateCurrentSpan(update), "x"));
  const usageOf = async (...calls: (() => unknown)[]) =>
    (await captureTrace(observe({ type: "agent", name: "a" }, () => calls.forEach((call) => call())))).trace;

  it("are summed, and zero is not unknown", async () => {
    const { usage, missing } = await usageOf(
      asked({ inputTokens: 10, outputTokens: 0, cachedInputTokens: 4 }, priced),
      asked({ inputTokens: 2, outputTokens: 1, costUsd: 0 }),
      asked({ inputTokens: 2, outputTokens: 1, ...priced }),
    );
    expect(usage).to.deep.equal({
      inputTokens: 14,
      outputTokens: 2,
      totalTokens: 16,
      cachedInputTokens: 4,
      costUsd: 8,
    });
    expect(missing.filter((each) => each.startsWith("usage"))).to.deep.equal([]);
  });

  it("have no sum where the cost of one call is not known, which is told", async () => {
    for (const unknown of [
      { inputTokens: 2, outputTokens: 1 },
      { inputTokens: 2, ...priced },
      { inputTokens: 2, outputTokens: 1, costPerInputToken: 1 },
    ]) {
      const { usage, missing } = await usageOf(asked({ costUsd: 1, inputTokens: 1, outputTokens: 1 }), asked(unknown));
      expect(usage).to.not.have.property("costUsd");
      expect(missing).to.include("usage: the cost of 1 of 2 model calls is not known");
    }
    const { usage, missing } = await usageOf(asked({ inputTokens: 1, outputTokens: 1 }));
    expect(usage).to.not.have.any.keys("costUsd", "cachedInputTokens", "reasoningTokens");
    expect(missing.join()).to.not.include("cost");
  });

  it("count once where a model's span is within another", async () => {
    const { usage } = await usageOf(
      observe({ type: "llm", name: "outer" }, () => {
        asked({ inputTokens: 1, outputTokens: 1 })();
        updateCurrentSpan({ costUsd: 3 });
      }),
    );
    expect(usage.costUsd).to.equal(3);
  });

  it("are the tokenCost of a test case", async () => {
    const trace = await usageOf(asked({ costUsd: 0.25 }));
    expect(testCaseFromTrace(trace, { input: "q" }).tokenCost).to.equal(0.25);
  });
});

describe("what updateCurrentTrace says of a trace", () => {
  it("is on the trace and in its test case, unless a golden knows better", async () => {
    const { trace } = await captureTrace(() =>
      updateCurrentTrace({
        ...stated,
        name: "n",
        userId: "u",
        conversationId: "c",
        input: "q",
        output: "",
        metadata: { z: null },
      }),
    );
    expect(trace).to.deep.include({ ...stated, name: "n", userId: "u", conversationId: "c", output: "" });
    expect(traceSchema().safeParse(trace).error).to.equal(undefined);
    const testCase = testCaseFromTrace(trace, { input: "q", name: "golden" });
    expect(testCase).to.deep.include({
      name: "golden",
      expectedOutput: "",
      context: ["a fact"],
      tags: ["t"],
      actualOutput: "",
    });
    expect(testCase.expectedTools).to.deep.equal(stated.expectedTools);
  });

  it("makes an exchange where the spans show none", async () => {
    const { trace } = await captureTrace(() => {
      updateCurrentTrace({ input: "q", output: "a" });
      observe({ type: "tool", name: "t" }, () => 1)();
    });
    expect(trace.turns.map(({ input, output }) => [input, output])).to.deep.equal([["q", "a"]]);
  });
});
