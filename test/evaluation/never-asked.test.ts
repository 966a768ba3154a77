import { expect } from "chai";
import { evaluate } from "../../src/evaluation/index.js";

describe("a conversation in which the agent was never asked", () => {
  for (const stated of [
    { forbiddenTools: ["delete_account"] },
    { confirmBefore: ["refund"] },
    { mustNotCommunicate: ["secret"] },
    { budgets: { maxTurns: 3 } },
    { expectedTools: [] },
    { expectedTools: ["refund"] },
    { mustCommunicate: ["€50"] },
    { expectedState: { a: 1 }, finalState: {} },
  ]) {
    it(`is an error, whatever must not have happened in it: ${Object.keys(stated).join()}`, async () => {
      const endReason = { by: "user" as const, reason: "the script ended" };
      const hi = { role: "user" as const, content: "Hi" };
      const begun = { role: "assistant" as const, content: "Hello", toolsCalled: [] };
      for (const case_ of [{ turns: [hi] }, { turns: [hi, begun], seededTurns: 2 }, { turns: [hi], flaky: true }]) {
        const run = await evaluate([{ ...case_, endReason, ...stated }], { record: false });
        expect(run.results[0]?.verdict).to.equal("errored");
        expect(run.results[0]?.reason).to.include("never answered").and.include("the script ended");
        expect(run.passed).to.equal(false);
      }
    });
  }
});
