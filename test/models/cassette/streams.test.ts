import { expect } from "chai";
import { withCassette } from "../../../src/models/cassette/with-cassette.js";
import { rejectionOf } from "../../support/rejection.js";
import type { StreamRecord } from "../../../src/models/cassette/recording.js";
import { recordStream } from "../../../src/models/cassette/stream-reply.js";
import { cassetteAt, temporary, unreachable } from "./support.js";

async function* countTo(n: number) {
  for (let i = 1; i <= n; i += 1) yield { i };
  return "done";
}

async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

describe("a cassette around a function that streams", () => {
  it("replays an async generator item by item, with what it returns", async () => {
    using at = temporary();
    const recorded = withCassette(countTo, { cassette: cassetteAt(at.path, "record") });
    expect(await collect(recorded(3))).to.deep.equal([{ i: 1 }, { i: 2 }, { i: 3 }]);
    async function* none(_: number): AsyncGenerator<{ i: number }, string> {
      throw new Error("asked");
    }
    const replayed = withCassette(none, { cassette: cassetteAt(at.path, "replay"), name: "countTo" });
    const iterator = replayed(3);
    const steps = [];
    for (let i = 0; i < 4; i += 1) steps.push(await iterator.next());
    expect(steps.at(-1)).to.deep.equal({ done: true, value: "done" });
    expect(steps[0]).to.deep.equal({ done: false, value: { i: 1 } });
  });

  it("replays a promised stream that broke up to where it broke", async () => {
    using at = temporary();
    async function* broken() {
      yield "a";
      throw Object.assign(new Error("cut"), { code: "ECONNRESET" });
    }
    const open = async () => broken();
    const read = async (stream: AsyncIterable<string>) => {
      const items: string[] = [];
      const error = await rejectionOf(
        (async () => {
          for await (const item of stream) items.push(item);
        })(),
      );
      return { items, error };
    };
    const first = await read(await withCassette(open, { cassette: cassetteAt(at.path, "record") })());
    const options = { cassette: cassetteAt(at.path, "replay"), name: "open" };
    const again = await read(await withCassette(unreachable as typeof open, options)());
    expect(first.items).to.deep.equal(["a"]);
    expect(again.items).to.deep.equal(["a"]);
    expect(again.error).to.include({ message: "cut", code: "ECONNRESET" });
  });

  it("records a stream whose reader stopped, closes it, and says so to one who reads on", async () => {
    using at = temporary();
    let closed = false;
    async function* numbers() {
      try {
        yield 1;
        yield 2;
        yield 3;
      } finally {
        closed = true;
      }
    }
    for await (const n of withCassette(numbers, { cassette: cassetteAt(at.path, "record") })()) if (n === 2) break;
    expect(closed).to.equal(true);
    const replayed = withCassette(numbers, { cassette: cassetteAt(at.path, "replay") });
    expect(String(await rejectionOf(collect(replayed())))).to.contain("where its reader stopped");
  });

  it("was stopped, and did not break, where its caller gave up", async () => {
    const broken = async function* () {
      yield "a";
      throw new Error("aborted");
    };
    for (const [isAborted, ending] of [
      [true, { stopped: true }],
      [false, { error: { name: "Error", message: "aborted" } }],
    ] as const) {
      const kept: StreamRecord[] = [];
      const stream = recordStream(broken(), {
        what: "x",
        keep: (record) => kept.push(record),
        aborted: () => isAborted,
        step: (work) => work(),
      });
      expect(await stream.next()).to.deep.equal({ done: false, value: "a" });
      expect(await rejectionOf(stream.next())).to.have.property("message", "aborted");
      expect(kept).to.deep.equal([{ items: ["a"], ending }]);
    }
  });
});
