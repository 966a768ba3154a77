import { expect } from "chai";
import { blameFor } from "../../src/evaluation/blame.js";
import { evaluate } from "../../src/evaluation/evaluate.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import type { MetricResult } from "../../src/test-case/metric.js";
import { only } from "./support.js";

describe("blame for how a conversation went", () => {
  it("is the agent's where it hung up before it said anything: it was asked", async () => {
    const user = new ScriptedUser(["Hi"]);
    const simulator = new ConversationSimulator({ agent: () => ({ end: "bye" }), user }, { env: {} });
    for (const golden of [{ expectedTools: [] }, { mustCommunicate: ["$59.90"] }, { forbiddenTools: ["t"] }]) {
      const testCase = await only(simulator, { golden });
      expect(testCase.endReason).to.deep.equal({ by: "agent", reason: "bye" });
      const [result] = (await evaluate([testCase])).results;
      expect(result?.verdict).to.not.equal("passed");
      expect(result?.blame?.party, JSON.stringify(golden)).to.equal("agent");
    }
  });

  it("is not the user's for a fault after the first turn that failed, though later ones failed too", () => {
    const userFaults = [{ kind: "invented_fact", detail: "order B-7" }];
    const say = (role: "user" | "assistant", more: object = {}) => ({ role, content: "x", ...more });
    const turns = [say("user"), say("assistant"), say("user", { metadata: { userFaults } }), say("assistant")];
    const failed = (turn: number): MetricResult => ({
      ...{ name: "M", verdict: "failed", score: 0, threshold: 1, reason: "no" },
      turn,
    });
    const partyOf = (...at: number[]) =>
      blameFor({ verdict: "failed", metrics: at.map(failed), testCase: { turns } })?.party;
    expect(partyOf(2, 4)).to.equal("agent");
    expect(partyOf(4, 2)).to.equal("agent");
    expect(partyOf(4)).to.equal("user");
  });
});
