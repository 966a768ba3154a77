import { expect } from "chai";
import { failureMessage } from "../../src/evaluation/failure-message.js";
import { evaluate } from "../../src/evaluation/evaluate.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import type { LLMTestCase } from "../../src/test-case/llm-test-case.js";
import type { Metric } from "../../src/test-case/metric.js";
import { captureTrace, observe, testCaseFromTrace } from "../../src/tracing/index.js";

/** How many documents a retriever found, as a metric that wants two. */
const twoDocuments: Metric<LLMTestCase> = {
  name: "Two Documents",
  threshold: 1,
  measure: async ({ input, retrievalContext = [] }) => {
    const score = Math.min(1, retrievalContext.length / 2);
    const verdict = score >= 1 ? "passed" : "failed";
    return {
      name: "Two Documents",
      threshold: 1,
      verdict,
      score,
      reason: `${String(retrievalContext.length)} for ${input}`,
    };
  },
};
const found: Record<string, string[]> = { shoes: ["30 days", "unworn"], hats: ["never"] };
const search = (metrics: readonly Metric<LLMTestCase>[]) =>
  observe({ type: "retriever", name: "search", metrics }, async (query: string) => found[query] ?? []);
const caseOf = async (retrieve: (query: string) => Promise<string[]>, query: string) => {
  const agent = observe({ type: "agent", name: "support" }, async (input: string) => (await retrieve(input)).join());
  const { trace } = await captureTrace(() => agent(query));
  return { ...testCaseFromTrace(trace), expectedTools: undefined };
};
const told = (results: Awaited<ReturnType<typeof evaluate>>["results"]) =>
  results.map(({ verdict, metrics }) => [verdict, ...metrics.map(({ name, reason }) => `${name}: ${reason}`)]);

describe("metrics of spans", () => {
  it("that were attached where the function was observed decide the case", async () => {
    const retrieve = search([twoDocuments]);
    const run = await evaluate([await caseOf(retrieve, "shoes"), await caseOf(retrieve, "hats")], { record: false });
    expect(told(run.results)).to.deep.equal([
      ["passed", 'Two Documents of retriever "search": 2 for shoes'],
      ["failed", 'Two Documents of retriever "search": 1 for hats'],
    ]);
    expect(run.passed).to.equal(false);
  });

  it("say in their failure what was judged, and not only what the whole agent was asked and said", async () => {
    const [result] = (await evaluate([await caseOf(search([twoDocuments]), "hats")], { record: false })).results;
    expect(result?.metrics[0]?.details).to.deep.equal([
      'judged here: retriever "search"',
      "  input:  hats",
      '  output: ["never"]',
    ]);
    if (result !== undefined) expect(failureMessage(result)).to.include('judged here: retriever "search"');
    const [passed] = (await evaluate([await caseOf(search([twoDocuments]), "shoes")], { record: false })).results;
    expect(passed?.metrics[0]).to.not.have.property("details");
  });

  it("that a filter puts on spans need no change to the agent", async () => {
    const cases = [await caseOf(search([]), "hats")];
    const spanMetrics = [{ spans: { type: "retriever" as const }, metrics: [twoDocuments] }];
    expect(told((await evaluate(cases, { record: false, spanMetrics })).results)).to.deep.equal([
      ["failed", 'Two Documents of retriever "search": 1 for hats'],
    ]);
  });

  it("that no span met are errored, and so is what throws", async () => {
    const cases = [await caseOf(search([]), "hats")];
    const nowhere = [{ spans: { name: "serach" }, metrics: [twoDocuments] }];
    const [missed] = (await evaluate(cases, { record: false, spanMetrics: nowhere })).results;
    expect(missed?.metrics).to.deep.include({
      name: "Two Documents",
      verdict: "errored",
      score: null,
      threshold: 1,
      reason: "no span of the trace is one that it is for",
    });
    const broken: Metric<LLMTestCase> = { ...twoDocuments, measure: () => Promise.reject(new Error("no index")) };
    const anywhere = [{ spans: () => true, metrics: [broken] }];
    const [threw] = (await evaluate(cases, { record: false, spanMetrics: anywhere })).results;
    expect(threw?.metrics.map(({ verdict }) => verdict)).to.deep.equal(["errored", "errored"]);
  });

  it("name the turn of a conversation in which the span was", async () => {
    const retrieve = search([twoDocuments]);
    const agent = observe({ type: "agent" }, async ({ input }: { input: string | null }) =>
      (await retrieve(input ?? "")).join(),
    );
    const simulator = new ConversationSimulator({ agent, user: new ScriptedUser(["shoes", "hats"]) });
    const cases = await simulator.simulate({ conversationalGoldens: [{ id: "a", scenario: "A question." }] });
    const [result] = (await evaluate(cases, { record: false })).results;
    expect(result?.metrics.map(({ turn, verdict }) => [turn, verdict])).to.deep.equal([
      [2, "passed"],
      [4, "failed"],
    ]);
  });
});
