import { expect } from "chai";
import { PerMinute } from "../../src/models/per-minute.js";

describe("what may be spent in a minute", () => {
  it("is not changed by what a call of an earlier minute turns out to have used", () => {
    const tokens = new PerMinute(100);
    const used = tokens.spend(10, 0);
    expect(tokens.freeAt(100, 60_000)).to.equal(60_000);
    used(90);
    expect(tokens.freeAt(100, 60_000)).to.equal(60_000);
    tokens.spend(60, 60_000);
    used(0);
    expect(tokens.freeAt(50, 60_000)).to.equal(120_000);
  });

  it("is free again when just a minute has gone by", () => {
    const tokens = new PerMinute(100);
    tokens.spend(100, 5);
    expect(tokens.freeAt(1, 60_004)).to.equal(60_005);
    expect(tokens.freeAt(1, 60_005)).to.equal(60_005);
  });
});
