import { expect } from "chai";
import { virtualClock } from "./virtual-clock.js";

describe("virtualClock", () => {
  it("fires what falls due, in the order of time, then of creation", async () => {
    const clock = virtualClock(1000);
    const fired: string[] = [];
    const note = (name: string) => () => fired.push(`${name} ${String(clock.now())}`);
    clock.setTimeout(note("late"), 30);
    clock.setTimeout(note("first"), 10);
    clock.setTimeout(note("second"), 10);
    clock.setTimeout(note("too late"), 31);
    await clock.advance(30);
    expect(fired).to.deep.equal(["first 1010", "second 1010", "late 1030"]);
    expect(clock.now()).to.equal(1030);
    expect(clock.pending).to.deep.equal([1]);
  });

  it("does not fire a cancelled timer", async () => {
    const clock = virtualClock();
    const cancel = clock.setTimeout(() => expect.fail("cancelled"), 5);
    cancel();
    await clock.runAll();
    expect(clock.now()).to.equal(0);
  });

  it("lets promises settle between timers, so that a loop of waits is run through", async () => {
    const clock = virtualClock();
    const seen: number[] = [];
    const loop = async () => {
      for (let round = 0; round < 3; round++) {
        await new Promise<void>((resolve) => clock.setTimeout(resolve, 10));
        seen.push(clock.now());
      }
    };
    const done = loop();
    await clock.advance(20);
    expect(seen).to.deep.equal([10, 20]);
    await clock.runAll();
    await done;
    expect(seen).to.deep.equal([10, 20, 30]);
  });

  it("treats a wait that is no positive number as none", async () => {
    const clock = virtualClock();
    let fired = 0;
    for (const ms of [0, -5, NaN]) clock.setTimeout(() => fired++, ms);
    await clock.advance(0);
    expect(fired).to.equal(3);
    expect(clock.now()).to.equal(0);
  });

  it("tells when a number of timers waits", async () => {
    const clock = virtualClock();
    let told = false;
    const telling = clock.whenPending(2).then(() => (told = true));
    clock.setTimeout(() => undefined, 1);
    await clock.advance(0);
    expect(told).to.equal(false);
    clock.setTimeout(() => undefined, 1);
    await telling;
    expect(told).to.equal(true);
  });
});
