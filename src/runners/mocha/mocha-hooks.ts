import { setCurrentTest } from "../../evaluation/current-test.js";
import { takePending, unwatchPending, watchPending } from "../../evaluation/pending-assertions.js";
import type { HookContext } from "./contexts.js";
import { neverAwaited } from "./never-awaited.js";
import { raiseTimeouts } from "./raise-timeouts.js";

/** What a test or hook gets in place of mocha's default of 2 s, in milliseconds. */
export const DEFAULT_TIMEOUT = 120_000;

/**
 * Root hooks, for `mocha --require rehearsal/mocha`. They fail a test that ends before an `assertTest` or an asynchronous matcher
 * that it began, or in which the failure of one went unnoticed, give tests and hooks 120 s where mocha's default of 2 s was left as it is, and let failures name the running test.
 */
export const mochaHooks = {
  beforeAll(this: HookContext): void {
    watchPending();
    const root = this.test?.parent;
    if (root !== undefined) raiseTimeouts(root, DEFAULT_TIMEOUT);
  },

  beforeEach(this: HookContext): void {
    const test = this.currentTest;
    setCurrentTest(test && { fullTitle: test.fullTitle(), file: test.file });
  },

  async afterEach(this: HookContext): Promise<void> {
    const left = takePending();
    // A test fails once: what it forgot shows again when its failure is gone.
    if (left.length > 0 && this.currentTest?.state !== "failed") {
      this.timeout(0);
      const error = await neverAwaited(left);
      if (error !== undefined) this.test?.error(error);
    }
    setCurrentTest(undefined);
  },

  /** What was forgotten in an `after` hook, or in a `before` hook with no test after it. */
  async afterAll(this: HookContext): Promise<void> {
    const left = takePending();
    unwatchPending();
    if (left.length === 0) return;
    this.timeout(0);
    const error = await neverAwaited(left);
    if (error !== undefined) throw error;
  },
};
