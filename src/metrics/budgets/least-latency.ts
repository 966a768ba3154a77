import { percentile } from "../../statistics/percentile.js";

/** The shares of replies that a bound of latency can be set for. */
export const SHARES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const;
export const latencyBounds = ["p50", "p90", "p95", "p99", "max"] as const;
export type LatencyBound = (typeof latencyBounds)[number];

/**
 * What a percentile by nearest rank, or the slowest, comes to at the least, in milliseconds: replies of unknown latency are
 * taken to have taken no time. Of too few replies to leave one out it is the slowest. Null: no reply is known.
 */
export function leastLatency(bound: LatencyBound, known: readonly number[], unknown = 0): number | null {
  if (known.length === 0) return null;
  const slowest = known.reduce((most, one) => Math.max(most, one), 0);
  if (bound === "max") return slowest;
  const all = unknown === 0 ? known : [...known, ...Array.from({ length: unknown }, () => 0)];
  return percentile(all, SHARES[bound]) ?? slowest;
}

/** `the latency of 2 of 5 replies is not known (turns 4, 6)`, with what to do. `turns` are those that begin such a reply. */
export function untoldLatency(turns: readonly (number | null)[], replies: number): string {
  const what = `the latency of ${String(turns.length)} of ${String(replies)} replies is not known`;
  return `${what}${listed(turns)}, so that they may have been slower: give latencyMs on those turns, or let the simulator or a trace measure them`;
}

/** ` (turns 4, 6)`; empty where there are no numbers. */
export function listed(turns: readonly (number | null)[]): string {
  const numbers = turns.filter((turn) => turn !== null);
  if (numbers.length === 0) return "";
  const more = numbers.length > 5 ? ` and ${String(numbers.length - 5)} more` : "";
  return ` (${numbers.length === 1 ? "turn" : "turns"} ${numbers.slice(0, 5).join(", ")}${more})`;
}
