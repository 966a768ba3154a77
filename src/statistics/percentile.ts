import { RehearsalError } from "../errors.js";

/** Guards against `0.9 * 10 = 9.000000000000002` and the like, which would move a rank by one. */
const EPSILON = 1e-9;

/** How many values a percentile needs to say anything: `ceil(1 / (1 - p))`, so 2 for the median and 20 for 0.95. */
export function valuesNeeded(p: number): number {
  if (!(p > 0 && p < 1)) {
    throw new RehearsalError(
      "invalid_input",
      `a percentile is a share between 0 and 1, for example 0.95; got ${String(p)}`,
    );
  }
  return Math.ceil(1 / (1 - p) - EPSILON);
}

/**
 * The percentile `p` (0.95, not 95) by nearest rank: the smallest of the values that at least the share `p` of them
 * does not exceed, `sorted[ceil(p · n) - 1]`. Null where there are fewer than {@link valuesNeeded} values.
 */
export function percentile(values: readonly number[], p: number): number | null {
  if (values.length < valuesNeeded(p)) return null;
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(p * sorted.length - EPSILON) - 1] ?? null;
}
