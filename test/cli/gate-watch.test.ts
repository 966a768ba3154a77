import { expect } from "chai";
import { GateWatch } from "../../src/cli/gate-watch.js";
import { ConversationalGolden } from "../../src/golden/conversational-golden.js";
import type { ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";

const golden = (id: string, more: object = {}) => new ConversationalGolden({ id, scenario: "A refund.", ...more });
const conversation = (goldenId: string, more: Partial<ConversationalTestCase> = {}): ConversationalTestCase => ({
  name: goldenId,
  goldenId,
  turns: [
    { role: "user", content: "Hi" },
    { role: "assistant", content: "Hello" },
  ],
  ...more,
});
const watching = (...goldens: ConversationalGolden[]) =>
  new GateWatch({ gate: { passRate: 0.5 }, goldens, seed: "7", metrics: [] });

describe("GateWatch", () => {
  it("plans the trials of goldens that count, those of one id together", () => {
    const goldens = [
      golden("a", { trials: 3 }),
      golden("b", { trials: 3, flaky: true }),
      golden("c"),
      golden("a", { trials: 2 }),
    ];
    expect([...watching(...goldens).planned]).to.deep.equal([
      ["a", 5],
      ["c", 1],
    ]);
  });

  it("keeps all conversations while nothing is decided, which those that were given up decide nothing of", async () => {
    const watch = watching(golden("a", { trials: 3 }));
    const passing = conversation("a", { mustCommunicate: ["Hello"] });
    const given = conversation("a", { endReason: { by: "abort", reason: "enough" }, error: "enough" });
    await watch.ended(given, 0);
    for (const index of [1, 2]) await watch.ended(passing, index);
    expect(watch.signal.aborted).to.equal(false);
    expect(watch.kept([given, passing, passing])).to.have.lengthOf(3);
    await watch.ended(passing, 0);
    expect(watch.signal.aborted).to.equal(true);
  });
});
