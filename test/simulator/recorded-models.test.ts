import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { ConversationalGoldenInput } from "../../src/golden/conversational-golden.js";
import type { DecisionModel } from "../../src/models/decision-model.js";
import type { LanguageModel } from "../../src/models/language-model.js";
import { SimulationNode } from "../../src/simulator/graph/simulation-node.js";
import { settingsOf, type ConversationSimulatorOptions } from "../../src/simulator/options.js";
import { simulate } from "../../src/simulator/simulate.js";
import type { SimulateOptions } from "../../src/simulator/simulate-options.js";
import { ScriptedScenario } from "../../src/simulator/steps/scripted-scenario.js";
import { steps } from "../../src/simulator/steps/steps.js";
import { LanguageModelUser } from "../../src/simulator/users/language-model-user.js";
import type { Judge } from "../../src/test-case/judge.js";
import { virtualClock } from "../support/virtual-clock.js";

const golden: ConversationalGoldenInput = { id: "a", scenario: "A refund.", expectedOutcome: "It is refunded." };

/** Every part says another thing each time it is asked, and nothing once it is offline. */
function parts() {
  let asked = 0;
  let offline = false;
  const next = (): number => {
    if (offline) throw new Error("was asked in a replay");
    return (asked += 1);
  };
  const ready = async (): Promise<void> => {
    if (offline) throw new Error("has no key");
  };
  const usage = { inputTokens: 5, outputTokens: 2 };
  const language: LanguageModel = {
    id: "improviser",
    ready,
    generate: async () => {
      const json = { say: `line ${String(next())}`, done: asked > 7, reason: `reason ${String(asked)}` };
      return { text: JSON.stringify(json), json, toolCalls: [], usage };
    },
  };
  const decision: DecisionModel = {
    id: "decider",
    ready,
    decide: async ({ questions, spent }) => {
      spent?.({ model: "decider", inputTokens: 3, outputTokens: 1 });
      return questions.map(({ id, options }) => {
        const likely = next() % 2;
        return { id, probabilities: Object.fromEntries(options.map(({ name }, at) => [name, at === likely ? 1 : 0])) };
      });
    },
  };
  const judge: Judge = {
    id: "assessor",
    decide: async ({ questions, spent }) => {
      spent?.({ model: "assessor", inputTokens: 30, outputTokens: 10 });
      const reason = `assessment ${String(next())}`;
      return questions.map(({ id }) => ({ id, answer: asked > 5 ? "met" : "not_met", reason, evidence: [] }));
    },
  };
  return { language, decision, judge, count: () => asked, goOffline: () => (offline = true) };
}

type Parts = ReturnType<typeof parts>;

function graph(): SimulationNode {
  const start = new SimulationNode({ name: "start", action: "Hi." });
  const left = new SimulationNode({ name: "left", action: "Left." });
  const right = new SimulationNode({ name: "right", action: "Right." });
  for (const node of [start, left, right]) {
    node.addNode(left, "The agent is friendly.");
    node.addNode(right, "The agent is not.");
  }
  return start;
}

const runs: readonly [
  name: string,
  options: (given: Parts) => Partial<ConversationSimulatorOptions>,
  target: string,
][] = [
  [
    "a user's model that nobody wrapped",
    ({ language }) => ({ user: new LanguageModelUser({ model: language }) }),
    "improviser",
  ],
  ["a decision model of a graph", ({ decision }) => ({ user: graph(), decisionModel: decision }), "decider"],
  ["a judge who stops", ({ judge }) => ({ user: graphless(), judge, stopWhenMet: true }), "assessor"],
  [
    "a judge of a script",
    ({ judge }) => ({
      user: new ScriptedScenario([steps.user("Hi."), steps.judge("It greets."), steps.user("Bye.")]),
      judge,
    }),
    "assessor",
  ],
];

const graphless = () => new SimulationNode({ action: "Please." });

describe("all models of a run", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "models-"));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const run = async (
    options: Partial<ConversationSimulatorOptions>,
    mode: "record" | "replay",
    more: Partial<SimulateOptions> = {},
  ) => {
    const warnings: string[] = [];
    const cases = await simulate(
      { conversationalGoldens: [golden], cassettes: { directory, mode }, maxUserSimulations: 6, ...more },
      settingsOf({ agent: () => "Hello.", detectLoops: false, clock: virtualClock(), ...options }),
      { loadTracing: async () => undefined, env: {}, warn: (message) => warnings.push(message) },
    );
    return { cases, warnings };
  };

  for (const [name, options, target] of runs) {
    it(`are recorded and replayed: ${name}`, async () => {
      const live = parts();
      const recorded = await run(options(live), "record");
      expect(live.count()).to.be.above(0);
      const file = JSON.parse(readFileSync(join(directory, "a.json"), "utf8")) as { recordings: { target: string }[] };
      expect(new Set(file.recordings.map((each) => each.target))).to.deep.equal(new Set([target]));
      const later = parts();
      later.goOffline();
      expect(await run(options(later), "replay")).to.deep.equal(recorded);
    });

    it(`count the same tokens in a replay, and no cost: ${name}`, async () => {
      const price = { inputPerMillion: 1e6, outputPerMillion: 1e6 };
      const prices = { improviser: price, decider: price, assessor: price };
      const spent = async (given: Parts, mode: "record" | "replay") => {
        let [tokens, cost]: (number | null)[] = [null, null];
        await run(options(given), mode, {
          prices,
          onProgress: (now) => ([tokens, cost] = [now.tokens.known, now.cost.known]),
        });
        return { tokens, cost };
      };
      const live = await spent(parts(), "record");
      expect(live.tokens).to.be.above(0);
      expect(live.cost).to.equal(live.tokens);
      expect(await spent(parts(), "replay")).to.deep.equal({ tokens: live.tokens, cost: 0 });
    });
  }

  it("stop at a ceiling of tokens in a replay where they did when it was recorded, and at none of cost", async () => {
    const prices = { assessor: { inputPerMillion: 1e6, outputPerMillion: 1e6 } };
    const options = { judge: parts().judge, user: graphless(), stopWhenMet: true };
    const limits = { maxTokens: 80, prices };
    const recorded = await run(options, "record", limits);
    expect(recorded.cases[0]?.endReason?.reason).to.include("ceiling of 80 tokens");
    expect(await run(options, "replay", limits)).to.deep.equal(recorded);
    const dear = await run(options, "replay", { ...limits, maxCost: 1 });
    expect(dear.cases).to.deep.equal(recorded.cases);
  });

  it("count what a decision model told, and say of one that tells nothing that its tokens are not known", async () => {
    const { decision } = parts();
    const told = await run({ user: graph(), decisionModel: decision }, "record", { maxTokens: 7 });
    expect(told.cases[0]?.endReason?.reason).to.include(
      "ceiling of 7 tokens for the run was reached (maxTokens; 8 spent)",
    );
    const silent: DecisionModel = {
      id: "silent",
      decide: async (asked) => decision.decide({ ...asked, spent: () => undefined }),
    };
    const { warnings } = await run({ user: graph(), decisionModel: silent }, "record", { maxTokens: 7 });
    expect(warnings.join()).to.include("the tokens of 1 conversation are not wholly known");
  });

  it("leave no file where nothing was asked", async () => {
    await run({ user: graphless() }, "record");
    expect(readdirSync(directory)).to.deep.equal([]);
  });
});
