import assert from "node:assert";
import { expect } from "chai";
import { WatchedPromise } from "../../src/evaluation/watched-promise.js";

describe("a watched promise", () => {
  const watch = <T>(promise: Promise<T>) => {
    const state = { seen: 0 };
    return { state, watched: WatchedPromise.watch(promise, () => (state.seen += 1)) };
  };
  const tick = () => new Promise(setImmediate);

  it("notices every way of waiting for it", async () => {
    const ways: ((promise: Promise<number>) => Promise<unknown>)[] = [
      async (promise) => await promise,
      async (promise) => promise,
      (promise) => promise.then((value) => value),
      (promise) => promise.finally(() => undefined),
      (promise) => promise.catch(() => undefined),
      (promise) => Promise.all([promise]),
      (promise) => Promise.race([promise]),
      (promise) => Promise.allSettled([promise]),
      (promise) => Promise.resolve(promise),
      (promise) => assert.doesNotReject(promise),
    ];
    for (const way of ways) {
      const { state, watched } = watch(Promise.resolve(7));
      await way(watched);
      expect(state.seen, String(way)).to.be.greaterThan(0);
    }
  });

  it("notices nothing where nobody waits, and is no unhandled rejection", async () => {
    const unhandled: unknown[] = [];
    const listener = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", listener);
    const inner = Promise.reject(new Error("boom"));
    inner.catch(() => undefined);
    const { state } = watch(inner);
    await tick();
    await tick();
    process.off("unhandledRejection", listener);
    expect(state.seen).to.equal(0);
    expect(unhandled).to.deep.equal([]);
  });

  it("is a promise with the same outcome, and so is what comes of it", async () => {
    const { watched } = watch(Promise.resolve(7));
    expect(watched).to.be.instanceOf(Promise);
    expect(watched.then((value) => value).constructor).to.equal(Promise);
    expect(await watched).to.equal(7);
    const failing = watch(Promise.reject(new Error("boom"))).watched;
    expect(await failing.catch((error: Error) => error.message)).to.equal("boom");
  });
});
