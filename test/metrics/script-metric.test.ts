import { expect } from "chai";
import { ScriptMetric } from "../../src/metrics/script-metric.js";
import { statedMetrics } from "../../src/metrics/stated-metrics.js";
import type { ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";
import type { ScriptOutcome } from "../../src/test-case/script-outcome.js";

const held = (script?: ScriptOutcome): ConversationalTestCase => ({
  turns: [{ role: "assistant", content: "Hi." }],
  ...(script && { script }),
});

describe("ScriptMetric", () => {
  it("says what the script said", () => {
    const { verdict, score, reason } = new ScriptMetric().measureNow(held({ verdict: "passed", reason: "all held" }));
    expect([verdict, score, reason]).to.deep.equal(["passed", 1, "all held"]);
    const failed = new ScriptMetric().measureNow(
      held({ verdict: "failed", reason: "r", turn: 1, actual: 1, expected: 2 }),
    );
    expect(failed).to.deep.include({ verdict: "failed", score: 0, turn: 1, actual: 1, expected: 2 });
    expect(new ScriptMetric().measureNow(held({ verdict: "errored", reason: "cut off" }))).to.deep.include({
      verdict: "errored",
      score: null,
      missing: ["the rest of the script"],
    });
    const ofGraph = { ...held({ verdict: "errored", reason: "cut off" }), path: ["start"] };
    expect(new ScriptMetric().measureNow(ofGraph).missing).to.deep.equal(["the rest of the graph"]);
  });

  it("is stated by a script that asserts, and by nothing else", () => {
    expect(statedMetrics(held({ verdict: "passed", reason: "r" })).metrics.map(({ name }) => name)).to.deep.equal([
      "Script",
    ]);
    expect(statedMetrics(held()).metrics).to.deep.equal([]);
    expect(new ScriptMetric().measureNow(held()).verdict).to.equal("skipped");
  });
});
