import { latencyBounds, leastLatency, listed, untoldLatency } from "../../metrics/budgets/least-latency.js";
import type { LatencyBudget } from "../../test-case/budgets.js";
import type { Outcome } from "./outcome.js";
import type { Reply, Subject } from "./subject.js";

/** Whether every bound holds, in milliseconds. What is not known of some replies may break it, and never keeps it. */
export function latencyWithin({ what, replies }: Subject, budget: LatencyBudget): Outcome {
  const wanted = latencyBounds.flatMap((name) => (budget[name] === undefined ? [] : [{ name, bound: budget[name] }]));
  const values = replies.flatMap(({ latencyMs }) => latencyMs ?? []);
  const untold = untoldOf(replies, "latencyMs");
  const found = wanted.map(({ name, bound }) => ({
    name,
    bound,
    value: leastLatency(name, values, untold.length) ?? 0,
  }));
  const holds = found.every(({ value, bound }) => value <= bound);
  if (values.length === 0) return { unknown: `no latency is known in ${what}` };
  if (holds && untold.length > 0) return { unknown: `in ${what} ${untoldLatency(untold, countOf(replies))}` };
  const least = untold.length === 0 ? "" : "at least ";
  const table = found.map(({ name, value, bound }) => `${name} ${least}${ms(value)} (at most ${ms(bound)})`).join(", ");
  return {
    holds,
    unmet: `expected ${what} to be fast enough: ${table}`,
    met: `expected ${what} to be slower than ${table}`,
  };
}

/** The turns that begin a reply of which this is not known. */
function untoldOf(replies: readonly Reply[], key: "latencyMs" | "interrupted"): readonly (number | null)[] {
  const told = new Set(replies.flatMap((each) => (each[key] === undefined ? [] : [each.reply])));
  const first = replies.filter(({ reply }, index) => replies[index - 1]?.reply !== reply);
  return first.flatMap(({ reply, turn }) => (told.has(reply) ? [] : [turn]));
}

const countOf = (replies: readonly Reply[]): number => new Set(replies.map(({ reply }) => reply)).size;

/** Whether the user cut no more than so many replies off. */
export function interruptedAtMost({ what, replies }: Subject, { atMost }: { readonly atMost: number }): Outcome {
  const untold = untoldOf(replies, "interrupted");
  const count = countOf(replies);
  if (untold.length === count) {
    return { unknown: `no reply in ${what} tells whether it was interrupted; in writing none can be` };
  }
  const cut = replies.filter(({ interrupted }) => interrupted === true);
  if (untold.length > 0 && cut.length <= atMost) {
    const which = `${String(untold.length)} of ${String(count)} replies in ${what}`;
    return {
      unknown: `${which} do not tell whether they were interrupted${listed(untold)}: give interrupted on those turns`,
    };
  }
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
