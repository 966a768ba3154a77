import { RehearsalError } from "../errors.js";
import type { Interval } from "./interval.js";
import { twoSided } from "./normal.js";

/**
 * The score interval of Wilson for a rate, by default of 95 %: right also for few trials and for rates of 0 and 1. It is
 * for independent trials, so for those of one golden; over goldens resample those ({@link clusterBootstrap}). Wilson,
 * "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22 (1927). Null where nothing was tried.
 *
 * Throws a {@link RehearsalError} of code `invalid_input` where the numbers are no counts or the confidence no share.
 */
export function wilsonInterval(successes: number, trials: number, confidence = 0.95): Interval | null {
  const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
  if (!isCount(successes) || !isCount(trials) || successes > trials) {
    throw new RehearsalError(
      "invalid_input",
      `wilsonInterval takes successes of so many trials, whole numbers; got ${String(successes)} of ${String(trials)}`,
    );
  }
  const z = twoSided(confidence);
  if (trials === 0) return null;
  const rate = successes / trials;
  const scale = 1 + (z * z) / trials;
  const centre = (rate + (z * z) / (2 * trials)) / scale;
  const half = (z / scale) * Math.sqrt((rate * (1 - rate)) / trials + (z * z) / (4 * trials * trials));
  return {
    low: successes === 0 ? 0 : Math.max(0, centre - half),
    high: successes === trials ? 1 : Math.min(1, centre + half),
  };
}
