import { expect } from "chai";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { captureTrace, observe, startRun } from "../../../src/tracing/index.js";
import { scopeOf, activeContext } from "../../../src/tracing/context.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

describe("when a trace is taken", () => {
  it("what its calls held is let go, though their contexts live on", async () => {
    let release = (): void => undefined;
    const forever = new Promise<void>((resolve) => (release = resolve));
    const contexts: (() => unknown)[] = [];
    const tool = observe({ type: "tool", name: "t" }, (_arg: { readonly text: string }) => {
      const context = activeContext();
      contexts.push(() => scopeOf(context)?.call);
      void forever.then(() => context);
      return { text: "y".repeat(1000) };
    });
    await captureTrace(() => tool({ text: "x".repeat(1000) }));
    const record = contexts[0]?.() as { input?: unknown; output?: unknown; additions?: unknown };
    expect([record.input, record.output, record.additions]).to.deep.equal([undefined, undefined, undefined]);
    release();
  });

  it("a call that is still open holds nothing once it ends", async () => {
    let finish = (_value: string): void => undefined;
    let record: { input?: unknown; output?: unknown } | undefined;
    const run = startRun();
    const done = run.within(() =>
      observe({ type: "tool", name: "t" }, async (_arg: object) => {
        record = scopeOf(activeContext())?.call;
        return new Promise<string>((resolve) => (finish = resolve));
      })({ a: 1 }),
    );
    run.end();
    finish("late");
    expect(await done).to.equal("late");
    expect([record?.input, record?.output]).to.deep.equal([undefined, undefined]);
  });

  it("nothing of ours keeps the results of the agent", async () => {
    const kept = await (async () => {
      const result = { big: "z".repeat(1000) };
      await captureTrace(() => observe({ type: "tool", name: "t" }, () => result)());
      return new WeakRef(result);
    })();
    await new Promise(setImmediate);
    collect();
    await new Promise(setImmediate);
    collect();
    expect(kept.deref()).to.equal(undefined);
  });
});
