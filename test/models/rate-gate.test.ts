import { expect } from "chai";
import fc from "fast-check";
import { RateGate, type Pass, type RateLimits } from "../../src/models/rate-gate.js";
import { rejectionOf } from "../support/rejection.js";
import { virtualClock } from "../support/virtual-clock.js";

interface Call {
  /** When it comes, how long it takes, and when its caller gives up, in milliseconds. */
  readonly at: number;
  readonly takes: number;
  readonly abortsAfter: number | null;
  readonly tokens: number;
  readonly throttledForMs: number | null;
}

interface Event {
  readonly call: number;
  readonly at: number;
  readonly inFlight: number;
  readonly openAt: number;
}

const calls = (throttles: boolean) =>
  fc.array(
    fc.record({
      at: fc.nat(90_000),
      takes: fc.nat(20_000),
      abortsAfter: fc.option(fc.nat(30_000), { freq: 4 }),
      tokens: fc.nat(60),
      throttledForMs: throttles ? fc.option(fc.nat(30_000), { freq: 3 }) : fc.constant(null),
    }),
    { minLength: 1, maxLength: 25 },
  );

/** Plays the calls against a gate, and tells when each of them was let in, in that order. */
async function play(limits: RateLimits, given: readonly Call[]) {
  const clock = virtualClock();
  const gate = new RateGate(clock, limits);
  const entered: Event[] = [];
  const aborted = new Set<number>();
  const arrivals: number[] = [];
  let inFlight = 0;
  let openAt = 0;
  given.forEach(({ at, takes, abortsAfter, tokens, throttledForMs }, call) => {
    clock.setTimeout(() => {
      arrivals.push(call);
      const caller = new AbortController();
      const { signal } = caller;
      if (abortsAfter !== null) clock.setTimeout(() => caller.abort(new Error("enough")), abortsAfter);
      const work = (pass: Pass): void => {
        inFlight += 1;
        entered.push({ call, at: clock.now(), inFlight, openAt });
        clock.setTimeout(() => {
          inFlight -= 1;
          if (throttledForMs !== null) openAt = Math.max(openAt, clock.now() + throttledForMs);
          pass.leave(throttledForMs === null ? "succeeded" : { throttledForMs });
        }, takes);
      };
      gate.enter({ place: gate.place(), signal, tokens }).then(work, () => aborted.add(call));
    }, at);
  });
  await clock.runAll();
  return { entered, aborted, arrivals, clock };
}

const within = (events: readonly Event[], from: number) => events.filter(({ at }) => at >= from && at < from + 60_000);

describe("RateGate: for all calls", () => {
  const law = (
    name: string,
    limits: RateLimits,
    holds: (played: Awaited<ReturnType<typeof play>>, given: readonly Call[]) => void,
    throttles = true,
  ) =>
    it(name, () =>
      fc.assert(
        fc.asyncProperty(calls(throttles), async (given) => holds(await play(limits, given), given)),
        { numRuns: 60 },
      ),
    );

  law("never more than the limit are under way", { maxConcurrent: 3 }, ({ entered }) => {
    for (const { inFlight } of entered) expect(inFlight).to.be.at.most(3);
  });

  law("none is let in before the gate opens", { maxConcurrent: 4 }, ({ entered }) => {
    for (const { at, openAt } of entered) expect(at).to.be.at.least(openAt);
  });

  law("they are let in as they came", { maxConcurrent: 2, requestsPerMinute: 7 }, ({ entered, arrivals, aborted }) => {
    expect(entered.map(({ call }) => call)).to.deep.equal(arrivals.filter((call) => !aborted.has(call)));
  });

  law(
    "each is let in, or its caller gave up: none is forgotten, and no timer is left",
    { maxConcurrent: 1 },
    (played, given) => {
      expect(played.entered.length + played.aborted.size).to.equal(given.length);
      expect(played.clock.pending).to.deep.equal([]);
    },
  );

  law("no minute sees more requests than the limit", { requestsPerMinute: 5 }, ({ entered }) => {
    for (const { at } of entered) expect(within(entered, at).length).to.be.at.most(5);
  });

  law("no minute sees more tokens than the limit", { tokensPerMinute: 100 }, ({ entered }, given) => {
    for (const { at } of entered) {
      const tokens = within(entered, at).reduce((sum, { call }) => sum + (given[call]?.tokens ?? 0), 0);
      expect(tokens).to.be.at.most(100);
    }
  });

  law(
    "one that gives up leaves no hole: with a limit of one, the next begins at once",
    { maxConcurrent: 1 },
    ({ entered }, given) => {
      let freeAt = 0;
      for (const { call, at } of entered) {
        const { at: cameAt = 0, takes = 0 } = given[call] ?? {};
        expect(at).to.equal(Math.max(freeAt, cameAt));
        freeAt = at + takes;
      }
    },
    false,
  );
});

