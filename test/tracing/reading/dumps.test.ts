import { expect } from "chai";
import { traceSchema, type Trace } from "../../../src/test-case/trace.js";
import { readTrace } from "../../../src/tracing/index.js";
import { dumpOf, dumps, expectations, inputOf, type Expected } from "../support/spans.js";

/** Where an instrumentation lost something for good: what its spans still tell, and what is said of the rest. */
const lost: Readonly<Record<string, Partial<Expected> & { readonly missing: readonly string[] }>> = {
  "langchain-traceloop-retriever": {
    retrieval_context: [],
    missing: [
      'toolsCalled: nothing was recorded; wrap the agent in observe({ type: "agent" }, ...) and its tools in observe({ type: "tool" }, ...), or switch its telemetry on',
      "retrievalContext: nothing was recorded",
      "output: nothing was recorded",
    ],
  },
  "langchain-traceloop-tool-error": {
    tools_called: [{ name: "DynamicStructuredTool", args: { city: "Paris" }, error: "down" }],
    missing: [
      "output: no span recorded a final answer",
      'tool "execute_tool DynamicStructuredTool": the name of the tool was not recorded, only that of its class',
    ],
  },
  "traceloop-responses-stream-tool": {
    tools_called: [],
    final_output: null,
    missing: [
      'toolsCalled: llm "chat fake-tool" may have asked for calls; its content was not captured',
      "output: no span recorded a final answer",
      'llm "chat fake-tool": its answer was not recorded',
      "usage: 1 of 1 model calls recorded no tokens, or not all",
    ],
  },
};

describe("readTrace on dumps of real spans", () => {
  for (const name of dumps) {
    const right = expectations[name];
    const expected = right === undefined ? undefined : { ...right, ...lost[name] };
    it(`reads ${name}${expected === undefined ? " without an exception" : ""}`, () => {
      const trace = readTrace(inputOf(name));
      expect(traceSchema().parse(trace)).to.deep.equal(trace);
      if (expected === undefined) return;
      expect(callsOf(trace)).to.deep.equal(
        expected.tools_called.map(({ name: tool, args, result, error }) => ({
          name: tool,
          args: args ?? undefined,
          result: result ?? undefined,
          error,
        })),
      );
      expect(trace.retrievalContext.map((each) => (typeof each === "string" ? each : each.context))).to.deep.equal(
        expected.retrieval_context,
      );
      expect(trace.output).to.equal(expected.final_output);
      // What is in log records alone is not missing where they are given.
      if (expected.limit !== undefined && !name.startsWith("otelcontrib-")) expect(trace.missing).to.not.be.empty;
      if (lost[name] !== undefined) expect(trace.missing).to.deep.equal(lost[name].missing);
      if (expected.voice !== undefined) expectVoice(trace, expected.voice);
    });
  }

  it("says what a span without content could not tell", () => {
    expect(readTrace({ spans: dumpOf("vercel-ai6-generatetext-no-io") }).missing).to.deep.equal([
      "output: no span recorded a final answer",
      'agent "ai.generateText", llm "ai.generateText.doGenerate": content was not captured (its telemetry has "recordInputs" or "recordOutputs" off)',
      "arguments not recorded: call 1 (get_weather)",
      "result not recorded: call 1 (get_weather)",
    ]);
  });

  it("counts tokens once, though the agent's span repeats their sum", () => {
    expect(readTrace({ spans: dumpOf("vercel-ai6-generatetext-tool-loop") }).usage).to.deep.equal({
      inputTokens: 42,
      outputTokens: 18,
      totalTokens: 60,
      cachedInputTokens: 8,
      reasoningTokens: 4,
    });
    expect(readTrace({ spans: dumpOf("vercel-ai7-embedmany") }).usage.inputTokens).to.equal(5);
    expect(readTrace({ spans: dumpOf("vercel-ai6-embedmany") }).usage.inputTokens).to.equal(5);
  });

  it("reads what was cached, spent on reasoning and paid wherever that is on record, and nowhere else", () => {
    for (const name of dumps) {
      const { spans = [], records = [] } = inputOf(name);
      const recorded = JSON.stringify([spans, records]);
      const { usage } = readTrace(inputOf(name));
      // Every model call of the dumps says the same; those of which nothing is known are told from these by the sums.
      const calls = (usage.inputTokens ?? 0) / 21;
      const cached = /"[a-z_.]*cache_?read[a-z_.]*\\?"|cached_?(input_)?tokens/i.test(recorded);
      const reasoning = /reasoning_?tokens|completion_details\.reasoning|"reasoning\\?":\d/i.test(recorded);
      // These are other agents' dumps, with counts of their own.
      if (name === "semconv-agent-tool-retrieval") {
        expect(usage.cachedInputTokens, name).to.equal(4);
        continue;
      }
      expect(usage.cachedInputTokens, name).to.equal(cached ? 4 * calls : undefined);
      expect(usage.reasoningTokens, name).to.equal(reasoning ? 2 * calls : undefined);
      const cost = name.startsWith("confident-") ? 0.000057 : name.startsWith("langfuse-") ? 0.001 : undefined;
      expect(usage.costUsd, name).to.equal(cost);
    }
  });

  it("gives calls that one model step asked for the same batch, and names the model", () => {
    const trace = readTrace({ spans: dumpOf("vercel-ai6-generatetext-parallel-tools") });
    expect(new Set(trace.toolsCalled.map(({ batch }) => batch))).to.have.lengthOf(1);
    expect(trace.toolsCalled[0]?.batch).to.be.a("string");
    expect(trace.spans.filter(({ kind }) => kind === "llm").map(({ model }) => model)).to.deep.equal([
      "fake-parallel-2026",
      "fake-parallel-2026",
    ]);
  });
});

const callsOf = ({ toolsCalled }: Trace): unknown =>
  toolsCalled.map(({ name, inputParameters: args, output: result, error }) => ({ name, args, result, error }));

function expectVoice({ turns }: Trace, voice: NonNullable<Expected["voice"]>): void {
  expect(turns).to.have.lengthOf(voice.turns);
  expect(turns.flatMap(({ interrupted }) => interrupted ?? [])).to.deep.equal(voice.interrupted);
  const seconds = voice.e2e_latency_s ?? voice.user_bot_latency_s;
  expect(turns[0]?.latencyMs).to.equal(seconds === undefined ? null : seconds * 1000);
}
