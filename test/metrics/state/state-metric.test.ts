import { expect } from "chai";
import { StateMetric } from "../../../src/metrics/state/state-metric.js";
import { statedMetrics } from "../../../src/metrics/stated-metrics.js";
import {
  ConversationalTestCase,
  type ConversationalTestCaseInput,
} from "../../../src/test-case/conversational-test-case.js";
import type { JsonObject } from "../../../src/test-case/json.js";
import { LLMTestCase } from "../../../src/test-case/llm-test-case.js";

const turns = [
  { role: "user" as const, content: "Refund A-1." },
  { role: "assistant" as const, content: "Done." },
];
const measure = (given: Partial<ConversationalTestCaseInput>, options = {}) =>
  new StateMetric(options).measureNow(new ConversationalTestCase({ turns, ...given }));

describe("the state metric", () => {
  const finalState = { orders: { "A-1": { status: "refunded", at: 5 } }, log: ["x"] };

  it("wants the expected state as a part of that at the end", () => {
    expect(measure({ finalState, expectedState: { orders: { "A-1": { status: "refunded" } } } })).to.include({
      verdict: "passed",
      score: 1,
      field: "expectedState",
    });
    const wrong = measure({ finalState, expectedState: { orders: { "A-1": { status: "open" } } } });
    expect(wrong).to.include({ verdict: "failed", score: 0, actual: "refunded", expected: "open" });
    expect(wrong.reason).to.contain("orders.A-1.status");
  });

  it("says what differs in one line, without its own field, and the rest in lines of their own", () => {
    const wrong = measure({ finalState, expectedState: { orders: { "A-1": { status: "open", at: 6 } } } });
    expect(wrong.reason).to.equal(
      'the state at the end is not as expected: orders.A-1.status should be "open" and is "refunded" (and 1 more)',
    );
    expect(wrong.details).to.deep.equal([
      'orders.A-1.status should be "open" and is "refunded"',
      "orders.A-1.at should be 6 and is 5",
    ]);
    const state = { ...finalState, log: [] };
    const given = { finalState, expectedState: {}, goldenActions: ["refund_order"] };
    const replayed = measure({ ...given, replayedState: { state, failures: [] } });
    expect(replayed).to.include({ verdict: "failed", field: "goldenActions" });
    expect(replayed.reason).not.to.match(/\n|goldenActions/);
    const failures = ["action 1: no", "action 2: no"];
    const broken = measure({ ...given, replayedState: { state, failures } });
    expect(broken.reason).to.match(/action 1: no \(and 1 more\)$/);
    expect(broken.details).to.deep.equal(failures);
  });

  it("wants the very state that the golden's actions lead to", () => {
    const goldenActions = ["refund_order"];
    const replayedState = { state: { ...finalState, log: [] }, failures: [] };
    expect(measure({ finalState, goldenActions, replayedState })).to.include({
      verdict: "failed",
      field: "goldenActions",
    });
    expect(measure({ finalState, goldenActions, replayedState }, { ignore: ["log"] })).to.include({
      verdict: "passed",
    });
  });

  it("states what must be gone, and can't tell of an expected state that states nothing", () => {
    const gone = { orders: { "A-1": { $absent: true } } };
    expect(measure({ finalState: { orders: {} }, expectedState: gone })).to.include({ verdict: "passed" });
    const there = measure({ finalState, expectedState: gone });
    expect(there).to.include({ verdict: "failed" });
    expect(there.reason).to.contain("orders.A-1 is").and.to.contain("and should not be there");
    const slips: readonly JsonObject[] = [
      { ordres: { "A-1": { $absent: true } } },
      { orders: { "B-2": { items: { $absent: true } } } },
    ];
    for (const slip of slips) {
      const within = measure({ finalState: { orders: {} }, expectedState: slip });
      expect(within.verdict).to.equal("failed");
      expect(within.reason).to.match(/(?:ordres|orders\.B-2) should be .* and is not there/);
    }
    const nothing = measure({ finalState, expectedState: {} });
    expect(nothing).to.include({ verdict: "errored", field: "expectedState" });
    expect(nothing.reason).to.contain("it asserts nothing").and.to.contain("$absent");
  });

  it("can't tell where the golden's actions fail, where nothing is known, or where it broke off", () => {
    const broken = { state: finalState, failures: ["action 1 (refund_order): no such order"] };
    expect(measure({ finalState, goldenActions: ["refund_order"], replayedState: broken })).to.include({
      verdict: "errored",
    });
    expect(measure({ expectedState: {} })).to.deep.include({ verdict: "errored", missing: ["finalState"] });
    expect(measure({ finalState, expectedState: { a: 1 }, error: "no answer" })).to.include({ verdict: "errored" });
    expect(measure({ finalState })).to.include({ verdict: "skipped" });
    expect(new StateMetric().measureNow(new LLMTestCase({ input: "q", expectedState: {} }))).to.include({
      verdict: "skipped",
    });
  });

  it("is measured by itself where a state is stated and known, and else listed as not looked at", () => {
    const known = statedMetrics(new ConversationalTestCase({ turns, finalState, expectedState: {} }));
    expect(known.metrics.map(({ name }) => name)).to.deep.equal(["State"]);
    expect(known.notYetAsserted).to.deep.equal([]);
    const unknown = statedMetrics(new ConversationalTestCase({ turns, expectedState: {} }));
    expect(unknown.metrics).to.deep.equal([]);
    expect(unknown.notYetAsserted).to.have.lengthOf(1);
  });
});
