import { expect } from "chai";
import fc from "fast-check";
import { clusterBootstrap } from "../../src/statistics/cluster-bootstrap.js";
import { mcnemarExact } from "../../src/statistics/mcnemar-exact.js";
import { minimumDetectableEffect } from "../../src/statistics/minimum-detectable-effect.js";
import { normalQuantile } from "../../src/statistics/normal.js";
import { wilsonInterval } from "../../src/statistics/wilson-interval.js";

/** A small seeded generator (mulberry32), so that the resampling says the same each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe("quantiles of the normal distribution", () => {
  it("are those of the tables", () => {
    const table = [
      [0.5, 0],
      [0.8, 0.8416212],
      [0.975, 1.959964],
      [0.995, 2.5758293],
      [0.00001, -4.2648908],
    ] as const;
    for (const [share, z] of table) expect(normalQuantile(share)).to.be.closeTo(z, 1e-6);
  });

  it("refuse what is no share", () => {
    for (const share of [0, 1, -1, Number.NaN]) expect(() => normalQuantile(share)).to.throw(/between 0 and 1/);
  });
});

describe("the Wilson interval", () => {
  it("is that of published tables", () => {
    const table = [
      [0, 1, 0, 0.7935],
      [1, 1, 0.2065, 1],
      [5, 5, 0.5655, 1],
      [10, 10, 0.7225, 1],
      [9, 10, 0.5958, 0.9821],
      [21, 50, 0.2938, 0.5577],
      [84, 200, 0.3537, 0.4893],
    ] as const;
    for (const [successes, trials, low, high] of table) {
      const interval = wilsonInterval(successes, trials);
      expect(interval?.low).to.be.closeTo(low, 5e-5);
      expect(interval?.high).to.be.closeTo(high, 5e-5);
    }
  });

  it("knows nothing of no trials", () => {
    expect(wilsonInterval(0, 0)).to.equal(null);
  });

  it("holds the rate, lies within 0 and 1, and narrows with more trials", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.double({ min: 0, max: 1, noNaN: true }), (trials, share) => {
        const successes = Math.round(share * trials);
        const { low, high } = wilsonInterval(successes, trials) ?? { low: NaN, high: NaN };
        expect(low).to.be.within(0, successes / trials + 1e-12);
        expect(high).to.be.within(successes / trials - 1e-12, 1);
        const more = wilsonInterval(successes * 4, trials * 4) ?? { low: NaN, high: NaN };
        expect(more.high - more.low).to.be.below(high - low);
      }),
    );
  });

  it("begins at 0 itself where nothing succeeded, and ends at 1 itself where everything did", () => {
    for (let trials = 1; trials <= 60; trials++) {
      expect(wilsonInterval(0, trials)?.low).to.equal(0);
      expect(wilsonInterval(trials, trials)?.high).to.equal(1);
    }
  });

  it("refuses what is no count and no confidence", () => {
    expect(() => wilsonInterval(2, 1)).to.throw(/2 of 1/);
    expect(() => wilsonInterval(1, 2, 1)).to.throw(/between 0 and 1/);
  });
});

describe("McNemar's exact test", () => {
  it("is that of the binomial distribution", () => {
    const table = [
      [0, 5, 0.0625],
      [0, 6, 0.03125],
      [1, 7, 0.0703125],
      [3, 10, 0.09228515625],
      [0, 0, 1],
      [4, 4, 1],
    ] as const;
    for (const [worse, better, p] of table) {
      expect(mcnemarExact(worse, better)).to.be.closeTo(p, 1e-9);
      expect(mcnemarExact(better, worse)).to.be.closeTo(p, 1e-9);
    }
  });

  it("does not underflow with thousands of pairs", () => {
    expect(mcnemarExact(2000, 2100)).to.be.closeTo(0.122, 0.001);
    expect(() => mcnemarExact(-1, 2)).to.throw(/two counts/);
  });
});

describe("the bootstrap over goldens", () => {
  const alike = Array.from({ length: 50 }, (_, golden) => Array<number>(4).fill(golden < 21 ? 1 : 0));

  it("is wider than counting every trial for itself, and as wide as the goldens make it", () => {
    const estimate = clusterBootstrap(alike, { random: seeded(7) });
    expect(estimate?.estimate).to.equal(0.42);
    expect(estimate?.low).to.be.within(0.26, 0.31);
    expect(estimate?.high).to.be.within(0.53, 0.58);
    const pooled = wilsonInterval(84, 200);
    expect((estimate?.high ?? 0) - (estimate?.low ?? 0)).to.be.above((pooled?.high ?? 0) - (pooled?.low ?? 0));
  });

  it("says the same for the same seed, and counts each golden once however often it was tried", () => {
    const uneven = [[1], [0, 0, 0, 0, 0, 0]];
    expect(clusterBootstrap(uneven, { random: seeded(1) })).to.deep.equal(
      clusterBootstrap(uneven, { random: seeded(1) }),
    );
    expect(clusterBootstrap(uneven, { random: seeded(1) })?.estimate).to.equal(0.5);
  });

  it("leaves out what was never tried, and knows nothing of nothing", () => {
    expect(clusterBootstrap([[], [1]], { random: seeded(1) })).to.deep.equal({ estimate: 1, low: 1, high: 1 });
    expect(clusterBootstrap([[]], { random: seeded(1) })).to.equal(null);
  });

  it("refuses what is no number", () => {
    expect(() => clusterBootstrap([[Number.NaN]], { random: seeded(1) })).to.throw(/finite/);
    expect(() => clusterBootstrap([[1]], { random: seeded(1), resamples: 0 })).to.throw(/resamples 0/);
  });
});

describe("the smallest change that a suite can show", () => {
  it("is that of the tables", () => {
    const table = [
      [20, 0.35, 0.28],
      [50, 0.22, 0.18],
      [100, 0.16, 0.125],
      [200, 0.11, 0.09],
      [400, 0.08, 0.06],
    ] as const;
    for (const [goldens, unpaired, paired] of table) {
      expect(minimumDetectableEffect({ goldens })).to.be.closeTo(unpaired, 0.006);
      expect(minimumDetectableEffect({ goldens, discordance: 0.2 })).to.be.closeTo(paired, 0.004);
    }
  });

  it("is at most everything, and needs goldens", () => {
    expect(minimumDetectableEffect({ goldens: 1 })).to.equal(1);
    expect(() => minimumDetectableEffect({ goldens: 0 })).to.throw(/goldens must be a count/);
    expect(() => minimumDetectableEffect({ goldens: 5, power: 2 })).to.throw(/power must be a share/);
  });
});
