import assert from "node:assert";
import { expect } from "chai";
import { RehearsalError } from "../../src/errors.js";
import { evaluate, type EvaluateOptions } from "../../src/evaluation/evaluate.js";
import { readRun } from "../../src/evaluation/read-run.js";
import type { ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";
import { contentOf, inScratch, metric, rejection, result, stated } from "./fakes.js";

/** Trials of goldens, as in `a:pfi`: p passes, f fails, i was broken off by infrastructure, x the agent threw, j the judge does. */
const cases = (text: string): ConversationalTestCase[] =>
  text.split(" ").flatMap((golden) => {
    const [goldenId = "", trials = ""] = golden.split(":");
    return [...trials].map((fate, index) => ({
      goldenId,
      trial: index + 1,
      seed: "7",
      mustCommunicate: ["yes"],
      turns: [
        { role: "user" as const, content: "q" },
        ...(fate === "x" || fate === "i"
          ? []
          : [{ role: "assistant" as const, content: fate === "p" ? "yes" : fate === "j" ? "hm, yes" : "no" }]),
      ],
      ...(fate === "x" ? { error: "it threw", failure: { party: "agent", kind: "threw" } as const } : {}),
      ...(fate === "i" ? { error: "429", failure: { party: "agent", kind: "provider" } as const } : {}),
    }));
  });
const run = (text: string, options: EvaluateOptions = {}) =>
  evaluate(cases(text), { stated, record: false, ...options });

describe("evaluate, given trials,", () => {
  it("gives the rates, and the seed that all have", async () => {
    const { rates, seed, passed } = await run("a:pp b:pf");
    expect(rates?.goldens.map(({ name, successes }) => [name, successes])).to.deep.equal([
      ["a", 2],
      ["b", 1],
    ]);
    expect(rates?.passHatK.map((it) => it?.estimate)).to.deep.equal([0.75, 0.5]);
    expect([seed, passed]).to.deep.equal(["7", false]);
    expect(await run("a:pp b:pf")).to.have.deep.property("rates", rates);
  });

  it("passes by its gate though trials failed, and fails by it", async () => {
    expect(await run("a:ppf", { gate: { passRate: 0.6 } })).to.have.property("passed", true);
    const failed = await run("a:ppf", { gate: { passHatK: 3, atLeast: 0.8 } });
    expect(failed).to.have.property("passed", false);
    expect(failed.gate).to.deep.include({ verdict: "failed", figure: 0 });
  });

  it("does not pass by a gate what could not be judged", async () => {
    const judge = metric("judge", (testCase) => {
      if (contentOf(testCase).includes("hm")) throw new Error("no verdict");
      return result();
    });
    const unjudged = await run("a:ppj", { gate: { passRate: 0.5 }, metrics: [judge] });
    expect(unjudged).to.deep.include({ passed: false }).and.have.nested.property("gate.verdict", "passed");
    expect(unjudged.rates?.goldens[0]).to.include({ trials: 2, successes: 2, unjudged: 1 });
    expect(await run("a:pppx", { gate: { passRate: 0.5 } }), "the agent threw").to.have.property("passed", true);
    expect(await run("a:pp", { gate: { passHatK: 3, atLeast: 0.5 } })).to.have.nested.property(
      "gate.verdict",
      "errored",
    );
  });

  it("leaves out what infrastructure broke off, up to a share of the run", async () => {
    const gate = { passRate: 1 };
    expect(await run("a:pppi", { gate, maxInfrastructureShare: 0.25 })).to.have.property("passed", true);
    const invalid = await run("a:pppi", { gate });
    expect(invalid).to.have.property("passed", false);
    expect(invalid.gate?.reason).to.include("the run is invalid: infrastructure broke off 1 of 4 conversations (25 %)");
    expect(await run("a:pppi", { maxInfrastructureShare: 1 }), "without a gate").to.have.property("passed", false);
  });

  it("is read back equal from its record, which may not claim another verdict", async () => {
    await inScratch(async (record) => {
      const made = await run("a:ppf b:ppp", { gate: { passRate: 0.8 }, record });
      assert.deepStrictEqual(await readRun(made.path ?? ""), made);
    });
  });

  it("counts no conversation twice for a gate, and measures it as often as asked without one", async () => {
    const [testCase] = cases("a:p");
    assert(testCase);
    const twice = Array<ConversationalTestCase>(20).fill(testCase);
    const options = { stated, record: false };
    expect(String(await rejection(evaluate(twice, { ...options, gate: { lowerBound: 0.8 } })))).to.match(
      /test case 2 is test case 1 once more/,
    );
    expect((await evaluate(twice, options)).results).to.have.length(20);
  });

  it("refuses what is no gate and no share", async () => {
    for (const [options, message] of [
      [{ gate: { passRate: 2 } }, "evaluate: gate has passRate 2"],
      [{ maxInfrastructureShare: 5 }, "maxInfrastructureShare must be a share from 0 to 1, as in 0.05; it is 5"],
    ] as const) {
      const error = await rejection(run("a:p", options));
      expect(error).to.be.instanceOf(RehearsalError).and.have.property("message").that.includes(message);
    }
  });
});
