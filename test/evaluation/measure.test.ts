import { expect } from "chai";
import { evaluate, type EvaluateOptions } from "../../src/evaluation/evaluate.js";
import type { Metric } from "../../src/test-case/metric.js";
import { metric, result, stated } from "./fakes.js";

const answer = (actualOutput: string) => ({ input: "q", actualOutput });
const run = (testCases: Parameters<typeof evaluate>[0], options: EvaluateOptions) =>
  evaluate(testCases, { stated, record: false, ...options });

describe("a metric that misbehaves", () => {
  const garbage: [what: string, answer: () => unknown, reason: RegExp][] = [
    [
      "throws",
      () => {
        throw new Error("boom");
      },
      /^boom$/,
    ],
    [
      "throws nothing",
      () => {
        throw undefined as unknown;
      },
      /undefined/,
    ],
    ["answers undefined", () => undefined, /answered undefined instead of a result/],
    ["answers a number", () => 0.7, /answered 0.7/],
    ["scores NaN", () => result({ score: Number.NaN }), /score/],
    ["scores out of range", () => result({ score: 1.5 }), /score/],
    ["has a verdict of its own", () => ({ ...result(), verdict: "ok" }), /verdict/],
    ["passes without a score", () => result({ score: null }), /score null/],
    ["passes below its threshold", () => result({ score: 0.5 }), /0\.5, below the threshold 1/],
    ["counts turns from 0", () => result({ turn: 0 }), /turn/],
    ["adds a key", () => ({ ...result(), colour: "red" }), /colour/],
    ["hands out what is no JSON", () => result({ actual: new Map() as never }), /actual/],
  ];
  for (const [what, misbehave, reason] of garbage) {
    it(`is errored by name when it ${what}, and harms no other`, async () => {
      const { results } = await run([answer("a"), answer("b")], {
        metrics: [metric("good"), metric("bad", misbehave), metric("fine")],
      });
      for (const { metrics, verdict } of results) {
        expect(metrics.map((it) => it.verdict)).to.deep.equal(["passed", "errored", "passed"]);
        expect(metrics[1]).to.include({ name: "bad", score: null, threshold: 1 });
        expect(metrics[1]?.reason).to.match(reason);
        expect(verdict).to.equal("errored");
      }
    });
  }

  it("keeps a failed verdict beside it", async () => {
    const { results } = await run([answer("a")], {
      metrics: [metric("bad", () => undefined), metric("worse", { verdict: "failed" })],
    });
    expect(results[0]?.verdict).to.equal("failed");
  });

  it("carries its flakiness into the result, errored or not", async () => {
    const shaky = (answerIt: () => unknown): Metric => ({ ...metric("shaky", answerIt), flaky: true });
    const { results } = await run([answer("a")], {
      metrics: [metric("m"), shaky(() => result()), shaky(() => undefined)],
    });
    expect(results[0]?.metrics.map(({ flaky }) => flaky)).to.deep.equal([undefined, true, true]);
    expect(results[0]?.verdict).to.equal("passed");
  });
});
