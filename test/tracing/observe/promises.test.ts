import { inspect } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "chai";
import { captureTrace, observe, prepareTracing, startRun } from "../../../src/tracing/index.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const tool = { type: "tool", name: "t" } as const;

/** What an SDK returns whose work starts, or whose body is read, only when somebody asks. */
class LazyPromise<T> extends Promise<T> {
  static asked = 0;
  static override get [Symbol.species]() {
    return Promise;
  }
  override then<A, B>(
    ok?: ((value: T) => A | PromiseLike<A>) | null,
    fail?: ((error: unknown) => B | PromiseLike<B>) | null,
  ) {
    LazyPromise.asked += 1;
    return super.then(ok, fail);
  }
  withResponse(): string {
    return "raw";
  }
}
const lazy = <T>(value: T): LazyPromise<T> => new LazyPromise((resolve) => resolve(value));

describe("observe and promises", () => {
  it("ends the span when the promise settles", async () => {
    await prepareTracing();
    const run = startRun();
    let release = (_value: string): void => undefined;
    const pending = run.within(() => observe(tool, () => new Promise<string>((resolve) => (release = resolve)))());
    expect(run.trace().toolsCalled[0]).to.not.have.any.keys("output", "durationMs");
    expect(run.trace().missing).to.include('still open: tool "t"');
    release("done");
    expect(await pending).to.equal("done");
    expect(run.end().toolsCalled[0]?.output).to.equal("done");
  });

  it("knows that somebody waits who does not hold the promise, though its memory is taken back meanwhile", async () => {
    const shared: { resolve: (value: string) => void }[] = [];
    // A promise that others may hold: not an async function's own.
    const waiting = observe(tool, () => new Promise<string>((resolve) => void shared.push({ resolve })));
    const { trace } = await captureTrace(async () => {
      const all = Promise.all([waiting(), waiting()]);
      for (let turn = 0; turn < 5; turn++) {
        collectGarbage();
        await new Promise(setImmediate);
      }
      for (const { resolve } of shared) resolve("done");
      await all;
    });
    expect(trace.toolsCalled.map(({ output }) => output)).to.deep.equal(["done", "done"]);
    expect(trace.missing.join()).to.not.contain("nobody waited");
  });

  it("leaves a rejection that nobody handles unhandled", async () => {
    const seen: unknown[] = [];
    const listeners = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", (reason) => seen.push(reason));
    const error = new Error("nobody cares");
    const failing = observe(tool, async () => Promise.reject(error));
    await captureTrace(() => {
      void failing();
    });
    await new Promise(setImmediate);
    process.removeAllListeners("unhandledRejection");
    for (const listener of listeners) process.on("unhandledRejection", listener);
    expect(seen).to.deep.equal([error]);
  });

  const unhandledIn = async (work: () => unknown): Promise<readonly unknown[]> => {
    const seen: unknown[] = [];
    const listeners = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", (reason) => seen.push(reason));
    await work();
    await new Promise(setImmediate);
    process.removeAllListeners("unhandledRejection");
    for (const listener of listeners) process.on("unhandledRejection", listener);
    return seen;
  };
  const rejected = () => Promise.reject(new Error("shared"));
  /** However it got there: the promise of somebody else, who may or may not handle it. */
  const sharing: Readonly<Record<string, (promise: Promise<unknown>) => () => unknown>> = {
    "a function": (promise) => observe(tool, () => promise),
    "a function within another": (promise) =>
      observe(
        { type: "agent" },
        observe(tool, () => promise),
      ),
    "a function within a plain one": (promise) => {
      const inner = observe(tool, () => promise);
      return observe({ type: "agent" }, () => inner());
    },
  };
  for (const [name, shared] of Object.entries(sharing)) {
    it(`leaves a promise that its owner handles handled, when nobody waits for the result of ${name}`, async () => {
      const promise = rejected();
      promise.catch(() => undefined);
      let missing: readonly string[] = [];
      const seen = await unhandledIn(async () => {
        const { trace } = await captureTrace(() => void shared(promise)());
        missing = trace.missing;
        expect(trace.toolsCalled[0]?.error).to.match(/rejected, and nobody who called it waited/);
      });
      expect(seen).to.deep.equal([]);
      expect(missing.join()).to.not.include("still open");
    });

    it(`leaves one that nobody handles unhandled, once, with the result of ${name}`, async () => {
      const promise = rejected();
      const seen = await unhandledIn(() => captureTrace(() => void shared(promise)()));
      expect(seen.map((error) => (error as Error).message)).to.deep.equal(["shared"]);
    });

    it(`gives who waits for the result of ${name} what the promise settles to, and records it`, async () => {
      const { trace } = await captureTrace(async () => {
        const kept = shared(Promise.resolve({ a: 1 }))();
        expect(kept).to.be.instanceOf(Promise);
        expect(await Promise.all([kept, kept])).to.deep.equal([{ a: 1 }, { a: 1 }]);
        expect(await (shared(rejected())() as Promise<unknown>).catch((error: Error) => error.message)).to.equal(
          "shared",
        );
      });
      expect(trace.toolsCalled.map(({ output, error }) => [output, error])).to.deep.equal([
        [{ a: 1 }, undefined],
        [undefined, "shared"],
      ]);
    });

    it(`gives who waits past the own methods of the result of ${name} what the promise settles to`, async () => {
      const { result, trace } = await captureTrace(async () => {
        const kept = shared(Promise.resolve("done"))() as Promise<unknown>;
        expect(kept.constructor).to.equal(Promise);
        expect(Promise.resolve(kept)).to.equal(kept);
        const told = await new Promise((resolve) => void Promise.prototype.then.call(kept, resolve));
        const refused = await new Promise(
          (resolve) => void Promise.prototype.then.call(shared(rejected())(), undefined, resolve),
        );
        return [told, (refused as Error).message, await kept];
      });
      expect(result).to.deep.equal(["done", "shared", "done"]);
      expect(trace.toolsCalled.map(({ output, error }) => output ?? error)).to.deep.equal(["done", "shared"]);
    });

    it(`leaves a promise that its owner handles handled, when the result of ${name} is but looked at`, async () => {
      const promise = rejected();
      promise.catch(() => undefined);
      const seen = await unhandledIn(() =>
        captureTrace(() => {
          const kept = shared(promise)();
          inspect(kept);
          observe(tool, (_: unknown) => 1)(kept);
          expect(kept).to.be.instanceOf(Promise);
        }),
      );
      expect(seen).to.deep.equal([]);
    });

    it(`records what nobody waits for of ${name}, once the promise is fulfilled`, async () => {
      const { trace } = await captureTrace(() => void shared(Promise.resolve("done"))());
      expect(trace.toolsCalled[0]?.output).to.equal("done");
      const { trace: open } = await captureTrace(() => void shared(new Promise(() => undefined))());
      expect(open.missing.join()).to.match(/still open: .*tool "t"/);
    });
  }

  it("keeps what hangs on a native promise", async () => {
    const cancellable = observe(tool, () => Object.assign(Promise.resolve(1), { cancel: () => "cancelled" }));
    const promise = cancellable();
    expect(promise.cancel()).to.equal("cancelled");
    expect(await promise).to.equal(1);
  });

  it("returns a promise subclass itself, and never asks it on its own", async () => {
    const made = lazy(7);
    const { result, trace } = await captureTrace(() => {
      LazyPromise.asked = 0;
      const returned = observe(tool, () => made)();
      return [returned === made, returned instanceof LazyPromise, returned.withResponse(), LazyPromise.asked];
    });
    expect(result).to.deep.equal([true, true, "raw", 0]);
    expect(trace.missing).to.include('still open: tool "t"');
  });

  it("records what a promise subclass settles to once somebody asks", async () => {
    const { result, trace } = await captureTrace(() => observe(tool, () => lazy(7))());
    expect(result).to.equal(7);
    expect(trace.toolsCalled[0]?.output).to.equal(7);
    const failing = new LazyPromise((_, reject) => reject(new Error("late")));
    const failed = await captureTrace(async () =>
      observe(tool, () => failing)().catch((error: Error) => error.message),
    );
    expect(failed.result).to.equal("late");
    expect(failed.trace.toolsCalled[0]?.error).to.equal("late");
  });

  it("leaves a thenable lazy, and its callbacks what they were", async () => {
    let started = 0;
    const query = {
      then(ok: (rows: string[]) => unknown) {
        started += 1;
        return ok(["row"]);
      },
      where() {
        return this;
      },
    };
    const { result, trace } = await captureTrace(async () => {
      const returned = observe(tool, () => query)().where();
      const before = started;
      return [returned === query, before, await (returned as unknown as PromiseLike<string[]>), started];
    });
    expect(result).to.deep.equal([true, 0, ["row"], 1]);
    expect(trace.toolsCalled[0]?.output).to.deep.equal(["row"]);
  });

  it("returns a frozen thenable untouched, and says that it could not watch it", async () => {
    const frozen = Object.freeze({ then: (ok: (value: number) => unknown) => ok(1) });
    const { trace } = await captureTrace(async () => void (await observe(tool, () => frozen)()));
    expect(trace.missing.join()).to.include("its result is frozen and could not be watched");
  });
});
