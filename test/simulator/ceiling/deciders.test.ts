import { expect } from "chai";
import type { DecisionModel } from "../../../src/models/decision-model.js";
import { ScriptedModel } from "../../../src/models/scripted-model.js";
import { SimulationNode } from "../../../src/simulator/graph/simulation-node.js";
import type { ConversationSimulatorOptions } from "../../../src/simulator/options.js";
import { ConversationSimulator } from "../../../src/simulator/simulator.js";
import { ScriptedScenario } from "../../../src/simulator/steps/scripted-scenario.js";
import { steps } from "../../../src/simulator/steps/steps.js";
import { languageModelJudge } from "../../../src/simulator/stopping/language-model-judge.js";
import { LanguageModelUser } from "../../../src/simulator/users/language-model-user.js";
import { ScriptedUser } from "../../../src/simulator/users/scripted-user.js";
import type { Judge } from "../../../src/test-case/judge.js";

const prices = { m: { inputPerMillion: 1, outputPerMillion: 2 } };
const golden = { id: "a", scenario: "A refund.", expectedOutcome: "It is refunded.", trials: 2 };
const lines = new ScriptedUser(["one", "two", "three", "four", "five", "six"]);

function counted() {
  let asked = 0;
  const judge: Judge = {
    id: "judge (m)",
    decide: async ({ questions }) => {
      asked += 1;
      return questions.map(({ id }) => ({ id, answer: "not_met", reason: "", evidence: [] }));
    },
  };
  const decisionModel: DecisionModel = {
    id: "m",
    decide: async ({ questions }) => {
      asked += 1;
      return questions.map(({ id }) => ({ id, probabilities: { "1": 1 } }));
    },
  };
  return { judge, decisionModel, count: () => asked };
}

function graph(): SimulationNode {
  const start = new SimulationNode({ action: "Hi." });
  start.addNode(start, "The agent is friendly.");
  return start;
}

const cases: readonly [string, (given: ReturnType<typeof counted>) => Partial<ConversationSimulatorOptions>, number][] =
  [
    ["a judge who stops", ({ judge }) => ({ user: lines, judge, stopWhenMet: true }), 6],
    ["after some turns", ({ judge }) => ({ user: lines, judge, stopWhenMet: true, minUserTurns: 3 }), 2 * (4 - 3)],
    ["edges in words", ({ decisionModel }) => ({ user: graph(), decisionModel }), 6],
    [
      "steps",
      ({ judge }) => ({ user: new ScriptedScenario([steps.user("Hi."), steps.judge("It greets.")]), judge }),
      2,
    ],
  ];

describe("what models decide, in an estimate", () => {
  for (const [name, options, high] of cases) {
    it(`is as often as they are really asked: ${name}`, async () => {
      const given = counted();
      const simulator = new ConversationSimulator({ agent: () => "Hello.", detectLoops: false, ...options(given) });
      const run = { conversationalGoldens: [golden], maxUserSimulations: 4 };
      const { decisionCalls, decisionTokens, decisionCost } = await simulator.estimate({ ...run, prices });
      expect(decisionCalls.high).to.equal(high);
      expect(decisionTokens.high).to.be.above(100 * high);
      expect(decisionCost?.high).to.be.within(decisionTokens.high / 1e6, (2 * decisionTokens.high) / 1e6);
      await simulator.simulate(run);
      expect(given.count()).to.be.within(decisionCalls.low, decisionCalls.high);
      expect(given.count()).to.equal(high);
      expect((await simulator.estimate(run)).decisionCost).to.equal(null);
    });
  }

  it("is nothing where nobody decides, and told where somebody does", async () => {
    const estimate = (options: Partial<ConversationSimulatorOptions>) =>
      new ConversationSimulator({ agent: () => "Hello.", user: lines, ...options }).estimate({
        conversationalGoldens: [golden],
        prices,
      });
    const none = { low: 0, high: 0 };
    expect(await estimate({})).to.deep.include({ decisionCalls: none, decisionTokens: none, decisionCost: none });
    const judge = languageModelJudge(new ScriptedModel([]));
    const { assumptions } = await estimate({ judge, stopWhenMet: true });
    expect(assumptions.join("\n"))
      .to.include("scripted judges or chooses")
      .and.include("No price is known for scripted");
  });

  it("counts a model that plays a part of a graph as one that plays the user", async () => {
    const node = new SimulationNode({ action: new LanguageModelUser({ model: new ScriptedModel([]) }) });
    const simulator = new ConversationSimulator({ agent: () => "Hello.", user: node });
    expect((await simulator.estimate({ conversationalGoldens: [golden] })).userModelCalls.high).to.equal(20);
  });
});
