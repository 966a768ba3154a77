import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { ScriptedModel, type ScriptedReply } from "../../../src/models/scripted-model.js";
import type { Agent } from "../../../src/simulator/agent.js";
import { settingsOf } from "../../../src/simulator/options.js";
import { simulate } from "../../../src/simulator/simulate.js";
import type { SimulateOptions } from "../../../src/simulator/simulate-options.js";
import { LanguageModelUser } from "../../../src/simulator/users/language-model-user.js";
import { virtualClock } from "../../support/virtual-clock.js";

const conversationalGoldens = Array.from({ length: 6 }, (_, at) => ({ id: `g${String(at)}`, scenario: "A chat." }));
const price = { inputPerMillion: 1e6, outputPerMillion: 1e6 };
/** The model is asked for by one name, and answers by another. */
const prices = { m: price, scripted: price };

/** Two user turns a conversation, each a call of 10 tokens. */
const model = (
  usage = { inputTokens: 8, outputTokens: 2 } as { inputTokens: number | null; outputTokens: number | null },
) =>
  new ScriptedModel(({ messages }) => {
    const done = messages.some(({ role }) => role === "assistant");
    return { json: { say: done ? "bye" : "hello", done, reason: "enough" }, usage, model: "m" };
  });

interface Told {
  readonly warnings: string[];
  readonly calls: number;
}

async function run(
  options: Partial<SimulateOptions>,
  { agent = () => "Yes.", user = model() }: { agent?: Agent; user?: ScriptedModel } = {},
) {
  const warnings: string[] = [];
  const testCases = await simulate(
    { conversationalGoldens, ...options },
    settingsOf({ agent, user: new LanguageModelUser({ model: user }), clock: virtualClock(), maxConcurrent: 1 }),
    { loadTracing: async () => undefined, env: {}, warn: (message) => warnings.push(message) },
  );
  const told: Told = { warnings, calls: user.requests.length };
  return { testCases, ...told };
}

