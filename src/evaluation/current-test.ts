/** The test that a runner is running now, where its hooks tell us. */
export interface CurrentTest {
  readonly fullTitle: string;
  readonly file: string | undefined;
}

// On a global symbol: the hooks and the assertions may come from two copies of this package.
const key = Symbol.for("rehearsal.currentTest");
const shared = globalThis as { [key]?: CurrentTest | undefined };

export const currentTest = (): CurrentTest | undefined => shared[key];
export const setCurrentTest = (test: CurrentTest | undefined): void => {
  shared[key] = test;
};
