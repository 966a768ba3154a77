import { expect } from "chai";
import { readTrace } from "../../../src/tracing/index.js";
import { span } from "../support/spans.js";

const usageOf = (attributes: Record<string, unknown>) => readTrace({ spans: [span("chat", 0, attributes)] }).usage;
const recordedBy = (record: object) => readTrace({ records: [record] }).usage;

describe("what a model call cached, spent on reasoning and cost", () => {
  it("is read in OpenTelemetry's names, old and new, and in those of others beside it", () => {
    const chat = { "gen_ai.operation.name": "chat", "gen_ai.usage.input_tokens": 9, "gen_ai.usage.output_tokens": 3 };
    const known = { inputTokens: 9, outputTokens: 3, totalTokens: 12, cachedInputTokens: 5, reasoningTokens: 2 };
    for (const [cached, reasoning] of [
      ["gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.reasoning.output_tokens"],
      ["gen_ai.usage.cache_read_input_tokens", "gen_ai.usage.reasoning_tokens"],
    ] as const) {
      expect(usageOf({ ...chat, [cached]: 5, [reasoning]: 2 })).to.deep.equal(known);
      const legacy = { "gen_ai.completion.0.content": "a", ...chat, [cached]: 5, [reasoning]: 2 };
      expect(usageOf(legacy)).to.deep.equal(known);
    }
    expect(usageOf({ ...chat, "gen_ai.usage.cost": 0.5 }).costUsd).to.equal(0.5);
  });

  it("is read of OpenInference, whose cost may be in two halves", () => {
    const llm = { "openinference.span.kind": "LLM", "llm.token_count.prompt": 9, "llm.token_count.completion": 3 };
    expect(usageOf({ ...llm, "llm.cost.prompt": 0.25, "llm.cost.completion": 0.5 }).costUsd).to.equal(0.75);
    expect(usageOf({ ...llm, "llm.cost.total": 1, "llm.cost.prompt": 0.25 }).costUsd).to.equal(1);
    expect(usageOf({ ...llm, "llm.token_count.prompt_details.cache_read": 0 }).cachedInputTokens).to.equal(0);
    expect(usageOf(llm)).to.deep.equal({ inputTokens: 9, outputTokens: 3, totalTokens: 12 });
  });

  it("is read of Langfuse, where the total tells whether what was cached is counted beside the rest", () => {
    const generation = (usage: object, cost?: object) =>
      usageOf({
        "langfuse.observation.type": "generation",
        "langfuse.observation.usage_details": JSON.stringify(usage),
        ...(cost && { "langfuse.observation.cost_details": JSON.stringify(cost) }),
      });
    const beside = { input: 4, input_cached_tokens: 5, output: 1, output_reasoning_tokens: 2, total: 12 };
    const known = { inputTokens: 9, outputTokens: 3, totalTokens: 12, cachedInputTokens: 5, reasoningTokens: 2 };
    expect(generation(beside)).to.deep.equal(known);
    expect(generation({ ...beside, input: 9, output: 3 }, { input: 0.25, output: 0.5 })).to.deep.equal({
      ...known,
      costUsd: 0.75,
    });
  });

  it("is read of Langfuse without a total, where what Anthropic cached is beside the rest", () => {
    const details = { input: 10, output: 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 3 };
    const known = { inputTokens: 113, outputTokens: 5, totalTokens: 118, cachedInputTokens: 100 };
    for (const usage of [details, { ...details, total: 118 }])
      expect(
        usageOf({
          "langfuse.observation.type": "generation",
          "langfuse.observation.usage_details": JSON.stringify(usage),
        }),
      ).to.deep.equal(known);
  });

  it("is read of the standard's attributes beside other conventions that have none of their own", () => {
    const known = { inputTokens: 20, outputTokens: 8, totalTokens: 28, cachedInputTokens: 4 };
    const old = { prompt_tokens: 20, completion_tokens: 8, total_tokens: 28, cached_input_tokens: 4 };
    const standard = { input_tokens: 20, output_tokens: 8, "cache_read.input_tokens": 4 };
    for (const type of ["langwatch.span.type", "confident.span.type", "langfuse.observation.type"])
      for (const counts of [old, standard])
        expect(
          usageOf({
            [type]: type.startsWith("langfuse") ? "generation" : "llm",
            ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [`gen_ai.usage.${name}`, count])),
          }),
          type,
        ).to.deep.equal(known);
  });

  it("is the tokens at their prices of Confident AI, and not known where a price or a count is not", () => {
    const llm = {
      "confident.span.type": "llm",
      "confident.llm.input_token_count": 4,
      "confident.llm.cost_per_input_token": 0.25,
    };
    expect(usageOf({ ...llm, "confident.llm.output_token_count": 0 }).costUsd).to.equal(1);
    expect(usageOf({ ...llm, "confident.llm.output_token_count": 2 }).costUsd).to.equal(undefined);
    expect(usageOf(llm).costUsd).to.equal(undefined);
  });

  it("is read of the records of LangSmith, Mastra and OpenAI Agents", () => {
    const known = { inputTokens: 9, outputTokens: 3, totalTokens: 12, cachedInputTokens: 5, reasoningTokens: 2 };
    const langChain = {
      input_tokens: 9,
      output_tokens: 3,
      total_tokens: 12,
      input_token_details: { cache_read: 5 },
      output_token_details: { reasoning: 2 },
    };
    expect(
      recordedBy({ id: "r", run_type: "llm", name: "m", inputs: {}, outputs: { usage_metadata: langChain } }),
    ).to.deep.equal(known);
    const paid = { id: "r", run_type: "llm", name: "m", inputs: {}, outputs: {}, total_cost: "0.5" };
    expect(recordedBy(paid).costUsd).to.equal(0.5);
    const usage = { inputTokens: 9, outputTokens: 3, inputDetails: { cacheRead: 5 }, outputDetails: { reasoning: 2 } };
    expect(recordedBy({ id: "m", type: "model_generation", name: "m", attributes: { usage } })).to.deep.equal(known);
    const details = { input_tokens_details: [{ cached_tokens: 5 }], output_tokens_details: { reasoning_tokens: 2 } };
    expect(
      recordedBy({
        id: "s",
        span_data: { type: "generation", usage: { input_tokens: 9, output_tokens: 3, ...details } },
      }),
    ).to.deep.equal(known);
  });

  it("is left out where it is no count or no amount", () => {
    for (const wrong of [-1, Number.NaN, "x", {}, Infinity]) {
      const usage = usageOf({
        "openinference.span.kind": "LLM",
        "llm.token_count.prompt_details.cache_read": wrong,
        "llm.cost.total": wrong,
      });
      expect(usage).to.deep.equal({ inputTokens: null, outputTokens: null, totalTokens: null });
    }
  });
});
