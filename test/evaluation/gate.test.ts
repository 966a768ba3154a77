import { expect } from "chai";
import fc from "fast-check";
import { RehearsalError } from "../../src/errors.js";
import { checkedGate, gateText, type Gate } from "../../src/evaluation/gate.js";
import { gateError } from "../../src/evaluation/gate-error.js";
import { gateMessage } from "../../src/evaluation/gate-message.js";
import { gateOutcome } from "../../src/evaluation/gate-outcome.js";
import { gateState } from "../../src/evaluation/gate-state.js";
import { trialsOf } from "./trials.js";

const options = { seed: "7", maxInfrastructureShare: 0.5 };
const outcome = (gate: Gate, text: string, more: object = {}) =>
  gateOutcome(gate, trialsOf(text), { ...options, ...more });
const verdict = (gate: Gate, text: string) => outcome(gate, text).verdict;

describe("a gate", () => {
  it("is one of three", () => {
    for (const gate of [{ passHatK: 3, atLeast: 0.8 }, { passRate: 1 }, { lowerBound: 0.7 }]) {
      expect(checkedGate(gate, "x")).to.deep.equal(gate);
    }
    const wrong: readonly (readonly [unknown, string])[] = [
      [{}, "gate states nothing"],
      [undefined, "gate is undefined"],
      [[], "gate is an empty array"],
      [{ passHatK: 3 }, "gate has passHatK without atLeast"],
      [{ passHatK: 0, atLeast: 0.8 }, "gate has passHatK 0"],
      [{ passHatK: 1.5, atLeast: 0.8 }, "a whole number from 1"],
      [{ atLeast: 0.8 }, "states nothing"],
      [{ passRate: 0.8, atLeast: 0.8 }, "has atLeast, which belongs to passHatK"],
      [{ passRate: 90 }, "passRate 90, and it takes a share above 0, at most 1"],
      [{ passRate: 0 }, "a share above 0"],
      [{ lowerBound: NaN }, "lowerBound NaN"],
      [{ passRate: 0.9, lowerBound: 0.7 }, "states both passRate and lowerBound"],
      [{ pasRate: 0.9 }, 'did you mean "passRate"?'],
    ];
    for (const [gate, message] of wrong) {
      expect(() => checkedGate(gate, "evaluate"), JSON.stringify(gate)).to.throw(RehearsalError, message);
    }
  });

  it("has a title", () => {
    expect(gateText({ passHatK: 3, atLeast: 0.8 })).to.equal("pass^3 >= 0.8");
    expect(gateText({ passRate: 0.9 })).to.equal("pass rate >= 0.9");
    expect(gateText({ lowerBound: 0.7 })).to.equal("lower bound of the pass rate >= 0.7");
  });

  it("holds the mean over goldens against its threshold, not the power of the pooled rate", () => {
    expect(outcome({ passHatK: 2, atLeast: 0.5 }, "a:ppp b:fff")).to.include({ verdict: "passed", figure: 0.5 });
    expect(outcome({ passHatK: 2, atLeast: 0.51 }, "a:ppp b:fff")).to.include({ verdict: "failed", figure: 0.5 });
    expect(outcome({ passRate: 0.6 }, "a:pp b:ffp b2:ppp")).to.include({ verdict: "passed" });
    expect(verdict({ passRate: 0.8 }, "a:ppppf b:ppppf c:ppppf")).to.equal("passed");
    // The mean of 2/5, 1 and 1 is 0.7999999999999999 to a computer.
    expect(verdict({ passRate: 0.8 }, "a:ppfff b:ppppp c:ppppp")).to.equal("passed");
  });

  it("passes a lower bound only where the trials prove it", () => {
    expect(outcome({ lowerBound: 0.72 }, `a:${"p".repeat(10)}`).figure).to.be.closeTo(0.7225, 0.0001);
    expect(verdict({ lowerBound: 0.73 }, `a:${"p".repeat(10)}`)).to.equal("failed");
    // Ten goldens that each passed once prove no more.
    expect(verdict({ lowerBound: 0.73 }, "a:p b:p c:p d:p e:p f:p g:p h:p i:p j:p")).to.equal("failed");
    // Alike trials of goldens that differ prove less than as many of one.
    const half = (golden: string) => `${golden}1:pppppppppp ${golden}2:ffffffffff`;
    expect(verdict({ lowerBound: 0.3 }, `${half("a")} ${half("b")}`)).to.equal("failed");
    expect(verdict({ lowerBound: 0.3 }, `a:${"pf".repeat(20)}`)).to.equal("passed");
  });

  it("is errored where it can't be told, and never passes", () => {
    expect(outcome({ passHatK: 3, atLeast: 0.1 }, "a:ppp b:pp")).to.include({
      verdict: "errored",
      figure: null,
      reason: "pass^3 takes 3 trials of each golden, and golden b has 2",
    });
    expect(outcome({ passHatK: 3, atLeast: 0.1 }, "a:ppp b:ppij").reason).to.equal(
      "pass^3 takes 3 trials of each golden, and golden b has 2, without 1 broken off by infrastructure and 1 that could not be judged",
    );
    expect(outcome({ passRate: 0.1 }, "a:p b:j").reason).to.include("a trial of each golden, and golden b has none");
    expect(gateOutcome({ passRate: 0.1 }, [], options)).to.include({ verdict: "errored", reason: "no trial was held" });
    expect(outcome({ passRate: 0.1 }, "a:y").reason).to.equal("all goldens are flaky, and those do not count");
    const planned = new Map([["a", 3]]);
    expect(outcome({ passRate: 0.5 }, "a:pf", { planned }).reason).to.include("not all trials have a result");
  });

  it("is errored where infrastructure broke off too much, whatever the rest says", () => {
    const invalid = outcome({ passRate: 0.1 }, "a:ppppi b:ppppp", { maxInfrastructureShare: 0.05 });
    expect(invalid).to.include({
      verdict: "errored",
      reason:
        "the run is invalid: infrastructure broke off 1 of 10 conversations (10 %), and maxInfrastructureShare 5 % is the most",
    });
    expect(verdict({ passRate: 1 }, "a:ppppi b:ppppp")).to.equal("passed");
    // Of all that were held, also of those that do not count towards the gate.
    expect(verdict({ passRate: 0.1 }, "a:piii b:yyyyyyyy")).to.equal("passed");
  });

  it("does not count flaky goldens", () => {
    expect(verdict({ passRate: 1 }, "a:pp b:yy")).to.equal("passed");
  });
});

