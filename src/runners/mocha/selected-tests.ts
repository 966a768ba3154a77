import type { MochaSuite, MochaTest } from "./contexts.js";

/** How mocha chooses tests by their titles. */
export interface Selection {
  readonly grep?: string | RegExp | undefined;
  readonly invert?: boolean | undefined;
}

/** Whether mocha will run the test, as far as can be told before it does. */
export function isSelected(test: MochaTest, { grep, invert = false }: Selection): boolean {
  if (test.isPending()) return false;
  return grep === undefined || grep === "" || new RegExp(grep).test(test.fullTitle()) !== invert;
}

/** Whether mocha will run any test of the suite. */
export const hasSelected = (suite: MochaSuite, selection: Selection): boolean =>
  suite.tests.some((test) => isSelected(test, selection)) ||
  suite.suites.some((child) => hasSelected(child, selection));
