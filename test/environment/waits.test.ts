import { expect } from "chai";
import { fault, Interception, interceptTools, mock, type Timer } from "../../src/environment/index.js";
import { Waits } from "../../src/environment/timer.js";
import { observe } from "../../src/tracing/index.js";
import { messageOf, shop } from "./support/shop.js";

/** A clock that stands still. */
const still = () => {
  const waiting = new Set<() => void>();
  const timer: Timer = {
    setTimeout: (callback) => {
      waiting.add(callback);
      return () => void waiting.delete(callback);
    },
  };
  return { timer, waiting };
};

describe("what waits when its conversation is over", () => {
  it("is let go, so that nobody stands behind it for ever", async () => {
    const { timer, waiting } = still();
    const lookup = observe({ type: "tool", name: "lookup" }, async () => "real");
    for (const [kind, answer] of [
      ["slow", "mocked"],
      ["timeout", "lookup timed out after 5000 ms"],
    ] as const) {
      const plan = interceptTools({ lookup: [fault({ kind, ms: 5000 }), mock("mocked")] });
      const interception = new Interception(plan, { timer });
      const late = interception.within(() => lookup().catch((error: Error) => error.message));
      await new Promise(setImmediate);
      expect(waiting.size).to.equal(1);
      interception.close();
      expect(await late).to.equal(answer);
      expect(waiting.size).to.equal(0);
    }
  });

  it("is let go in a world, too", async () => {
    const { timer } = still();
    const world = shop({ lookup_order: fault({ kind: "slow", ms: 5000 }) }).open({ timer });
    const late = world.tools.lookup_order({ order_id: "A-1" });
    world.close();
    expect(await late).to.have.property("status", "delivered");
    const failing = shop({ "*": fault({ kind: "timeout", ms: 5000 }) }).open({ timer });
    const failed = messageOf(() => failing.tools.lookup_order({ order_id: "A-1" }));
    failing.close();
    expect(await failed).to.include("timed out");
  });

  it("waits in earnest where it begins afterwards: who asks again and again must not block the process", async () => {
    const { timer, waiting } = still();
    const waits = new Waits(timer);
    waits.close();
    let isOver = false;
    const late = waits.wait(1).then(() => (isOver = true));
    await Promise.resolve();
    expect([isOver, waiting.size]).to.deep.equal([false, 0]);
    const alive = setTimeout(() => undefined, 10_000);
    await late;
    clearTimeout(alive);
  });
});
