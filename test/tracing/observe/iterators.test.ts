import { Readable } from "node:stream";
import { expect } from "chai";
import { captureTrace, observe, prepareTracing, startRun, updateCurrentSpan } from "../../../src/tracing/index.js";

const agent = { type: "agent", name: "a" } as const;
async function collect<T>(items: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
const outputOf = async (work: () => unknown) => (await captureTrace(work)).trace.spans[0]?.output;

describe("observe and iterators", () => {
  it("runs a generator lazily, and records what it yielded when it is done", async () => {
    let steps = 0;
    const words = observe(agent, function* () {
      for (const word of ["Hel", "lo"]) {
        steps += 1;
        yield word;
      }
      return "ignored";
    });
    const { result, trace } = await captureTrace(() => {
      const iterator = words();
      const before = steps;
      return [before, ...iterator];
    });
    expect(result).to.deep.equal([0, "Hel", "lo"]);
    expect(trace.output).to.equal("Hello");
  });

  it("keeps a two-way conversation with a generator", async () => {
    const echo = observe(agent, function* (): Generator<string, string, string> {
      const first = yield "ready";
      const second = yield `got ${first}`;
      return `bye ${second}`;
    });
    const { result, trace } = await captureTrace(() => {
      const talk = echo();
      return [talk.next("unheard"), talk.next("a"), talk.next("b"), talk.next("c")].map(({ value }) => value);
    });
    expect(result).to.deep.equal(["ready", "got a", "bye b", undefined]);
    expect(trace.output).to.equal("readygot a");
  });

  it("counts the first end alone, whatever its consumer does with it afterwards", async () => {
    await prepareTracing();
    let at = 0;
    const run = startRun({
      repeatable: { traceId: "0123456789abcdef".repeat(2), time: { now: () => at, begin: () => at } },
    });
    run.within(() => {
      const iterator = observe(agent, function* () {
        yield "a";
      })();
      at = 5;
      expect([...iterator]).to.deep.equal(["a"]);
      at = 50;
      iterator.next();
      expect(() => iterator.throw(new Error("too late"))).to.throw("too late");
    });
    const [span] = run.end().spans;
    expect(span).to.deep.include({ startTimeMs: 0, endTimeMs: 5, status: "unset", output: "a" });
    expect(span).to.not.have.property("error");
  });

  it("ends the span on return, on break and on throw", async () => {
    const numbers = observe(agent, function* () {
      try {
        yield 1;
        yield 2;
      } finally {
        yield* [];
      }
    });
    const asyncNumbers = observe(agent, async function* () {
      yield 1;
      yield 2;
    });
    expect(await outputOf(() => numbers().return(undefined))).to.equal(undefined);
    expect(
      await outputOf(() => {
        for (const _ of numbers()) break;
      }),
    ).to.deep.equal([1]);
    expect(
      await outputOf(async () => {
        for await (const _ of asyncNumbers()) break;
      }),
    ).to.deep.equal([1]);
    const thrown = await captureTrace(async () =>
      asyncNumbers()
        .throw(new Error("stop"))
        .catch(() => "caught"),
    );
    expect(thrown.result).to.equal("caught");
    expect(thrown.trace.spans[0]).to.include({ status: "error", error: "stop" });
  });

  it("records an error in the middle of a stream, and throws it on", async () => {
    const failing = observe(agent, async function* () {
      yield "a";
      throw new Error("cut");
    });
    const { result, trace } = await captureTrace(() => collect(failing()).catch((error: Error) => error.message));
    expect(result).to.equal("cut");
    expect(trace.spans[0]).to.include({ status: "error", error: "cut" });
  });

  it("records what a generator only returned, and pieces that are no text as a list", async () => {
    const returned = observe(agent, function* () {
      return "only";
    });
    expect(await outputOf(() => returned().next().value)).to.equal("only");
    expect(
      await outputOf(() =>
        collect(
          observe(agent, function* () {
            yield* [1, "b"];
          })(),
        ),
      ),
    ).to.deep.equal([1, "b"]);
  });

  it("keeps each piece as it was when it went by", async () => {
    const piece = { n: 1 };
    const pieces = observe(agent, function* () {
      yield piece;
    });
    expect(
      await outputOf(() => {
        for (const each of pieces()) each.n = 2;
      }),
    ).to.deep.equal([{ n: 1 }]);
  });

  it("attributes each step to the call, though it is consumed elsewhere and later", async () => {
    await prepareTracing();
    const look = observe({ type: "tool", name: "look" }, (_arg: object) => 1);
    const words = observe(agent, async function* () {
      look({ n: 1 });
      yield "a";
      await new Promise(setImmediate);
      look({ n: 2 });
      updateCurrentSpan({ metadata: { seen: true } });
    });
    const run = startRun();
    const stream = run.within(() => words());
    await collect(stream);
    const trace = run.end();
    const [top] = trace.spans;
    expect(trace.toolsCalled.map(({ inputParameters }) => inputParameters)).to.deep.equal([{ n: 1 }, { n: 2 }]);
    expect(trace.spans.slice(1).every(({ parentSpanId }) => parentSpanId === top?.spanId)).to.equal(true);
    expect(top?.metadata).to.deep.equal({ seen: true });
  });

  it("returns the same object for iterables of an SDK, and leaves its other ways alone", async () => {
    class SdkStream {
      readonly controller = new AbortController();
      made = 0;
      async *[Symbol.asyncIterator]() {
        this.made += 1;
        yield "a";
        yield "b";
      }
    }
    const stream = new SdkStream();
    const { result, trace } = await captureTrace(async () => {
      const returned = await observe(agent, async () => stream)();
      return [returned === stream, returned.made, await collect(returned), returned.controller.signal.aborted];
    });
    expect(result).to.deep.equal([true, 0, ["a", "b"], false]);
    expect(trace.output).to.equal("ab");
  });

  it("leaves values that are merely iterable alone", async () => {
    for (const value of [
      "text",
      [1],
      new Map([["a", 1]]),
      new Set([1]),
      new URLSearchParams("a=1"),
      new Uint8Array(2),
    ]) {
      const { trace } = await captureTrace(() => void observe(agent, () => value)());
      expect(trace.spans[0]?.endTimeMs).to.be.a("number");
    }
  });

  it("ends the span of a Node stream however it is read", async () => {
    expect(await outputOf(() => collect(observe(agent, () => Readable.from(["a", "b"]))()))).to.equal("ab");
    const byEvents = await captureTrace(async () => {
      const stream = observe(agent, () => Readable.from(["a", "b"]))();
      const read: unknown[] = [];
      stream.on("data", (piece) => read.push(piece));
      await new Promise((resolve) => stream.on("close", resolve));
      return read;
    });
    expect(byEvents.result).to.deep.equal(["a", "b"]);
    expect(byEvents.trace.spans[0]?.endTimeMs).to.be.a("number");
    expect(byEvents.trace.missing.join()).to.include("its stream was read by events, unseen");
  });

  it("survives a frozen iterator", async () => {
    const frozen = Object.freeze({
      next: () => ({ done: true, value: 1 }),
      [Symbol.iterator]() {
        return this;
      },
    });
    const { result, trace } = await captureTrace(() => observe(agent, () => frozen)() === frozen);
    expect(result).to.equal(true);
    expect(trace.missing.join()).to.include("frozen");
  });
});
