import { lazySchema, strict, type Schema } from "./schema.js";

/** Upper bounds in milliseconds at a percentile (nearest rank), or on the slowest turn. */
export interface LatencyBudget {
  readonly p50?: number;
  readonly p90?: number;
  readonly p95?: number;
  readonly p99?: number;
  readonly max?: number;
}

/** What a conversation may cost. Every bound is inclusive. */
export interface Budgets {
  /** User turns generated. */
  readonly maxTurns?: number;
  readonly maxToolCalls?: number;
  /** Latency of assistant turns. */
  readonly latencyMs?: LatencyBudget;
  /** Input and output tokens together. */
  readonly maxTokens?: number;
  /** In US dollars, as the trace tells it. */
  readonly maxCost?: number;
  /** Assistant turns cut off by the user. */
  readonly maxInterruptions?: number;
}

export const budgetsSchema: Schema<Budgets> = lazySchema((z) => {
  const count = z.int().nonnegative().optional();
  const bound = z.number().nonnegative().optional();
  return strict<Budgets>(z, {
    maxTurns: count,
    maxToolCalls: count,
    latencyMs: strict<LatencyBudget>(z, { p50: bound, p90: bound, p95: bound, p99: bound, max: bound }).optional(),
    maxTokens: count,
    maxCost: bound,
    maxInterruptions: count,
  });
});
