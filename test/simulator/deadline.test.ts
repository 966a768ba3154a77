import { expect } from "chai";
import type { Agent } from "../../src/simulator/agent.js";
import { virtualClock } from "../support/virtual-clock.js";
import { hold, hurl, lines, never, type HeldOptions } from "./support.js";

async function held(agent: Agent, options: HeldOptions = {}) {
  const clock = virtualClock();
  const result = hold(agent, { clock, ...options });
  await clock.runAll();
  return { testCase: await result, clock };
}

describe("an agent that fails", () => {
  const failures: [name: string, agent: Agent, said: string][] = [
    [
      "throws at once",
      () => {
        throw new TypeError("no such order");
      },
      "The agent failed: TypeError: no such order",
    ],
    ["rejects", () => Promise.reject(new Error("boom")), "The agent failed: boom"],
    ["throws undefined", () => hurl(undefined), "The agent failed: undefined"],
    ["rejects with an object", async () => hurl({ code: 7 }), 'The agent failed: {"code":7}'],
    [
      "throws an error without message",
      () => {
        throw new RangeError();
      },
      "The agent failed: RangeError",
    ],
    ["throws what cannot be printed", () => hurl({ toJSON: () => hurl(new Error("x")) }), "cannot be printed"],
  ];
  for (const [name, agent, said] of failures) {
    it(`${name}: the conversation breaks off with its turns so far`, async () => {
      const { testCase } = await held((input) => (input.turns.length > 1 ? agent(input) : "ok"));
      expect(lines(testCase)).to.deep.equal(["user: one", "assistant: ok", "user: two"]);
      expect(testCase.endReason?.by).to.equal("error");
      expect(testCase.endReason?.reason).to.contain(said);
      expect(testCase.error).to.contain(said).and.contain('Golden "refund", turn 4');
    });
  }

  it("is told with the place where it threw", async () => {
    const { testCase } = await held(() => {
      throw new Error("boom");
    });
    expect(testCase.error).to.match(/at \S*deadline\.test\.ts:\d+:\d+\)$/);
    expect(testCase.endReason?.reason).to.not.contain("deadline.test.ts");
  });

  it("by a thenable that calls back twice is heard once", async () => {
    const twice = {
      then(resolve: (value: string) => void, reject: (error: Error) => void) {
        resolve("first");
        resolve("second");
        reject(new Error("third"));
      },
    };
    const { testCase } = await held(() => twice as never, { lines: ["one"] });
    expect(lines(testCase)).to.deep.equal(["user: one", "assistant: first"]);
  });
});

describe("the deadline", () => {
  it("of a turn ends a conversation whose agent never answers, and tells the agent", async () => {
    let aborted: AbortSignal | undefined;
    const { testCase, clock } = await held(({ signal }) => ((aborted = signal), never()));
    expect(clock.now()).to.equal(60_000);
    expect(testCase.endReason).to.deep.equal({
      by: "deadline",
      reason: "The agent did not answer within 60000 ms (turnTimeoutMs).",
    });
    expect(testCase.error).to.contain("turn 2");
    expect(lines(testCase)).to.deep.equal(["user: one"]);
    expect(aborted?.reason).to.have.property("code", "timeout");
  });

  it("holds for the user and the controller too", async () => {
    const user = { name: "slow", next: () => never<{ end: string }>() };
    expect((await held(() => "ok", { user })).testCase.error).to.contain("The simulated user did not answer within");
    const { testCase } = await held(() => "ok", { stoppingController: () => never() });
    expect(testCase.error).to.contain("The stopping controller did not answer within");
  });

  it("of the conversation counts all its turns", async () => {
    const clock = virtualClock();
    const result = hold(() => new Promise((done) => void clock.setTimeout(() => done("ok"), 50_000)), {
      clock,
      lines: Array.from({ length: 20 }, (_, n) => String(n)),
      maxUserSimulations: 20,
    });
    await clock.runAll();
    const { turns, endReason } = await result;
    expect(turns).to.have.length(23);
    expect(endReason?.reason).to.equal("The conversation took longer than 600000 ms (conversationTimeoutMs).");
  });

  it("is judged by the clock: a reply after it is ignored even where no timer could run", async () => {
    let now = 0;
    const clock = { now: () => now, setTimeout: () => () => undefined };
    const { testCase } = await held(() => ((now = 60_000), "too late"), { clock });
    expect(testCase.endReason?.by).to.equal("deadline");
    expect(lines(testCase)).to.deep.equal(["user: one"]);
  });

  it("leaves no timer behind", async () => {
    const { clock } = await held(() => "ok");
    expect(clock.pending).to.deep.equal([]);
    expect(clock.now()).to.equal(0);
  });

  it("may be none", async () => {
    const clock = virtualClock();
    const limits = { maxUserSimulations: 9, turnTimeoutMs: Infinity, conversationTimeoutMs: Infinity };
    void hold(() => never(), { clock, limits });
    await clock.advance(1e9);
    expect(clock.pending).to.deep.equal([]);
  });
});

describe("after the deadline", () => {
  it("a late reply changes nothing", async () => {
    const clock = virtualClock();
    const result = hold(() => new Promise((done) => void clock.setTimeout(() => done("late"), 70_000)), { clock });
    await clock.advance(65_000);
    const testCase = await result;
    const before = JSON.stringify(testCase);
    await clock.advance(10_000);
    expect(JSON.stringify(testCase)).to.equal(before);
  });

  it("a late rejection is handled, and others still surface", async () => {
    const clock = virtualClock();
    const unhandled: unknown[] = [];
    const mocha = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", (reason) => unhandled.push(reason));
    try {
      const result = hold(
        () => {
          clock.setTimeout(() => void Promise.reject(new Error("somebody else's")), 75_000);
          return new Promise((_, fail) => void clock.setTimeout(() => fail(new Error("late")), 70_000));
        },
        { clock },
      );
      await clock.advance(80_000);
      await result;
      await new Promise(setImmediate);
    } finally {
      process.removeAllListeners("unhandledRejection");
      for (const listener of mocha) process.on("unhandledRejection", listener);
    }
    expect(unhandled.map(String)).to.deep.equal(["Error: somebody else's"]);
  });
});
