import { expect } from "chai";
import { Abandonment } from "../../src/simulator/abandonment.js";
import { virtualClock } from "../support/virtual-clock.js";
import { hold, lines, never } from "./support.js";

const one = { lines: ["one"] };

describe("a streamed reply", () => {
  it("is joined to one turn, and a turn among the pieces stands for itself", async () => {
    const testCase = await hold(async function* () {
      yield "Let me ";
      yield "look.";
      yield { role: "assistant" as const, content: "Found it." };
      yield "Bye.";
    }, one);
    expect(lines(testCase).slice(1)).to.deep.equal([
      "assistant: Let me look.",
      "assistant: Found it.",
      "assistant: Bye.",
    ]);
  });

  it("may come from a web stream", async () => {
    const testCase = await hold(() => ReadableStream.from(["a", "b"]) as AsyncIterable<string>, one);
    expect(lines(testCase)[1]).to.equal("assistant: ab");
  });

  it("of nothing is an empty text", async () => {
    const testCase = await hold(async function* () {}, one);
    expect(lines(testCase)[1]).to.equal("assistant: ");
  });

  it("begins with its first piece that is not empty", async () => {
    const clock = virtualClock();
    const wait = (ms: number) => new Promise<void>((resolve) => void clock.setTimeout(resolve, ms));
    const held = hold(
      async function* () {
        await wait(10);
        yield "";
        await wait(40);
        yield "first";
        await wait(500);
        yield " last";
      },
      { ...one, clock },
    );
    await clock.runAll();
    expect((await held).turns[1]).to.include({ latencyMs: 50, content: "first last" });
  });

  it("that throws midway is the agent's failure", async () => {
    const testCase = await hold(async function* () {
      yield "half";
      throw new Error("connection lost");
    }, one);
    expect(testCase.error).to.contain("The agent failed: connection lost");
    expect(lines(testCase)).to.deep.equal(["user: one"]);
  });

  it("is closed where a piece is none", async () => {
    let closed = false;
    const testCase = await hold(async function* () {
      try {
        yield "text";
        yield new Uint8Array(1) as never;
        yield "never read";
      } finally {
        closed = true;
      }
    }, one);
    expect(testCase.error).to.contain("bytes (Uint8Array) as piece 2 of its stream");
    expect(closed).to.equal(true);
  });

  it("is closed at the deadline, whatever its return does", async () => {
    const clock = virtualClock();
    let returned = 0;
    const stream = {
      [Symbol.asyncIterator]: () => ({
        next: never<IteratorResult<string>>,
        return: () => (returned++, Promise.reject(new Error("cannot close"))),
      }),
    };
    const held = hold(() => stream, { ...one, clock });
    await clock.runAll();
    expect((await held).endReason?.by).to.equal("deadline");
    expect(returned).to.equal(1);
  });

  it("that comes after the deadline is closed unread", async () => {
    const clock = virtualClock();
    let [read, returned] = [0, 0];
    const stream = {
      [Symbol.asyncIterator]: () => ({
        next: async () => (read++, { done: true as const, value: undefined }),
        return: async () => (returned++, { done: true as const, value: undefined }),
      }),
    };
    const held = hold(() => new Promise((resolve) => void clock.setTimeout(() => resolve(stream), 90_000)), {
      ...one,
      clock,
    });
    await clock.runAll();
    expect((await held).endReason?.by).to.equal("deadline");
    expect([read, returned]).to.deep.equal([0, 1]);
  });

  for (const [kind, piece] of Object.entries({ nothing: "", text: "a", turns: { role: "assistant", content: "a" } })) {
    it(`that never leaves the microtasks still hears the caller: pieces of ${kind}`, async () => {
      const caller = new AbortController();
      const endless = async function* () {
        setImmediate(() => caller.abort());
        for (let pieces = 0; pieces < 100_000; pieces++) yield piece as string;
      };
      const testCase = await hold(endless, { ...one, abandonment: new Abandonment([caller.signal]) });
      expect(testCase.endReason?.by).to.equal("abort");
    });
  }

  it("is closed when the caller gives up", async () => {
    const caller = new AbortController();
    let closed = false;
    const testCase = await hold(
      async function* () {
        try {
          yield "a";
          caller.abort();
          yield "b";
        } finally {
          closed = true;
        }
      },
      { ...one, abandonment: new Abandonment([caller.signal]) },
    );
    await new Promise(setImmediate);
    expect(testCase.endReason?.by).to.equal("abort");
    expect(closed).to.equal(true);
  });
});
