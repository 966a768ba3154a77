import { RehearsalError } from "../errors.js";
import type { Interval } from "./interval.js";
import { mean } from "./mean.js";

export interface BootstrapOptions {
  /** A source of numbers in [0, 1), seeded, so that a report says the same twice. */
  readonly random: () => number;
  /** How often the clusters are drawn anew. Default: 2 000. */
  readonly resamples?: number;
  /** Default: 0.95. */
  readonly confidence?: number;
}

export interface BootstrapEstimate extends Interval {
  /** Mean over the clusters of each one's mean. */
  readonly estimate: number;
}

/**
 * Mean of the clusters' means and its percentile interval, by drawing whole clusters anew: the trials of one golden are
 * alike, so that counting each for itself makes the interval too narrow. One cluster is a golden, its values are what its
 * trials gave (1 passed, 0 failed, or scores). Field and Welsh, "Bootstrapping clustered data", JRSS B 69 (2007).
 * Empty clusters know nothing and are left out; null where none is left.
 *
 * Throws a {@link RehearsalError} of code `invalid_input` where an option or a value is no finite number.
 */
export function clusterBootstrap(
  clusters: readonly (readonly number[])[],
  { random, resamples = 2000, confidence = 0.95 }: BootstrapOptions,
): BootstrapEstimate | null {
  if (!Number.isSafeInteger(resamples) || resamples < 1 || !(confidence > 0 && confidence < 1)) {
    const got = `resamples ${String(resamples)}, confidence ${String(confidence)}`;
    throw new RehearsalError("invalid_input", `clusterBootstrap takes resamples from 1 and a confidence; got ${got}`);
  }
  const means = clusters.filter((values) => values.length > 0).map(mean);
  if (!means.every(Number.isFinite)) {
    throw new RehearsalError("invalid_input", "clusterBootstrap takes finite numbers, and was given another");
  }
  if (means.length === 0) return null;
  const drawn = Array.from({ length: resamples }, () =>
    mean(means.map(() => means[Math.floor(random() * means.length)] ?? 0)),
  ).sort((a, b) => a - b);
  const at = (share: number): number => drawn[Math.min(resamples - 1, Math.floor(share * resamples))] ?? 0;
  const tail = (1 - confidence) / 2;
  return { estimate: mean(means), low: at(tail), high: at(1 - tail) };
}
