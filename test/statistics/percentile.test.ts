import { expect } from "chai";
import fc from "fast-check";
import { percentile, valuesNeeded } from "../../src/statistics/index.js";

const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

describe("percentile", () => {
  it("is the nearest rank, whatever the order", () => {
    expect(percentile(upTo(20).reverse(), 0.95)).to.equal(19);
    expect(percentile(upTo(10), 0.9)).to.equal(9);
    expect(percentile(upTo(100), 0.99)).to.equal(99);
    expect(percentile([3, 1], 0.5)).to.equal(1);
    // 0.07 * 100 is 7.000000000000001, which must not become the eighth.
    expect(percentile(upTo(100), 0.07)).to.equal(7);
  });

  it("is null with fewer values than it needs", () => {
    expect([0.5, 0.9, 0.95, 0.99].map(valuesNeeded)).to.deep.equal([2, 10, 20, 100]);
    expect(percentile(upTo(19), 0.95)).to.equal(null);
    expect(percentile([], 0.5)).to.equal(null);
  });

  it("refuses what is no share", () => {
    for (const p of [0, 1, 95, Number.NaN])
      expect(() => percentile([1], p)).to.throw("a percentile is a share between 0 and 1");
  });

  it("is a value that at least that share does not exceed, and the least such", () => {
    const values = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 20, maxLength: 60 });
    fc.assert(
      fc.property(values, fc.constantFrom(0.5, 0.9, 0.95), (some, p) => {
        const value = percentile(some, p) ?? -1;
        const share = (bound: number) => some.filter((one) => one <= bound).length / some.length;
        expect(share(value)).to.be.at.least(p - 1e-9);
        for (const less of some.filter((one) => one < value)) expect(share(less)).to.be.below(p);
      }),
    );
  });
});