describe("RateGate", () => {
  const enterAll = async (gate: RateGate, count: number): Promise<Pass[]> =>
    Promise.all(Array.from({ length: count }, () => gate.enter({ place: gate.place() })));
  /** How many more are let in at this moment; they stay. */
  const room = async (gate: RateGate, most: number): Promise<number> => {
    let passed = 0;
    for (let call = 0; call < most; call++) void gate.enter({ place: gate.place() }).then(() => (passed += 1));
    await new Promise(setImmediate);
    return passed;
  };

  it("halves what is under way when the provider limits the rate, once for a whole burst", async () => {
    const clock = virtualClock();
    const gate = new RateGate(clock);
    for (const pass of await enterAll(gate, 8)) pass.leave({ throttledForMs: 1000 });
    let passed = 0;
    for (let call = 0; call < 20; call++) void gate.enter({ place: gate.place() }).then(() => (passed += 1));
    await clock.advance(999);
    expect(passed).to.equal(0);
    await clock.advance(1);
    expect(passed).to.equal(4);
    expect(clock.pending).to.deep.equal([]);
  });

  it("lets one call through at least, however often it is refused", async () => {
    const clock = virtualClock();
    const gate = new RateGate(clock);
    for (let time = 0; time < 5; time++) {
      const [pass] = await enterAll(gate, 1);
      pass?.leave({ throttledForMs: 0 });
    }
    expect(await room(gate, 3)).to.equal(1);
  });

  it("recovers by one in a round of calls that succeed, up to its limit", async () => {
    const gate = new RateGate(virtualClock(), { maxConcurrent: 6 });
    for (const pass of await enterAll(gate, 6)) pass.leave({ throttledForMs: 0 });
    for (const size of [3, 4, 5]) {
      const passes = await enterAll(gate, size);
      const next = gate.enter({ place: gate.place() });
      let isIn = false;
      void next.then(() => (isIn = true));
      await new Promise(setImmediate);
      expect(isIn, `one more than ${String(size)}`).to.equal(false);
      for (const pass of passes) pass.leave("succeeded");
      (await next).leave("failed");
    }
    for (let round = 0; round < 50; round++) for (const pass of await enterAll(gate, 6)) pass.leave("succeeded");
    expect(await room(gate, 20)).to.equal(6);
  });

  it("counts a pass that is given back twice once", async () => {
    const gate = new RateGate(virtualClock(), { maxConcurrent: 1 });
    const [first] = await enterAll(gate, 1);
    first?.leave("failed");
    first?.leave("failed");
    expect(await room(gate, 3)).to.equal(1);
  });

  it("keeps the place of one that tries again", async () => {
    const gate = new RateGate(virtualClock(), { maxConcurrent: 1 });
    const place = gate.place();
    const pass = await gate.enter({ place });
    const order: string[] = [];
    const enter = async (name: string, at: number): Promise<void> => {
      const mine = await gate.enter({ place: at });
      order.push(name);
      mine.leave("succeeded");
    };
    const later = enter("later", gate.place());
    const again = enter("again", place);
    pass.leave("failed");
    await Promise.all([later, again]);
    expect(order).to.deep.equal(["again", "later"]);
  });

  it("tells those that can't wait so long at once, and lets the others wait", async () => {
    const clock = virtualClock();
    const gate = new RateGate(clock);
    const pass = await gate.enter({ place: gate.place() });
    pass.leave({ throttledForMs: 10_000 });
    const impatient = { remainingMs: () => 9_999, tooLong: (ms: number) => new Error(`${String(ms)} ms`) };
    expect(await rejectionOf(gate.enter({ place: gate.place(), ...impatient }))).to.have.property(
      "message",
      "10000 ms",
    );
    const patient = gate.enter({ place: gate.place(), ...impatient, remainingMs: () => 10_001 });
    await clock.advance(10_000);
    (await patient).leave("succeeded");
  });

  it("counts the tokens that were really used as soon as they are known", async () => {
    const clock = virtualClock();
    const gate = new RateGate(clock, { tokensPerMinute: 100 });
    const enter = (tokens: number) => gate.enter({ place: gate.place(), tokens });
    (await enter(10)).leave("succeeded", 90);
    const waits = enter(20);
    await clock.advance(59_999);
    expect(clock.pending).to.deep.equal([1]);
    await clock.advance(1);
    (await waits).leave("succeeded", 1);
    (await enter(99)).leave("succeeded");
  });

  it("lets the next in at once where the one before it, which had to wait for tokens, gives up", async () => {
    const clock = virtualClock();
    const gate = new RateGate(clock, { tokensPerMinute: 100 });
    (await gate.enter({ place: gate.place(), tokens: 60 })).leave("succeeded");
    const caller = new AbortController();
    const large = rejectionOf(gate.enter({ place: gate.place(), tokens: 50, signal: caller.signal }));
    const small = gate.enter({ place: gate.place(), tokens: 40 });
    caller.abort(new Error("enough"));
    expect(await large).to.have.property("message", "enough");
    (await small).leave("succeeded");
    expect(clock.pending).to.deep.equal([]);
  });

  it("lets through what is more than a whole minute's tokens, by itself", async () => {
    const gate = new RateGate(virtualClock(), { tokensPerMinute: 100 });
    (await gate.enter({ place: gate.place(), tokens: 500 })).leave("succeeded");
  });
});
