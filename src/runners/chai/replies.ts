import { percentile } from "../../statistics/percentile.js";
import type { LatencyBudget } from "../../test-case/budgets.js";
import type { Outcome } from "./outcome.js";
import type { Reply, Subject } from "./subject.js";

const shares = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const;
const bounds = ["p50", "p90", "p95", "p99", "max"] as const;

/** Whether every bound holds, in milliseconds. */
export function latencyWithin({ what, replies }: Subject, budget: LatencyBudget): Outcome {
  const wanted = bounds.flatMap((name) => (budget[name] === undefined ? [] : [{ name, bound: budget[name] }]));
  // Of several messages in one reply only the first has a latency.
  const values = replies.flatMap(({ latencyMs }) => latencyMs ?? []);
  if (values.length === 0) return { unknown: `no latency is known in ${what}` };
  const slowest = Math.max(...values);
  const found = wanted.map(({ name, bound }) => ({ name, bound, value: measured(name, values, slowest) }));
  const table = found.map(({ name, value, bound }) => `${name} ${ms(value)} (at most ${ms(bound)})`).join(", ");
  return {
    holds: found.every(({ value, bound }) => value <= bound),
    unmet: `expected ${what} to be fast enough: ${table}`,
    met: `expected ${what} to be slower than ${table}`,
  };
}

/** Of too few replies to leave one out a percentile by nearest rank is the slowest. */
const measured = (name: (typeof bounds)[number], values: readonly number[], slowest: number): number =>
  name === "max" ? slowest : (percentile(values, shares[name]) ?? slowest);

/** Whether the user cut no more than so many replies off. */
export function interruptedAtMost({ what, replies }: Subject, { atMost }: { readonly atMost: number }): Outcome {
  if (replies.every(({ interrupted }) => interrupted === undefined)) {
    return { unknown: `no reply in ${what} tells whether it was interrupted; in writing none can be` };
  }
  const cut = replies.filter(({ interrupted }) => interrupted === true);
  const where = cut.length === 0 ? "" : ` (${turnsOf(cut)})`;
  const found = `${String(cut.length)} ${cut.length === 1 ? "was" : "were"} cut off${where}`;
  return {
    holds: cut.length <= atMost,
    unmet: `expected at most ${String(atMost)} interrupted replies in ${what}, and ${found}`,
    met: `expected more than ${String(atMost)} interrupted replies in ${what}, and ${found}`,
  };
}

const turnsOf = (replies: readonly Reply[]): string => {
  const numbers = replies.flatMap(({ turn }) => turn ?? []);
  return `${numbers.length === 1 ? "turn" : "turns"} ${numbers.join(", ")}`;
};

const ms = (value: number): string => `${String(Math.round(value * 10) / 10)} ms`;
