import { expect } from "chai";
import { neverAwaited } from "../../../src/runners/mocha/never-awaited.js";
import type { MochaSuite } from "../../../src/runners/mocha/contexts.js";
import { raiseTimeouts } from "../../../src/runners/mocha/raise-timeouts.js";
import type { PendingAssertion } from "../../../src/evaluation/pending-assertions.js";

const pending = (promise: Promise<unknown>, more: Partial<PendingAssertion> = {}): PendingAssertion => {
  promise.catch(() => undefined);
  return { call: "await expect(...).to.passMetrics(...)", frames: "    at test.ts:1:2", promise, ...more };
};

describe("what is said of matchers that were never awaited", () => {
  it("is what to write, and the verdict nobody waited for", async () => {
    const passed = await neverAwaited([pending(Promise.resolve())]);
    expect(passed?.message).to.include("never awaited").and.include("await expect").and.include("It passes");
    const failed = await neverAwaited([pending(Promise.reject(new Error("never said: $5")))]);
    expect(failed?.message).to.include("It fails: never said: $5");
    expect(failed?.stack).to.equal(`${String(failed?.message)}\n    at test.ts:1:2`);
  });

  it("does not wait for ever", async () => {
    const error = await neverAwaited([pending(new Promise(() => undefined))], 0);
    expect(error?.message).to.include("not there yet");
  });

  it("is said of each, at the first", async () => {
    const error = await neverAwaited([
      pending(Promise.resolve()),
      pending(Promise.resolve(), { call: "await assertTest(...)", frames: "" }),
    ]);
    expect(error?.message).to.include("passMetrics").and.include("`await assertTest(...)`");
    expect(error?.stack).to.match(/ {4}at test\.ts:1:2$/);
  });

  it("is the refusal itself where the matcher refused", async () => {
    const refused = new TypeError("without .eventually");
    expect(await neverAwaited([pending(Promise.resolve(), { refused })])).to.equal(refused);
    expect(await neverAwaited([])).to.equal(undefined);
  });
});

describe("raising mocha's default timeout", () => {
  const timed = (ms: number) => {
    let current = ms;
    return { timeout: (next?: number) => (next === undefined ? current : (current = next)) };
  };
  const suite = (more: object): MochaSuite =>
    ({ ...timed(2000), suites: [], tests: [], ...more }) as unknown as MochaSuite;

  it("reaches tests and hooks at every depth, and leaves what the user set", () => {
    const [left, set, off, hook] = [timed(2000), timed(300), timed(0), timed(2000)];
    const getHooks = (name: string) => (name === "beforeEach" ? [hook] : []);
    const inner = suite({ tests: [left, set, off], getHooks });
    raiseTimeouts(suite({ suites: [suite({ suites: [inner] })] }), 60_000);
    expect([left, set, off, hook].map((it) => it.timeout())).to.deep.equal([60_000, 300, 0, 60_000]);
  });

  it("does without mocha's private parts", () => {
    const test = timed(2000);
    raiseTimeouts(suite({ tests: [test], getHooks: () => undefined }), 1);
    expect(test.timeout()).to.equal(1);
  });
});
