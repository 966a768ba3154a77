import { expect } from "chai";
import { minimalGolden } from "../../src/fuzz/minimal-golden.js";
import type { ConversationalGolden } from "../../src/golden/conversational-golden.js";

const whole = {
  expectedOutcome: "A refund.",
  expectedTools: [{ name: "refund" }],
  toolMatch: { mode: "ordered" },
  mustCommunicate: ["refunded"],
  expectedState: { refunds: 1 },
  goldenActions: [{ name: "refund" }],
  budgets: { maxTurns: 3 },
  expectations: ["polite"],
  expectedLabels: ["done"],
  trials: 5,
};
const kept = { scenario: "A refund.", forbiddenTools: ["delete_account"], facts: { order: { value: "A-1" } } };

describe("the golden of the least conversation", () => {
  it("asks for nothing that only the whole could fulfil, and keeps what must never happen", () => {
    const golden = { id: "g", ...kept, ...whole } as unknown as ConversationalGolden;
    const violation = { invariant: "no-leaks", about: "Secret 1!", message: "it leaks" };
    const script = { turns: [{ say: "Hi" }], faults: [], seed: 0 };
    const made = minimalGolden(golden, script, { violation, seed: "7", run: 3 });
    expect(made).to.not.have.any.keys(...Object.keys(whole));
    expect(made).to.deep.include({ ...kept, id: "g-fuzz-no-leaks-secret-1" });
    expect(made.comments).to.equal("Found by fuzz (seed 7, run 3): it leaks");
  });
});