describe("the ceiling of a run", () => {
  it("stops when it is reached, keeps what was paid for, and says so in every conversation that is not finished", async () => {
    const { testCases, calls } = await run({ maxTokens: 30 });
    expect(calls).to.equal(3);
    expect(testCases.map(({ endReason }) => endReason?.by)).to.deep.equal([
      "user",
      "abort",
      "abort",
      "abort",
      "abort",
      "abort",
    ]);
    // The user had spoken in the second; the others had not begun.
    expect(testCases.map(({ turns }) => turns.length)).to.deep.equal([4, 1, 0, 0, 0, 0]);
    for (const { endReason, error } of testCases.slice(1)) {
      expect(endReason?.reason).to.equal("The ceiling of 30 tokens for the run was reached (maxTokens; 30 spent).");
      expect(error).to.include("ceiling");
    }
  });

  it("goes by cost where there are prices", async () => {
    const { testCases } = await run({ maxCost: 45, prices });
    expect(testCases.filter(({ endReason }) => endReason?.by === "user")).to.have.lengthOf(2);
    expect(testCases[2]?.endReason?.reason).to.equal(
      "The ceiling of 45.00 for the run was reached (maxCost; 50.00 spent).",
    );
  });

  it("is refused where the model of the users has no price, since it would never be reached", async () => {
    const refused = async (options: Partial<SimulateOptions>) => {
      const user = model();
      const error = await run({ maxCost: 45, ...options }, { user }).then(
        () => "held",
        (thrown: unknown) => String(thrown),
      );
      return [error, user.requests.length] as const;
    };
    for (const given of [{}, { prices: { other: price } }]) {
      const [error, calls] = await refused(given);
      expect(error).to.match(/no ceiling: the model "scripted".*has no price/);
      expect(calls).to.equal(0);
    }
    // Who answers under a longer name may be in the table by that alone.
    expect((await refused({ prices: { "scripted-eu": price, m: price } }))[0]).to.equal("held");
  });

  it("stops the run at the first call whose cost is not known", async () => {
    const { testCases, calls } = await run({ maxCost: 45, prices: { scripted: price } });
    expect(calls).to.equal(1);
    expect(testCases.map(({ endReason }) => endReason?.by)).to.deep.equal(Array(6).fill("abort"));
    expect(testCases[0]?.endReason?.reason).to.match(/^The ceiling of 45\.00 .* a call of "m" costs .*\(maxCost\)\.$/);
    const unsaid = await run({ maxCost: 45, prices }, { user: model({ inputTokens: null, outputTokens: 2 }) });
    expect(unsaid.calls).to.equal(1);
  });

  it("changes nothing where it is not reached", async () => {
    const { warnings: _, ...free } = await run({});
    const { warnings, ...limited } = await run({ maxTokens: 1000, maxCost: 1000, prices });
    expect(limited).to.deep.equal(free);
    // Nothing is traced here, so nobody knows what the agent spent.
    expect(warnings.join()).to.match(
      /the tokens of 6 conversations are not wholly known, and the cost of 6 conversations is/,
    );
  });

  it("says what it could not count, and counts what it could", async () => {
    const { testCases, warnings } = await run(
      { maxTokens: 9 },
      { user: model({ inputTokens: null, outputTokens: 2 }) },
    );
    expect(testCases.filter(({ endReason }) => endReason?.by === "user")).to.have.lengthOf(2);
    expect(warnings).to.have.lengthOf(1);
    expect(warnings[0]).to.match(
      /^the tokens of 3 conversations are not wholly known; the ceiling counted only what is known/,
    );
  });

  it("counts what a judge takes who says when it is enough", async () => {
    const judging = new ScriptedModel(({ schema }): ScriptedReply =>
      schema?.name === "verdicts"
        ? {
            json: { answers: [{ id: "outcome", quotes: [], reason: "not yet", answer: "not_met" }] },
            usage: { inputTokens: 100, outputTokens: 0 },
          }
        : { json: { say: "hello", done: false, reason: "more" }, usage: { inputTokens: 1, outputTokens: 0 } },
    );
    const [testCase] = await simulate(
      { conversationalGoldens: [{ id: "a", scenario: "A chat.", expectedOutcome: "It is done." }], maxTokens: 200 },
      settingsOf({ agent: () => "Yes.", model: judging, stopWhenMet: true, clock: virtualClock() }),
      { loadTracing: async () => undefined, env: {}, warn: () => undefined },
    );
    expect(testCase?.endReason?.reason).to.include("The ceiling of 200 tokens");
    expect(judging.requests.filter(({ schema }) => schema?.name === "verdicts")).to.have.lengthOf(2);
  });

  describe("with a journal", () => {
    let journal: string;
    beforeEach(() => {
      journal = mkdtempSync(join(tmpdir(), "ceiling-"));
    });
    afterEach(() => rmSync(journal, { recursive: true, force: true }));

    it("goes on under a higher one, holds nothing twice, and comes to what it would have without", async () => {
      const first = await run({ maxTokens: 50, journal });
      expect(first.calls).to.equal(5);
      const second = await run({ maxTokens: 90, journal });
      // What was spent before counts: 40 of the 90 are left.
      expect(second.calls).to.equal(4);
      const third = await run({ journal });
      expect(third.calls).to.equal(3);
      expect(third.testCases).to.deep.equal((await run({})).testCases);
    });

    it("gives back what was finished before, also where it is reached at once", async () => {
      await run({ maxTokens: 45, journal });
      const { testCases, calls } = await run({ maxTokens: 10, journal });
      expect(calls).to.equal(0);
      expect(testCases.map(({ endReason }) => endReason?.by)).to.deep.equal([
        "user",
        "user",
        "abort",
        "abort",
        "abort",
        "abort",
      ]);
    });
  });

  for (const [options, message] of [
    [{ maxTokens: 0 }, /maxTokens must be a number above 0; got 0/],
    [{ maxCost: Infinity }, /maxCost must be a number above 0; got Infinity/],
    [{ maxCost: "5" as unknown as number }, /maxCost must be a number above 0; got "5"/],
    [{ prices: { m: { inputPerMillion: 1 } } as unknown as typeof prices }, /simulate: prices: "m" must have/],
    [{ onProgress: 5 as unknown as () => void }, /onProgress must be a function; got number/],
  ] as const) {
    it(`refuses ${JSON.stringify(options)} before anything is asked`, async () => {
      const user = model();
      const error = await run(options, { user }).catch((thrown: unknown) => thrown);
      expect(error).to.be.an("error").with.property("message").that.matches(message);
      expect(user.requests).to.have.lengthOf(0);
    });
  }
});
