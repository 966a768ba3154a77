import type { LatencyBudget } from "../../test-case/budgets.js";
import { isConversational, type TestCase } from "../../test-case/metric.js";
import { percentile, valuesNeeded } from "../../statistics/percentile.js";
import { checkBound, unmeasured, type BudgetCheck } from "./budget-check.js";

interface Latency {
  readonly ms: number;
  /** Number of the turn, from 1; null in a single-turn test case. */
  readonly turn: number | null;
}

const SHARES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const;

/**
 * Percentiles by nearest rank over the replies whose latency is known. With fewer replies than a percentile needs (20 for
 * p95) it says nothing, and its bound is skipped: bound `max` instead.
 */
export function latencyChecks(testCase: TestCase, budget: LatencyBudget): BudgetCheck[] {
  const known = latencies(testCase);
  return (["p50", "p90", "p95", "p99", "max"] as const).flatMap((name): BudgetCheck[] => {
    const bound = budget[name];
    if (bound === undefined) return [];
    const field = `latencyMs.${name}`;
    if (known.length === 0)
      return [
        unmeasured(field, "errored", "no reply has a latency: it is set where the simulator or a trace measured it"),
      ];
    const slowest = known.reduce((most, one) => (one.ms > most.ms ? one : most));
    if (name === "max") return [checkBound(field, slowest.ms, bound, " ms", slowest.turn ?? undefined)];
    const needed = valuesNeeded(SHARES[name]);
    const value = percentile(
      known.map(({ ms }) => ms),
      SHARES[name],
    );
    if (value === null) {
      return [
        unmeasured(
          field,
          "skipped",
          `needs at least ${String(needed)} replies, and there ${known.length === 1 ? "is 1" : `are ${String(known.length)}`}; bound max instead`,
        ),
      ];
    }
    const check = checkBound(field, value, bound, " ms", slowest.turn ?? undefined);
    return [{ ...check, text: `${check.text} (over ${String(known.length)} replies)` }];
  });
}

function latencies(testCase: TestCase): Latency[] {
  if (!isConversational(testCase)) {
    return testCase.completionTimeMs === undefined ? [] : [{ ms: testCase.completionTimeMs, turn: null }];
  }
  return testCase.turns.flatMap(({ role, latencyMs }, index) =>
    role === "assistant" && latencyMs !== undefined ? [{ ms: latencyMs, turn: index + 1 }] : [],
  );
}
