import { expect } from "chai";
import fc from "fast-check";
import { ConversationalGolden, type ConversationalGoldenInput } from "../../../src/golden/conversational-golden.js";
import { ScriptedModel } from "../../../src/models/scripted-model.js";
import { estimated, type Estimate } from "../../../src/simulator/ceiling/estimate.js";
import { ConversationSimulator } from "../../../src/simulator/simulator.js";
import { LanguageModelUser } from "../../../src/simulator/users/language-model-user.js";
import { ScriptedUser } from "../../../src/simulator/users/scripted-user.js";

const prices = { m: { inputPerMillion: 1, outputPerMillion: 2 } };
const golden = (input: Partial<ConversationalGoldenInput> = {}) =>
  new ConversationalGolden({ id: "a", scenario: "A refund.", ...input });
const estimate = (inputs: readonly Partial<ConversationalGoldenInput>[], { model = "m", max = 10 } = {}): Estimate =>
  estimated(inputs.map(golden), { maxUserSimulations: max, userModelOf: () => model, prices });

describe("the estimate of a run", () => {
  it("counts trials, and turns from the goals to the cap", () => {
    const found = estimate([{ trials: 3 }, { goals: ["One.", "Two."] }], { max: 6 });
    expect(found.conversations).to.equal(4);
    expect(found.userTurns).to.deep.equal({ low: 5, high: 24 });
    expect(found.agentCalls).to.deep.equal({ low: 5, high: 24 });
  });

  it("goes by a golden's own budget where it states one", () => {
    const found = estimate([{ budgets: { maxTurns: 4 } }, {}]);
    expect(found.userTurns.high).to.equal(14);
    expect(found.assumptions[0]).to.match(/10 at most .*budgets\.maxTurns, which 1 of the goldens state/);
  });

  it("counts what the agent is asked before the user has spoken", () => {
    expect(estimate([{ turns: [{ role: "user", content: "Hi" }] }], { max: 1 }).agentCalls).to.deep.equal({
      low: 2,
      high: 2,
    });
  });

  it("asks a model for what it has to say, and not for a given opening", () => {
    expect(estimate([{}], { max: 4 }).userModelCalls).to.deep.equal({ low: 1, high: 4 });
    expect(estimate([{ opening: "Hi." }], { max: 4 }).userModelCalls).to.deep.equal({ low: 0, high: 3 });
  });

  it("costs nothing where rules play the users, and is not known where the model has no price", () => {
    const rules = estimated([golden()], { maxUserSimulations: 10, userModelOf: () => undefined, prices: {} });
    expect(rules).to.deep.include({ userTokens: { low: 0, high: 0 }, userCost: { low: 0, high: 0 } });
    const unpriced = estimate([{}], { model: "other" });
    expect(unpriced.userCost).to.equal(null);
    expect(unpriced.assumptions.join("\n")).to.include("No price is known for other");
  });

  it("tells nothing of the agent but what was measured", () => {
    expect(estimate([{}])).to.deep.include({ agentTokens: null, agentCost: null });
    const measured = { tokensPerReply: 1000, costPerReply: null, from: "the run r" };
    const found = estimated([golden()], { maxUserSimulations: 5, userModelOf: () => undefined, prices, measured });
    expect(found).to.deep.include({ agentTokens: { low: 1000, high: 5000 }, agentCost: null });
    expect(found.assumptions.at(-1)).to.include("the run r");
  });

  it("is measured by the words of the goldens, and grows with the history that each call is sent", () => {
    const short = estimate([{ goals: ["Hi."] }]).userTokens;
    const long = estimate([{ goals: ["Hi. ".repeat(200)] }]).userTokens;
    expect(long.high).to.be.above(short.high * 3);
    const [ten, twenty] = [estimate([{}], { max: 10 }).userTokens.high, estimate([{}], { max: 20 }).userTokens.high];
    expect(twenty).to.be.above(2 * ten);
  });

  it("is a range, without any NaN, and twice as much for twice the trials", () => {
    const any = fc.record(
      {
        trials: fc.integer({ min: 1, max: 9 }),
        goals: fc.array(
          fc.string({ minLength: 1 }).map((text) => `x${text}`),
          { minLength: 1 },
        ),
        opening: fc.constantFrom("Hi.", "A long opening. ".repeat(50)),
        budgets: fc.record({ maxTurns: fc.nat({ max: 12 }) }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 20 }), (inputs, max) => {
        const found = estimate(inputs, { max });
        const twice = estimate(
          inputs.map((input) => ({ ...input, trials: 2 * (input.trials ?? 1) })),
          { max },
        );
        expect(JSON.stringify(found)).to.not.match(/NaN|Infinity/);
        for (const key of ["userTurns", "agentCalls", "userModelCalls", "userTokens", "userCost"] as const) {
          const [one, two] = [found[key], twice[key]];
          expect(one?.low)
            .to.be.at.most(one?.high ?? 0)
            .and.at.least(0);
          expect(two?.high).to.be.closeTo(2 * (one?.high ?? 0), 1e-6);
        }
      }),
    );
  });

  it("calls nobody: neither the agent nor a model", async () => {
    const model = new ScriptedModel([]);
    const agent = () => {
      throw new Error("was called");
    };
    const of = (user: LanguageModelUser | ScriptedUser) =>
      new ConversationSimulator({ agent, user }).estimate({ conversationalGoldens: [golden()], prices });
    expect((await of(new LanguageModelUser({ model }))).userModelCalls).to.deep.equal({ low: 1, high: 10 });
    expect((await of(new ScriptedUser(["one"]))).userModelCalls).to.deep.equal({ low: 0, high: 0 });
    expect(model.requests).to.deep.equal([]);
  });
});
