import { RehearsalError } from "../errors.js";

/** How far from the mean the share `p` of a normal distribution lies, by bisection of its distribution function. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) {
    throw new RehearsalError("invalid_input", `a share must lie between 0 and 1, and is ${String(p)}`);
  }
  let [low, high] = [-10, 10];
  while (high - low > 1e-12) {
    const middle = (low + high) / 2;
    if (normalShare(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The z of a two-sided interval of this confidence (0.95 gives 1.96). */
export const twoSided = (confidence: number): number => normalQuantile(1 - (1 - confidence) / 2);

/**
 * The share of a normal distribution below `z`: the series of Abramowitz and Stegun 26.2.10 near the middle, and the
 * continued fraction 26.2.14 in the tails, where the series cancels.
 */
function normalShare(z: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (Math.abs(z) > 4) {
    let fraction = 0;
    for (let n = 60; n >= 1; n--) fraction = n / (Math.abs(z) + fraction);
    const tail = density / (Math.abs(z) + fraction);
    return z > 0 ? 1 - tail : tail;
  }
  let [sum, term] = [z, z];
  for (let n = 1; Math.abs(term) > 1e-17; n++) {
    term *= (z * z) / (2 * n + 1);
    sum += term;
  }
  return 0.5 + density * sum;
}
