import type { LatencyBudget } from "../../test-case/budgets.js";
import { repliesOf } from "../../test-case/agent-turns.js";
import { isConversational, type TestCase } from "../../test-case/metric.js";
import { percentile, valuesNeeded } from "../../statistics/percentile.js";
import { SHARES, latencyBounds, leastLatency, untoldLatency } from "./least-latency.js";
import { checkBound, unmeasured, type BudgetCheck } from "./budget-check.js";

interface Latency {
  readonly ms: number;
  /** Number of the turn, from 1; null in a single-turn test case. */
  readonly turn: number | null;
}

interface Latencies {
  readonly known: readonly Latency[];
  /** The turns that begin replies of unknown latency. */
  readonly unknown: readonly (number | null)[];
  readonly replies: number;
}

/**
 * Percentiles by nearest rank over all replies. Of fewer replies than a percentile needs to leave one out (20 for p95) it is
 * the slowest, and the text says so. Where some latencies are not known, those that are can only break a bound.
 */
export function latencyChecks(testCase: TestCase, budget: LatencyBudget): BudgetCheck[] {
  const { known, unknown, replies } = latencies(testCase);
  const values = known.map(({ ms }) => ms);
  return latencyBounds.flatMap((name): BudgetCheck[] => {
    const bound = budget[name];
    if (bound === undefined) return [];
    const field = `latencyMs.${name}`;
    const value = leastLatency(name, values, unknown.length);
    if (value === null)
      return [
        unmeasured(field, "errored", "no reply has a latency: it is set where the simulator or a trace measured it"),
      ];
    if (unknown.length > 0 && value <= bound) return [unmeasured(field, "errored", untoldLatency(unknown, replies))];
    const { turn } = known.reduce((most, one) => (one.ms > most.ms ? one : most));
    const check = checkBound(field, value, bound, " ms", turn ?? undefined);
    if (name === "max") return [check];
    const isSlowest = percentile([...values, ...unknown.map(() => 0)], SHARES[name]) === null;
    const count = known.length + unknown.length;
    return [{ ...check, text: `${check.text} (${basis(count, isSlowest ? SHARES[name] : null)})` }];
  });
}

function basis(replies: number, tooFewFor: number | null): string {
  if (tooFewFor === null) return `over ${String(replies)} replies`;
  const of = replies === 1 ? "of 1 reply" : `the slowest of ${String(replies)} replies`;
  return `${of}: it takes ${String(valuesNeeded(tooFewFor))} to leave one out`;
}

function latencies(testCase: TestCase): Latencies {
  if (!isConversational(testCase)) {
    const ms = testCase.completionTimeMs;
    return ms === undefined
      ? { known: [], unknown: [null], replies: 1 }
      : { known: [{ ms, turn: null }], unknown: [], replies: 1 };
  }
  const replies = repliesOf(testCase);
  // Of several messages in one reply only the first has a latency.
  const untold = replies.filter((reply) => reply.every(({ turn }) => turn.latencyMs === undefined));
  return {
    known: replies
      .flat()
      .flatMap(({ turn: { latencyMs }, number }) => (latencyMs === undefined ? [] : [{ ms: latencyMs, turn: number }])),
    unknown: untold.map(([first]) => first?.number ?? null),
    replies: replies.length,
  };
}
