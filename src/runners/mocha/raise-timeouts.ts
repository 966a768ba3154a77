import type { MochaSuite, Timed } from "./contexts.js";

/** mocha's own, which ends nearly every conversation with a real model. */
export const MOCHAS_DEFAULT = 2000;

const hookNames = ["beforeAll", "beforeEach", "afterEach", "afterAll"];

/** Gives every test and hook more time whose time limit is the one that mocha has by default. */
export function raiseTimeouts(suite: MochaSuite, timeoutMs: number): void {
  for (const timed of [...hooksOf(suite), ...suite.tests]) {
    if (timed.timeout() === MOCHAS_DEFAULT) timed.timeout(timeoutMs);
  }
  for (const child of suite.suites) raiseTimeouts(child, timeoutMs);
}

/** mocha keeps them to itself: where they are not found, the hooks keep mocha's limit. */
function hooksOf(suite: MochaSuite): Timed[] {
  const { getHooks } = suite as { getHooks?: (name: string) => unknown };
  if (typeof getHooks !== "function") return [];
  return hookNames.flatMap((name) => {
    const hooks: unknown = getHooks.call(suite, name);
    return Array.isArray(hooks) ? (hooks as Timed[]) : [];
  });
}
