import { expect } from "chai";
import { BudgetMetric } from "../../../src/metrics/index.js";
import {
  ConversationalTestCase,
  LLMTestCase,
  type Budgets,
  type Trace,
  type TurnInput,
} from "../../../src/test-case/index.js";

const reply = (rest: Partial<TurnInput> = {}): TurnInput[] => [
  { role: "user", content: "x" },
  { role: "assistant", content: "y", ...rest },
];
const trace = (
  totalTokens: number | null,
  inputTokens: number | null = null,
  outputTokens: number | null = null,
): Trace => ({
  traceId: null,
  spans: [],
  toolsCalled: [],
  retrievalContext: [],
  output: null,
  usage: { inputTokens, outputTokens, totalTokens },
  turns: [],
  missing: [],
});
const measure = (budgets: Budgets, turns: TurnInput[], rest: { traces?: Trace[]; seededTurns?: number } = {}) =>
  new BudgetMetric().measure(new ConversationalTestCase({ turns, budgets, ...rest }));

describe("BudgetMetric", () => {
  it("holds turns and calls to their bounds, which are inclusive", async () => {
    const turns = [
      ...reply({ toolsCalled: ["a", { name: "b", error: "down" }] }),
      ...reply({ toolsCalled: ["b", { name: "c", executed: false }] }),
    ];
    expect(await measure({ maxTurns: 2, maxToolCalls: 3 }, turns)).to.include({
      verdict: "passed",
      score: 1,
      field: "budgets",
    });
    const over = await measure({ maxTurns: 1, maxToolCalls: 2 }, turns);
    expect(over).to.include({ verdict: "failed", score: 0, field: "budgets.maxTurns", actual: 2, expected: 1 });
    expect(over.reason).to.equal("over budget: maxTurns: 2 user turns, at most 1 (and 1 more)");
    expect(await measure({ maxToolCalls: 2 }, turns)).to.include({ verdict: "failed", turn: 4 });
  });

  it("takes no unknown for nothing", async () => {
    for (const budgets of [{ maxToolCalls: 0 }, { latencyMs: { max: 0 } }, { maxTokens: 0 }, { maxCost: 0 }]) {
      expect(await measure(budgets, reply()), JSON.stringify(budgets)).to.include({ verdict: "errored", score: null });
    }
  });

  it("fails for one broken bound though another can't be measured, and errs where none is broken", async () => {
    expect(await measure({ maxTurns: 0, maxTokens: 5 }, reply())).to.include({
      verdict: "failed",
      field: "budgets.maxTurns",
    });
    expect(await measure({ maxTurns: 1, maxTokens: 5 }, reply())).to.include({
      verdict: "errored",
      field: "budgets.maxTokens",
    });
  });

  it("counts what happened, and not what the golden began with", async () => {
    const turns = [
      ...reply({ latencyMs: 900, toolsCalled: ["a", "b"] }),
      ...reply({ latencyMs: 100, toolsCalled: ["a"] }),
    ];
    const budgets = { maxTurns: 1, maxToolCalls: 1, latencyMs: { max: 100 } };
    expect(await measure(budgets, turns, { seededTurns: 2 })).to.include({ verdict: "passed", score: 1 });
    expect(await measure(budgets, turns)).to.include({ verdict: "failed" });
  });

  it("does not take untold calls for none, and knows too many from some", async () => {
    const turns = [...reply({ toolsCalled: ["a", "b"] }), ...reply()];
    expect(await measure({ maxToolCalls: 2 }, turns)).to.include({ verdict: "errored" });
    expect(await measure({ maxToolCalls: 1 }, turns)).to.include({ verdict: "failed" });
  });

  it("decides a percentile of any number of replies by nearest rank: of a few it is the slowest, and it says so", async () => {
    const few = [...reply({ latencyMs: 100 }), ...reply({ latencyMs: 900 })];
    const slow = await measure({ maxTurns: 6, latencyMs: { p95: 800 } }, few);
    expect(slow).to.include({ verdict: "failed", turn: 4, actual: 900, expected: 800 });
    expect(slow.reason).to.equal(
      "over budget: latencyMs.p95: 900 ms, at most 800 (the slowest of 2 replies: it takes 20 to leave one out)",
    );
    expect(await measure({ latencyMs: { p95: 900 } }, few)).to.include({ verdict: "passed", score: 1 });
    expect((await measure({ latencyMs: { p50: 100 } }, reply({ latencyMs: 90 }))).reason).to.equal(
      "within budget: latencyMs.p50 90 ms, at most 100 (of 1 reply: it takes 2 to leave one out)",
    );
    expect(await measure({ latencyMs: { max: 800 } }, few)).to.include({
      verdict: "failed",
      turn: 4,
      actual: 900,
      expected: 800,
    });
    expect(await measure({ latencyMs: { p50: 100 } }, few)).to.include({ verdict: "passed" });
    const many = Array.from({ length: 20 }, (_, index) => reply({ latencyMs: index < 19 ? 100 : 5000 })).flat();
    expect(await measure({ latencyMs: { p95: 100 } }, many)).to.include({ verdict: "passed" });
  });

  it("passes no bound of latency where that of a reply is not known, and fails what those that are known break", async () => {
    const some = [...reply({ latencyMs: 100 }), ...reply(), ...reply({ latencyMs: 900 })];
    for (const latencyMs of [{ max: 900 }, { p50: 100 }, { p95: 900 }]) {
      const result = await measure({ latencyMs }, some);
      expect(result).to.include({ verdict: "errored", score: null });
      expect(result.reason).to.match(/: the latency of 1 of 3 replies is not known \(turn 4\), .*: give latencyMs/);
    }
    expect(await measure({ latencyMs: { max: 800 } }, some)).to.include({ verdict: "failed", turn: 6, actual: 900 });
    // Even had the unknown one taken no time.
    expect(await measure({ latencyMs: { p50: 99 } }, some)).to.include({ verdict: "failed", actual: 100 });
    const several: TurnInput[] = [...reply({ latencyMs: 100 }), { role: "assistant", content: "And more." }];
    expect(await measure({ latencyMs: { max: 100 } }, several)).to.include({ verdict: "passed" });
  });

  it("sums tokens over traces, and knows too many from some", async () => {
    expect(await measure({ maxTokens: 30 }, reply(), { traces: [trace(10), trace(null, 15, 5)] })).to.include({
      verdict: "passed",
    });
    expect(await measure({ maxTokens: 30 }, reply(), { traces: [trace(10), trace(null, 15)] })).to.include({
      verdict: "errored",
    });
    expect(await measure({ maxTokens: 9 }, reply(), { traces: [trace(10), trace(null)] })).to.include({
      verdict: "failed",
    });
  });

  it("sums the cost that traces tell, and takes no unknown cost for none", async () => {
    const costing = (costUsd?: number) => {
      const { usage, ...rest } = trace(10);
      return { ...rest, usage: { ...usage, ...(costUsd !== undefined && { costUsd }) } };
    };
    const of = (...costs: (number | undefined)[]) => measure({ maxCost: 0.5 }, reply(), { traces: costs.map(costing) });
    expect(await of(0.2, 0.3)).to.include({ verdict: "passed" });
    expect(await of(0.2, 0.4)).to.include({ verdict: "failed", expected: 0.5 });
    expect(await of(0.6, undefined)).to.include({ verdict: "failed" });
    expect((await of(0.2, undefined)).reason).to.match(/cost is not known \(1 of 2 traces tell none\): give observe/);
    expect(await of()).to.include({ verdict: "errored" });
  });

  it("counts interruptions where replies tell, and has no opinion on writing", async () => {
    const turns = [...reply({ interrupted: true }), ...reply({ interrupted: true }), ...reply()];
    expect(await measure({ maxInterruptions: 1 }, turns)).to.include({ verdict: "failed", turn: 4 });
    const untold = await measure({ maxInterruptions: 2 }, turns);
    expect(untold).to.include({ verdict: "errored" });
    expect(untold.reason).to.include(
      "1 of 3 replies do not tell whether it was interrupted (turn 6): give interrupted",
    );
    const told = [...turns.slice(0, 4), ...reply({ interrupted: false })];
    expect(await measure({ maxInterruptions: 2 }, told)).to.include({ verdict: "passed" });
    expect(await measure({ maxInterruptions: 0 }, reply())).to.include({ verdict: "skipped" });
    const audio = { url: "a.wav" };
    expect(await measure({ maxInterruptions: 0 }, reply({ audio }))).to.include({ verdict: "errored" });
  });

  it("measures a single exchange, and skips where nothing is bounded", async () => {
    const budgets = { maxTurns: 1, latencyMs: { max: 100 }, maxCost: 0.5, maxTokens: 10, maxToolCalls: 0 };
    const rest = { completionTimeMs: 90, tokenCost: 0.5, trace: trace(10), toolsCalled: [] };
    const single = new LLMTestCase({ input: "q", actualOutput: "a", budgets, ...rest });
    expect(await new BudgetMetric().measure(single)).to.include({ verdict: "passed", score: 1 });
    expect(await measure({}, reply())).to.deep.include({ verdict: "skipped", missing: ["budgets"] });
  });
});