describe("gateState", () => {
  const state = (gate: Gate, held: string, planned: Readonly<Record<string, number>>) =>
    gateState(gate, held === "" ? [] : trialsOf(held), new Map(Object.entries(planned)), "7");

  it("is decided by what no trial to come can change", () => {
    const gate = { passRate: 0.6 };
    expect(state(gate, "", { a: 5 })).to.equal("open");
    expect(state(gate, "a:pp", { a: 5 })).to.equal("open");
    expect(state(gate, "a:ppp", { a: 5 })).to.equal("passed");
    expect(state(gate, "a:ff", { a: 5 })).to.equal("open");
    expect(state(gate, "a:fff", { a: 5 })).to.equal("failed");
    expect(state({ passHatK: 3, atLeast: 0.9 }, "a:f", { a: 5 })).to.equal("failed");
    expect(state({ passHatK: 3, atLeast: 0.4 }, "a:f", { a: 5, b: 5 })).to.equal("open");
    expect(state({ passHatK: 3, atLeast: 0.8 }, "a:ff", { a: 5, b: 5 })).to.equal("failed");
    expect(state({ passHatK: 3, atLeast: 0.8 }, "a:pp", { a: 2 })).to.equal("open");
  });

  const gates = fc.oneof(
    fc.record({ passHatK: fc.integer({ min: 1, max: 3 }), atLeast: fc.constantFrom(0.1, 0.3, 0.5, 0.8, 1) }),
    fc.record({ passRate: fc.constantFrom(0.1, 0.25, 0.5, 0.6, 0.8, 1) }),
    fc.record({ lowerBound: fc.constantFrom(0.05, 0.1, 0.3, 0.5) }),
  );
  const fates = fc.array(fc.constantFrom("p", "f", "x", "i"), { minLength: 3, maxLength: 5 });

  it("is never decided otherwise than by all trials, and for point estimates no later than it can be (property)", () => {
    fc.assert(
      fc.property(gates, fc.array(fates, { minLength: 1, maxLength: 3 }), fc.nat(), (gate, goldens, cut) => {
        const all = goldens.flatMap((trials, at) => trialsOf(`g${String(at)}:${trials.join("")}`));
        const planned = new Map(goldens.map((trials, at) => [`g${String(at)}`, trials.length] as const));
        const held = all.slice(0, cut % (all.length + 1));
        const early = gateState(gate, held, planned, "7");
        const final = gateOutcome(gate, all, { ...options, maxInfrastructureShare: 1 }).verdict;
        if (early !== "open") expect(["errored", early]).to.include(final);
        else if (!("lowerBound" in gate)) {
          const ends = ["p", "f"].map((fate) => completed(held, planned, fate));
          const verdicts = ends.map((end) => gateOutcome(gate, end, { ...options, maxInfrastructureShare: 1 }).verdict);
          expect(verdicts).to.satisfy((it: string[]) => it.includes("errored") || it[0] !== it[1]);
        }
      }),
      { numRuns: 300 },
    );
  });

  function completed(held: ReturnType<typeof trialsOf>, planned: ReadonlyMap<string, number>, fate: string) {
    return [...planned].flatMap(([id, count]) => {
      const own = held.filter(({ goldenId }) => goldenId === id);
      return [...own, ...trialsOf(`${id}:${fate.repeat(count - own.length)}`)];
    });
  }
});

