import { expect } from "chai";
import fc from "fast-check";
import { passAtK, passHatK } from "../../src/statistics/pass-k.js";

const trials = fc.integer({ min: 1, max: 30 }).chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));

describe("pass^k and pass@k", () => {
  it("are what counting all ways to draw k trials gives", () => {
    const subsets = (n: number, k: number): number[][] =>
      k === 0 ? [[]] : n < k ? [] : [...subsets(n - 1, k), ...subsets(n - 1, k - 1).map((set) => [...set, n - 1])];
    for (const [c, n, k] of [
      [3, 5, 2],
      [1, 4, 3],
      [4, 4, 4],
      [0, 3, 1],
      [6, 8, 3],
    ] as const) {
      const ways = subsets(n, k);
      const all = ways.filter((way) => way.every((trial) => trial < c)).length / ways.length;
      const any = ways.filter((way) => way.some((trial) => trial < c)).length / ways.length;
      expect(passHatK(c, n, k)).to.be.closeTo(all, 1e-12);
      expect(passAtK(c, n, k)).to.be.closeTo(any, 1e-12);
    }
  });

  it("are not known for more trials than there were", () => {
    expect(passHatK(3, 3, 4)).to.equal(null);
    expect(passAtK(3, 3, 4)).to.equal(null);
    expect(passHatK(0, 0, 1)).to.equal(null);
  });

  it("are the pass rate at k = 1, fall and rise with k, and stay shares", () => {
    fc.assert(
      fc.property(trials, ([c, n]) => {
        expect(passHatK(c, n, 1)).to.be.closeTo(c / n, 1e-12);
        let [hat, at] = [1, 0];
        for (let k = 1; k <= n; k++) {
          const [nextHat, nextAt] = [passHatK(c, n, k) ?? NaN, passAtK(c, n, k) ?? NaN];
          expect(nextHat).to.be.within(0, hat + 1e-12);
          expect(nextAt).to.be.within(at - 1e-12, 1);
          [hat, at] = [nextHat, nextAt];
        }
      }),
    );
  });

  it("do not overflow with many trials", () => {
    expect(passHatK(9_000, 10_000, 500)).to.be.within(0, 1e-20);
    expect(passAtK(1, 100_000, 50_000)).to.be.closeTo(0.5, 1e-9);
  });

  it("refuse what is no count", () => {
    for (const [c, n, k] of [
      [-1, 3, 1],
      [4, 3, 1],
      [1.5, 3, 1],
      [1, 3, 0],
      [1, 3, Number.NaN],
    ] as const) {
      expect(() => passHatK(c, n, k)).to.throw(/whole numbers; got/);
      expect(() => passAtK(c, n, k)).to.throw(/whole numbers; got/);
    }
  });
});
