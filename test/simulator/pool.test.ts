import { expect } from "chai";
import { pooled } from "../../src/simulator/pool.js";
import { rejectionOf } from "../support/rejection.js";

describe("a pool", () => {
  it("hands on what its work rejects with, and does not wait for ever", async () => {
    const work = async (item: number) => {
      if (item === 2) throw new Error("two");
      return item;
    };
    const results: number[] = [];
    const read = async () => {
      for await (const { result } of pooled([1, 2, 3], 1, work)) results.push(result);
    };
    expect(String(await rejectionOf(read()))).to.equal("Error: two");
    expect(results).to.deep.equal([1]);
  });
});
