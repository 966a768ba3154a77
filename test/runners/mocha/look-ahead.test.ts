import { expect } from "chai";
import { LookAhead } from "../../../src/runners/mocha/look-ahead.js";

/** A look-ahead whose work ends when it is told to. */
function controlled(concurrency: number, wanted: string[], limit?: number) {
  const started: string[] = [];
  const signals: AbortSignal[] = [];
  const end = new Map<string, { resolve: (value: string) => void; reject: (error: Error) => void }>();
  const ahead = new LookAhead<string, string>({
    concurrency,
    ...(limit === undefined ? {} : { ahead: limit }),
    wanted: () => wanted,
    start: (key, signal) => {
      started.push(key);
      signals.push(signal);
      return new Promise((resolve, reject) => end.set(key, { resolve, reject }));
    },
  });
  return { ahead, started, signals, end };
}
const tick = () => new Promise(setImmediate);

describe("looking ahead", () => {
  it("begins nothing until the first is asked for, then as many of the next as may run", async () => {
    const { ahead, started, end } = controlled(3, ["a", "b", "c", "d", "e"]);
    expect(started).to.deep.equal([]);
    const first = ahead.take("a");
    expect(started).to.deep.equal(["a", "b", "c"]);
    end.get("a")?.resolve("A");
    expect(await first).to.equal("A");
    await tick();
    expect(started).to.deep.equal(["a", "b", "c", "d"]);
  });

  it("runs each once, however often it is asked for", async () => {
    const { ahead, started, end } = controlled(2, ["a", "b"]);
    const taken = [ahead.take("a"), ahead.take("a"), ahead.take("b")];
    end.get("a")?.resolve("A");
    end.get("b")?.resolve("B");
    expect(await Promise.all(taken)).to.deep.equal(["A", "A", "B"]);
    expect(started).to.deep.equal(["a", "b"]);
  });

  it("runs what is forgotten anew", async () => {
    const { ahead, started, end } = controlled(1, ["a"]);
    void ahead.take("a");
    end.get("a")?.resolve("A");
    await tick();
    ahead.forget("a");
    void ahead.take("a");
    expect(started).to.deep.equal(["a", "a"]);
  });

  it("runs what is asked for even where all places are taken", () => {
    const { ahead, started } = controlled(1, ["a", "b", "c"]);
    void ahead.take("a");
    void ahead.take("c");
    expect(started).to.deep.equal(["a", "c"]);
  });

  it("runs no further ahead of what is asked for than it may", async () => {
    const { ahead, started, end } = controlled(2, ["a", "b", "c", "d"], 1);
    void ahead.take("a");
    expect(started).to.deep.equal(["a", "b"]);
    end.get("b")?.resolve("B");
    end.get("a")?.resolve("A");
    await tick();
    expect(started).to.deep.equal(["a", "b"]);
    void ahead.take("b");
    expect(started).to.deep.equal(["a", "b", "c"]);
  });

  it("drops what nobody will ask for, and no other", () => {
    const { ahead, started, signals, end } = controlled(2, ["a", "b", "c", "d"]);
    void ahead.take("a");
    ahead.drop((key) => key === "b" || key === "c", new Error("decided"));
    expect(signals.map(({ aborted }) => aborted)).to.deep.equal([false, true]);
    end.get("a")?.resolve("A");
    void ahead.take("d");
    expect(started).to.deep.equal(["a", "b", "d"]);
    expect(signals[2]?.aborted).to.equal(false);
  });

  it("keeps a failure for whoever asks, and goes on", async () => {
    const { ahead, started, end } = controlled(2, ["a", "b", "c"]);
    void ahead.take("a");
    end.get("b")?.reject(new Error("boom"));
    await tick();
    expect(started).to.deep.equal(["a", "b", "c"]);
    expect(await ahead.take("b").catch((error: Error) => error.message)).to.equal("boom");
  });

  it("ends all when the suite has ended", async () => {
    const { ahead, started, signals, end } = controlled(2, ["a", "b", "c"]);
    void ahead.take("a");
    ahead.abort(new Error("over"));
    expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true, true]);
    end.get("a")?.resolve("A");
    await tick();
    expect(started).to.deep.equal(["a", "b"]);
  });
});