describe("the message of a gate", () => {
  it("gives figures, interval, the goldens that failed, whose fault it was, and the replay", () => {
    const results = trialsOf("refund:pfxi parcel:pppp");
    const of = outcome({ passHatK: 3, atLeast: 0.8 }, "refund:pfxi parcel:pppp");
    expect(gateMessage({ outcome: of, results, notHeld: 0, replay: "npx mocha a.ts" })).to.equal(
      [
        "gate pass^3 >= 0.8: pass^3 0.50 (95 %: 0.00 to 1.00) over 2 goldens; 5 of 7 trials passed",
        "",
        "  refund  1 of 3 passed, pass^3 0.00, 95 %: 0.061 to 0.792, 1 left out (infrastructure)",
        "      #2  agent: it failed",
        "      #3  agent: it errored",
        "      #4  infrastructure: 429. it errored",
        "",
        "replay:  npx mocha a.ts",
      ].join("\n"),
    );
  });

  it("says how much was not held, and no figure that is not known", () => {
    const planned = new Map([["a", 5]]);
    const of = outcome({ passRate: 0.8 }, "a:pff", { planned });
    expect(of).to.deep.include({ verdict: "failed", figure: null, interval: null });
    const message = gateMessage({ outcome: of, results: trialsOf("a:pff"), notHeld: 2 });
    expect(message).to.include("pass rate is at most 0.60, however the trials that were not held would have ended");
    expect(message).to.include("  2 trials were not held: they could no longer change the outcome");
    expect(outcome({ passRate: 0.4 }, "a:ppf", { planned }).reason).to.include("at least 0.40");
  });

  it("never rounds a figure up to the threshold that it misses", () => {
    const { reason } = outcome({ passRate: 0.8 }, `a:${"p".repeat(799)}${"f".repeat(201)}`);
    expect(reason).to.match(/^pass rate 0\.799 /);
    const near = outcome({ lowerBound: 0.72247 }, `a:${"p".repeat(10)}`);
    expect(near).to.include({ verdict: "failed" });
    expect(near.reason).to.include("0.722 ");
  });

  it("names no more than a person reads", () => {
    const text = Array.from({ length: 25 }, (_, at) => `g${String(at)}:${"f".repeat(8)}`).join(" ");
    const lines = gateMessage({ outcome: outcome({ passRate: 1 }, text), results: trialsOf(text), notHeld: 0 }).split(
      "\n",
    );
    expect(lines).to.include("      … and 3 more").and.include("  … and 5 more goldens");
    expect(lines.length).to.be.below(150);
  });

  it("is a failure or an error, at the user's call", () => {
    const thrown = (gate: Gate, text: string) =>
      gateError({ outcome: outcome(gate, text), results: trialsOf(text), notHeld: 0 }, "    at user.ts:1:1");
    expect(thrown({ passRate: 1 }, "a:f")).to.include({ name: "AssertionError" });
    expect(thrown({ passRate: 1 }, "a:f").stack).to.match(/\n {4}at user\.ts:1:1$/);
    expect(thrown({ passHatK: 3, atLeast: 1 }, "a:p"))
      .to.be.instanceOf(RehearsalError)
      .and.have.property("code", "not_measured");
  });
});
