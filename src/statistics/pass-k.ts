import { RehearsalError } from "../errors.js";

/**
 * pass^k: the chance that `k` trials of one golden all succeed, estimated from `successes` of `trials` without bias as
 * C(successes, k) / C(trials, k). Average it over goldens; it is not the k-th power of the pooled rate. Yao et al.,
 * "τ-bench" (2024), section 3. Null where there are fewer trials than `k`: what was not tried so often is not known.
 *
 * Throws a {@link RehearsalError} of code `invalid_input` where the numbers are no counts, or `k` is below 1.
 */
export function passHatK(successes: number, trials: number, k: number): number | null {
  check(successes, trials, k);
  return trials < k ? null : allOf(successes, trials, k);
}

/**
 * pass@k: the chance that at least one of `k` trials succeeds, 1 - C(trials - successes, k) / C(trials, k). Chen et al.,
 * "Evaluating Large Language Models Trained on Code" (2021), section 2.1. Null where there are fewer trials than `k`.
 *
 * Throws as `passHatK` does.
 */
export function passAtK(successes: number, trials: number, k: number): number | null {
  check(successes, trials, k);
  return trials < k ? null : 1 - allOf(trials - successes, trials, k);
}

/** C(some, k) / C(all, k), as a product of ratios, so that no factorial overflows. */
function allOf(some: number, all: number, k: number): number {
  let chance = 1;
  for (let drawn = 0; drawn < k && chance > 0; drawn++) chance *= Math.max(0, some - drawn) / (all - drawn);
  return chance;
}

function check(successes: number, trials: number, k: number): void {
  const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
  if (isCount(successes) && isCount(trials) && successes <= trials && Number.isSafeInteger(k) && k >= 1) return;
  throw new RehearsalError(
    "invalid_input",
    `pass^k takes successes of so many trials and k from 1, all whole numbers; got ${String(successes)} of ${String(trials)}, k = ${String(k)}`,
  );
}
