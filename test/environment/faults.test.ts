import { expect } from "chai";
import { fault } from "../../src/environment/index.js";
import { virtualClock } from "../support/virtual-clock.js";
import { messageOf, shop } from "./support/shop.js";

const order = { order_id: "A-1" };

describe("a planned fault", () => {
  it("hits the calls it is meant for, and undoes nothing else", async () => {
    const world = shop({ lookup_order: fault({ on: 2, kind: "error", message: "503" }) }).open();
    await world.tools.lookup_order(order);
    expect(await messageOf(() => world.tools.lookup_order(order))).to.equal("503");
    expect(await world.tools.lookup_order(order)).to.have.property("status", "delivered");
  });

  it("fails before the tool does its work, or after", () => {
    const before = shop({ refund_order: fault({ on: 1, kind: "timeout" }) }).open();
    expect(before.apply("refund_order", order)).to.deep.equal({
      type: "failed",
      message: "refund_order timed out",
      fault: "timeout",
    });
    expect(before.state.orders["A-1"]?.status).to.equal("delivered");
    const after = shop({ refund_order: fault({ on: 1, kind: "timeout", takesEffect: true }) }).open();
    expect(after.apply("refund_order", order)).to.include({ type: "failed" });
    expect(after.state.orders["A-1"]?.status).to.equal("refunded");
  });

  it("answers garbage though the work is done", async () => {
    const world = shop({ refund_order: fault({ kind: "garbage" }) }).open();
    const answer = await world.tools.refund_order(order);
    expect(() => JSON.parse(answer as string) as unknown).to.throw(SyntaxError);
    expect(world.state.refunds).to.have.length(1);
    const null_ = shop({ "*": fault({ kind: "garbage", value: null }) }).open();
    expect(await null_.tools.lookup_order(order)).to.equal(null);
  });

  it("is slow by the clock that was given", async () => {
    const clock = virtualClock();
    const world = shop({ lookup_order: fault({ kind: "slow", ms: 4000 }) }).open({ timer: clock });
    let answered = false;
    const answer = world.tools.lookup_order(order).then(() => (answered = true));
    await clock.advance(3999);
    expect(answered).to.equal(false);
    await clock.advance(1);
    await answer;
    expect(answered).to.equal(true);
  });

  it("waits for nothing any more that was asked before the world went back to its beginning", async () => {
    const clock = virtualClock();
    const world = shop({ lookup_order: fault({ kind: "slow", ms: 4000 }) }).open({ timer: clock });
    void world.tools.lookup_order(order);
    world.reset();
    expect(clock.pending).to.deep.equal([]);
    const answer = world.tools.lookup_order(order);
    await clock.advance(4000);
    expect(await answer).to.be.an("object");
  });

  it("holds no timer once the world is closed, neither of what waits nor of what comes then", () => {
    const clock = virtualClock();
    const world = shop({ lookup_order: fault({ kind: "slow" }) }).open({ timer: clock });
    void world.tools.lookup_order(order);
    expect(clock.pending).to.deep.equal([1000]);
    world.close();
    expect(clock.pending).to.deep.equal([]);
    void world.tools.lookup_order(order);
    expect(clock.pending).to.deep.equal([]);
  });

  it("with a probability hits the same calls for a seed, whatever else is called", () => {
    const hits = (seed: string, noise: number): number[] => {
      const world = shop({ lookup_order: fault({ kind: "error", probability: 0.3 }) }).open({ seed });
      return Array.from({ length: 200 }, (_, index) => {
        for (let count = 0; count < noise; count++) world.apply("refund_order", { order_id: "none" });
        return world.apply("lookup_order", order).type === "failed" ? index + 1 : 0;
      }).filter((nth) => nth > 0);
    };
    expect(hits("a", 0)).to.deep.equal(hits("a", 2));
    expect(hits("a", 0)).to.not.deep.equal(hits("b", 0));
    expect(hits("a", 0).length).to.be.within(40, 80);
  });

  it("is refused where it makes no sense", async () => {
    const cases = [
      [{ kind: "explode" }, "kind must be one of error, timeout, garbage, slow"],
      [{ kind: "error", on: 0 }, "on must be the number of a call, from 1"],
      [{ kind: "error", on: [] }, "on must be the number of a call"],
      [{ kind: "error", probability: 2 }, "probability must be from 0 to 1"],
      [{ kind: "slow", ms: NaN }, "ms must be milliseconds"],
    ] as const;
    for (const [options, words] of cases) expect(await messageOf(() => fault(options as never))).to.include(words);
  });
});
