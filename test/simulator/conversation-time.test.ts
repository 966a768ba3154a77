import { expect } from "chai";
import fc from "fast-check";
import { ConversationTime } from "../../src/simulator/conversation-time.js";
import { virtualClock } from "../support/virtual-clock.js";

const TICK_MS = 2 ** -10;

describe("the time of a conversation on an injected clock", () => {
  it("is the same wherever that clock began", async () => {
    const waits = fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 1e9, noNaN: true }), waits, async (start, all) => {
        const times = async (from: number) => {
          const clock = virtualClock(from);
          const time = new ConversationTime(clock);
          const told: number[] = [];
          for (const ms of all) {
            await clock.advance(ms);
            told.push(time.begin(), time.now());
          }
          return told;
        };
        expect(await times(start)).to.deep.equal(await times(0));
      }),
      { numRuns: 50 },
    );
  });

  it("puts what begins after what began before, on a clock that stands still", () => {
    const time = new ConversationTime(virtualClock(5));
    expect([time.now(), time.begin(), time.now(), time.begin()]).to.deep.equal([0, TICK_MS, TICK_MS, 2 * TICK_MS]);
  });

  it("goes on after a run before", () => {
    expect(new ConversationTime(virtualClock(5), 300 + TICK_MS).begin()).to.equal(300 + 2 * TICK_MS);
  });
});
