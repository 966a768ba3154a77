import { expect } from "chai";
import fc from "fast-check";
import { messageOf } from "../../src/errors.js";
import { randomFor, rootSeed, stableId, xoshiro128 } from "../../src/simulator/random.js";

const draw = (count: number, next: () => number): number[] => Array.from({ length: count }, next);

describe("randomFor", () => {
  it("is xoshiro128**, by numbers that the reference implementation gives", () => {
    const next = xoshiro128(0x964d4a0c, 0xd40ab895, 0xad7fdecb, 0x3006f0f0);
    expect(draw(4, next)).to.deep.equal([0xf1391922, 0x6fe53806, 0xa5be2840, 0xf510ee70]);
    expect(draw(5, xoshiro128(1, 2, 3, 4))).to.deep.equal([11520, 0, 5927040, 70819200, 2031721883]);
  });

  it("gives every seed and purpose a stream of its own, the same each time", () => {
    const streams = [randomFor("0", "a", 1), randomFor("0", "a", 2), randomFor("1", "a", 1), randomFor("0", "a1")];
    const drawn = streams.map((stream) => draw(3, stream).join());
    expect(new Set(drawn).size).to.equal(4);
    expect(draw(3, randomFor("0", "a", 1)).join()).to.equal(drawn[0]);
  });

  it("stays in [0, 1) and is spread evenly", () => {
    const drawn = draw(20_000, randomFor("0", "spread"));
    expect(drawn.every((value) => value >= 0 && value < 1)).to.equal(true);
    for (const from of [0, 0.25, 0.5, 0.75]) {
      expect(drawn.filter((value) => value >= from && value < from + 0.25).length).to.be.within(4700, 5300);
    }
  });
});

describe("stableId", () => {
  it("has the form of a UUID and depends on every part", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(), (seed, id, trial) => {
        const made = stableId(seed, id, trial);
        expect(made).to.match(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
        expect(made).to.equal(stableId(seed, id, trial));
        expect(made).to.not.equal(stableId(seed, id, trial + 1));
        expect(made).to.not.equal(stableId(seed, `${id} `, trial));
      }),
    );
  });
});

describe("rootSeed", () => {
  it("is the option, else the environment, else 0", () => {
    expect(rootSeed("7f3a", { REHEARSAL_SEED: "x" })).to.equal("7f3a");
    expect(rootSeed(0, { REHEARSAL_SEED: "x" })).to.equal("0");
    expect(rootSeed(undefined, { REHEARSAL_SEED: "x" })).to.equal("x");
    expect(rootSeed(undefined, { REHEARSAL_SEED: " " })).to.equal("0");
    expect(rootSeed(undefined, {})).to.equal("0");
  });

  for (const wrong of [NaN, Infinity, "", {}, true]) {
    it(`refuses ${messageOf(wrong)}, a ${typeof wrong}`, () => {
      expect(() => rootSeed(wrong, {})).to.throw("seed is");
    });
  }
});
