import { expect } from "chai";
import { ratesOf } from "../../src/evaluation/rates.js";
import { wilsonInterval } from "../../src/statistics/wilson-interval.js";
import { trialsOf } from "./trials.js";

const options = { seed: "7", maxInfrastructureShare: 0.05 };
const rates = (text: string) => ratesOf(trialsOf(text), options);

describe("ratesOf", () => {
  it("counts successes, what the agent broke off among the failures, and what says nothing of it apart", () => {
    expect(rates("a:pfxijesp").goldens).to.deep.include.members([
      {
        name: "a",
        trials: 4,
        successes: 2,
        infrastructure: 1,
        unjudged: 3,
        rate: 0.5,
        interval: wilsonInterval(2, 4),
        passHatK: [0.5, 1 / 6, 0, 0],
        passAtK: [0.5, 1 - 1 / 6, 1, 1],
      },
    ]);
  });

  it("gives the means over goldens up to the fewest trials, with intervals by drawing goldens anew", () => {
    const { passHatK, passAtK } = rates("a:ppp b:ff");
    expect(passHatK.map((it) => it?.estimate)).to.deep.equal([0.5, 0.5]);
    expect(passAtK.map((it) => it?.estimate)).to.deep.equal([0.5, 0.5]);
    expect(passHatK[0]).to.include({ low: 0, high: 1 });
  });

  it("does not take goldens that all passed for a proof", () => {
    const { rate } = rates("a:p b:p c:p d:p e:p f:p g:p h:p i:p j:p");
    expect(rate).to.include({ estimate: 1, high: 1 });
    expect(rate?.low).to.be.closeTo(0.7225, 0.0001);
    // Goldens that differ prove less than as many trials of one.
    expect(rates("a:pppppppppp b:ffffffffff").rate).to.deep.equal({ estimate: 0.5, low: 0, high: 1 });
  });

  it("says the same twice", () => {
    const results = trialsOf("a:ppf b:fff c:ppp d:pff e:ppp f:fpp");
    expect(ratesOf(results, options)).to.deep.equal(ratesOf(results, options));
  });

  it("knows nothing where a golden has no trial that could be judged", () => {
    const { goldens, rate, passHatK, passAtK } = rates("a:ppp b:ij");
    expect(rate).to.equal(null);
    expect(passHatK).to.deep.equal([null]);
    expect(passAtK).to.deep.equal([null]);
    expect(goldens[1]).to.deep.include({
      trials: 0,
      successes: 0,
      rate: null,
      interval: null,
      passHatK: [],
      passAtK: [],
    });
  });

  it("is of nothing where there are no results", () => {
    const { goldens, passHatK, infrastructure } = ratesOf([], options);
    expect(goldens).to.deep.equal([]);
    expect(passHatK).to.deep.equal([]);
    expect(infrastructure).to.deep.equal({ errors: 0, share: null, maxShare: 0.05, tooMany: false });
  });

  it("takes cases without a golden for themselves, though they have one name", () => {
    const results = trialsOf("a:pf").map(({ goldenId: _, ...rest }) => rest);
    expect(ratesOf(results, options).goldens.map(({ name, trials }) => [name, trials])).to.deep.equal([
      ["a", 1],
      ["a", 1],
    ]);
  });

  it("counts what infrastructure broke off, and when that is too much", () => {
    expect(rates(`a:${"p".repeat(19)}i`).infrastructure).to.deep.equal({
      errors: 1,
      share: 0.05,
      maxShare: 0.05,
      tooMany: false,
    });
    expect(rates(`a:${"p".repeat(18)}i`).infrastructure).to.include({ errors: 1, tooMany: true });
  });
});
