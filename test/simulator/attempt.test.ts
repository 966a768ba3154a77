import { expect } from "chai";
import { Abandonment } from "../../src/simulator/abandonment.js";
import { attempt } from "../../src/simulator/attempt.js";
import { virtualClock } from "../support/virtual-clock.js";
import { hurl, never } from "./support.js";

describe("attempt", () => {
  const clock = virtualClock(7);
  const abandonment = new Abandonment([]);
  const options = { clock, abandonment, dueInMs: 10 };

  it("resolves to what was returned, promised or thrown, and when", async () => {
    expect(await attempt(() => 1, options)).to.deep.equal({ type: "done", value: 1, at: 7 });
    expect(await attempt(async () => 1, options)).to.deep.equal({ type: "done", value: 1, at: 7 });
    expect(await attempt(() => hurl(undefined), options)).to.deep.equal({ type: "threw", thrown: undefined, at: 7 });
    expect(await attempt(async () => hurl(0), options)).to.deep.equal({ type: "threw", thrown: 0, at: 7 });
  });

  it("lets go of the caller's signal and of its timer once it has settled", async () => {
    const caller = new AbortController();
    let signal: AbortSignal | undefined;
    const mine = { ...options, abandonment: new Abandonment([caller.signal]) };
    await attempt((call) => (signal = call.signal), mine);
    caller.abort();
    await clock.advance(20);
    expect(signal?.aborted).to.equal(false);
    expect(clock.pending).to.deep.equal([]);
  });

  it("does not begin where the caller has given up before", async () => {
    const mine = { ...options, abandonment: new Abandonment([undefined, AbortSignal.abort(new Error("enough"))]) };
    let begun = false;
    const outcome = await attempt(() => (begun = true), mine);
    expect(outcome).to.deep.include({ type: "aborted", reason: "The caller aborted the simulation: enough" });
    expect(begun).to.equal(false);
  });

  it("is late at its deadline, whatever comes of the signal that then fires", async () => {
    let heard = false;
    const outcome = attempt(
      (call) =>
        new Promise((_, reject) => {
          call.signal.addEventListener("abort", () => {
            heard = true;
            reject(new Error("aborted"));
          });
        }),
      options,
    );
    await clock.advance(10);
    expect(await outcome).to.include({ type: "late" });
    expect(heard).to.equal(true);
    void attempt(never, { ...options, dueInMs: Infinity });
    expect(clock.pending).to.deep.equal([]);
  });
});
