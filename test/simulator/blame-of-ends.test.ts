import { expect } from "chai";
import { blameFor } from "../../src/evaluation/blame.js";
import { evaluate } from "../../src/evaluation/evaluate.js";
import { RehearsalError } from "../../src/errors.js";
import type { ConversationSimulatorOptions } from "../../src/simulator/options.js";
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

  it("is the test's where its stopping controller or predicate throws, and says what and where", async () => {
    const slip = (): never => {
      throw new TypeError("turns.lenght is not a function");
    };
    const model = { id: "judge", decide: () => Promise.reject(new RehearsalError("model_failed", "429")) };
    const blamed = async (options: ConversationSimulatorOptions) => {
      const simulator = new ConversationSimulator({ ...options, user: new ScriptedUser(["Hi"]) }, { env: {} });
      const testCase = await only(simulator, { golden: { forbiddenTools: ["t"], expectedOutcome: "A refund." } });
      return (await evaluate([testCase], { record: false })).results[0]?.blame;
    };
    const agent = () => ({ role: "assistant" as const, content: "Hello", toolsCalled: [] });
    for (const options of [{ stoppingController: slip }, { stopWhenMet: slip }]) {
      const blame = await blamed({ agent, ...options });
      expect(blame?.party).to.equal("test");
      expect(blame?.reason).to.match(
        /stopping controller failed: TypeError: turns\.lenght.*blame-of-ends\.test\.ts:\d+/,
      );
    }
    const wrong = await blamed({ agent, stoppingController: (() => 5) as never });
    expect(wrong?.party).to.equal("test");
    expect((await blamed({ agent, stopWhenMet: true, judge: model }))?.party).to.equal("infrastructure");
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
