import type { LatencyBudget } from "../../test-case/budgets.js";
import { happenedTurns } from "../../test-case/agent-turns.js";
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
 * Percentiles by nearest rank over the replies whose latency is known. Of fewer replies than a percentile needs to leave
 * one out (20 for p95) it is the slowest, and the text says so.
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
    const value = percentile(
      known.map(({ ms }) => ms),
      SHARES[name],
    );
    const check = checkBound(field, value ?? slowest.ms, bound, " ms", slowest.turn ?? undefined);
    return [{ ...check, text: `${check.text} (${basis(known.length, value === null ? SHARES[name] : null)})` }];
  });
}

function basis(replies: number, tooFewFor: number | null): string {
  if (tooFewFor === null) return `over ${String(replies)} replies`;
  const of = replies === 1 ? "of 1 reply" : `the slowest of ${String(replies)} replies`;
  return `${of}: it takes ${String(valuesNeeded(tooFewFor))} to leave one out`;
}

function latencies(testCase: TestCase): Latency[] {
  if (!isConversational(testCase)) {
    return testCase.completionTimeMs === undefined ? [] : [{ ms: testCase.completionTimeMs, turn: null }];
  }
  return happenedTurns(testCase).flatMap(({ turn: { role, latencyMs }, number }) =>
    role === "assistant" && latencyMs !== undefined ? [{ ms: latencyMs, turn: number }] : [],
  );
}
