import { expect } from "chai";
import type { Trace } from "../../../src/test-case/trace.js";
import type { TracingStatus } from "../../../src/tracing/index.js";
import { child } from "../support/child.js";

interface Answer {
  readonly result: unknown;
  readonly trace: Trace;
  readonly status: TracingStatus;
}

/** Each of these needs a process in which nothing global is set. */
describe("tracing in a process of its own", function () {
  this.timeout(120_000);

  const settings: readonly (readonly [string, string, Partial<TracingStatus>])[] = [
    ["none", "no provider", { provider: "ours", contextManager: "ours", recorder: "recorder" }],
    ["user", "a user's provider", { provider: "user's", contextManager: "user's", recorder: "tee" }],
    [
      "recorder",
      "a user's provider with a TraceRecorder",
      { provider: "user's", contextManager: "user's", recorder: "recorder" },
    ],
    [
      "off",
      "a user's provider that samples nothing",
      { provider: "user's", contextManager: "user's", recorder: "tee" },
    ],
  ];
  for (const [setting, title, status] of settings) {
    it(`records an AI SDK agent with a retriever inside a tool, under ${title}`, async () => {
      // Limits of the environment must not reach a provider of ours.
      const limit = setting === "none" ? { OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT: "9" } : {};
      const answer = await child<Answer & { exported: string[] }>("ai-sdk", [setting], limit);
      const { trace } = answer;
      expect(answer.result).to.equal("Within 30 days.");
      expect(trace.output).to.equal("Within 30 days.");
      expect(trace.usage).to.deep.equal({
        inputTokens: 20,
        outputTokens: 10,
        totalTokens: 30,
        cachedInputTokens: 0,
        reasoningTokens: 0,
      });
      expect(trace.retrievalContext).to.deep.equal([
        { context: "About refunds: within 30 days.", source: "policy.md", id: "refunds", score: 0.9 },
      ]);
      expect(
        trace.toolsCalled.map(({ name, inputParameters, output, error, id }) => ({
          name,
          inputParameters,
          output,
          error,
          id,
        })),
      ).to.deep.equal([
        {
          name: "search_policy",
          inputParameters: { query: "refunds" },
          output: { found: 1 },
          error: undefined,
          id: "c1",
        },
        {
          name: "lookup_order",
          inputParameters: { order_id: "A-1" },
          output: undefined,
          error: "no such order",
          id: "c2",
        },
      ]);
      expect(new Set(trace.toolsCalled.map(({ batch }) => batch))).to.have.lengthOf(1);
      expect(trace.turns[0]).to.include({ input: "Can I return shoes?", output: "Within 30 days." });
      expect(answer.status).to.include({ ...status, secondApi: false, faults: 0 });
      expect(answer.exported.includes("rehearsal.turn")).to.equal(setting === "user" || setting === "recorder");
      expect(answer.exported).to.have.lengthOf(setting === "user" || setting === "recorder" ? 8 : 0);
    });
  }

  it("tells of attributes that the limits of a user's provider dropped", async () => {
    const { trace, status } = await child<Answer>("ai-sdk", ["user"], { OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT: "9" });
    expect(trace.missing.join()).to.match(
      /llm "ai.generateText.doGenerate": \d+ attributes were dropped by the provider's limits/,
    );
    expect(status.droppedAttributes).to.be.greaterThan(20);
    expect(status.notes.join()).to.include("raise its spanLimits.attributeCountLimit");
  });

  it("exports observed calls as spans that read back as what was recorded", async () => {
    const answer = await child<{ recorded: Trace; readBack: Trace; attributes: object[] }>("own-spans");
    for (const field of ["spans", "toolsCalled", "usage", "missing"] as const)
      expect(answer.readBack[field], field).to.deep.equal(answer.recorded[field]);
    expect(answer.recorded.spans).to.have.lengthOf(113);
    const [agent, tool] = answer.attributes;
    expect(agent).to.deep.equal({
      "rehearsal.span.kind": "agent",
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "several",
      "rehearsal.input": '["first",2]',
      "gen_ai.input.messages": '[{"role":"user","parts":[{"type":"text","content":"first"}]}]',
      "gen_ai.output.messages": '[{"role":"assistant","parts":[{"type":"text","content":"x"}],"finish_reason":"stop"}]',
    });
    expect(tool).to.include({ "rehearsal.span.kind": "llm", "gen_ai.operation.name": "chat" });
  });

  it("leaves the user's sampling alone", async () => {
    const answer = await child<Record<string, unknown>>("sampling");
    expect(answer).to.deep.equal({ on: 1, off: 0, global: 0, spans: ["agent", "invoke_agent sub", "agent"], turns: 1 });
  });

  for (const setting of ["processor", "tracer", "manager-throws", "manager-forgets", "manager-root", "manager-stack"]) {
    it(`keeps faults from the agent: ${setting}`, async () => {
      const answer = await child<Answer & { calls: number; outside: unknown; thrown: unknown }>("faults", [setting]);
      expect(answer).to.include({ result: 2, outside: 4, calls: 4, thrown: "broken" });
      expect(answer.trace.toolsCalled.map(({ output }) => output)).to.deep.equal([1, 2]);
      const [agent, ...tools] = answer.trace.spans;
      expect(tools.map(({ parentSpanId }) => parentSpanId)).to.deep.equal([agent?.spanId, agent?.spanId]);
      if (setting.startsWith("manager")) expect(answer.status.contextManager).to.equal("private");
      else expect(answer.status.notes.join()).to.include("most recently: starting a span: broken");
    });
  }

  it("sets nothing at import, loads the SDK when it must, and takes out what it set", async () => {
    const answer = await child<Record<string, Record<string, unknown> & { status?: TracingStatus }>>("lifetime");
    expect(answer.imported).to.deep.include({ registered: false, loaded: false });
    expect(answer.imported?.status).to.include({ provider: "none", contextManager: "none", recorder: "none" });
    expect(answer.prepared?.loaded).to.equal(true);
    expect(answer.prepared?.status?.notes.join()).to.include("To use your own, register it before the first run");
    expect(answer.shut).to.deep.equal({ late: false, provider: "none", contextManager: "none" });
    expect(answer.own).to.deep.equal({ status: "ours", exported: ["t", "rehearsal.turn"] });
    expect(answer.refused).to.include("a tracer provider is registered already");
    expect(answer.joined).to.deep.equal({ provider: "user's", recorder: "tee", spans: ["foreign", "t"] });
    expect(answer.left).to.deep.equal({ provider: "user's", same: true, context: true });
  });

  it("sees a user's provider through a tee that changes nothing about it", async () => {
    expect(await child("tee")).to.deep.equal({
      result: [true, true, true],
      names: ["plain", "rooted", "twice", "two", "three", "four"],
      roots: 6,
      isInstance: true,
      secret: "kept",
      flushed: true,
      once: true,
    });
  });

  it("still records observed functions where another copy of the API holds everything, and says so", async () => {
    const { trace, status } = await child<Answer>("second-api");
    expect(trace.toolsCalled).to.have.lengthOf(1);
    expect(trace.missing.join("\n")).to.match(
      /^toolsCalled: only observed functions were seen, since the global OpenTelemetry context manager does not work/m,
    );
    expect(status).to.include({ secondApi: true, provider: "none", contextManager: "private", apiVersion: "1.2.0" });
    expect(status.notes[0]).to.match(
      /^Two copies of @opentelemetry\/api are loaded \(version 1\.2\.0 registered first\)/,
    );
  });
});
