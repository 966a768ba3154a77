import type { Verdict } from "../../test-case/metric.js";

/** What came of one bound. */
export interface BudgetCheck {
  /** Name of the budget, for example `latencyMs.p95`. */
  readonly budget: string;
  readonly verdict: Verdict;
  /** What was measured and what may be, in words. */
  readonly text: string;
  readonly actual?: number;
  readonly bound?: number;
  /** Number of the turn that broke it, from 1. */
  readonly turn?: number;
}

/** Bounds are inclusive. */
export function checkBound(budget: string, actual: number, bound: number, unit: string, turn?: number): BudgetCheck {
  const verdict = actual <= bound ? "passed" : "failed";
  const text = `${round(actual)}${unit}, at most ${round(bound)}`;
  return { budget, verdict, text, actual, bound, ...(turn === undefined || verdict === "passed" ? {} : { turn }) };
}

/** Not measured: `errored` where it should have been known, `skipped` where it has no meaning. */
export const unmeasured = (budget: string, verdict: "errored" | "skipped", text: string): BudgetCheck => ({
  budget,
  verdict,
  text,
});

const round = (value: number): string => String(Math.round(value * 100) / 100);
