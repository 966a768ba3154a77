import { RehearsalError } from "../errors.js";
import { normalQuantile, twoSided } from "./normal.js";

export interface EffectOptions {
  /** Goldens in each of the two runs. */
  readonly goldens: number;
  /** The share that passes before the change. Default: 0.8. */
  readonly baseRate?: number;
  /** The share of goldens whose verdict differs between two runs of one agent, where both hold the same goldens. */
  readonly discordance?: number;
  /** How often a change of that size is to be seen. Default: 0.8. */
  readonly power?: number;
  /** How often chance alone may look like one. Default: 0.05. */
  readonly alpha?: number;
}

/**
 * The smallest change of the pass rate that so many goldens can show, as a share: (z of alpha + z of power) · sqrt(v / n),
 * with v = 2·p·(1 - p) for two runs of unlike goldens, and v = the discordance for runs of the same goldens, compared
 * in pairs. 1 at the most: a change larger than that does not exist. Fleiss, "Statistical Methods for Rates and
 * Proportions", chapters 4 and 13, in the normal approximation.
 *
 * Throws a {@link RehearsalError} of code `invalid_input` where an option is out of its range.
 */
export function minimumDetectableEffect(options: EffectOptions): number {
  const { goldens, baseRate = 0.8, discordance, power = 0.8, alpha = 0.05 } = options;
  if (!Number.isSafeInteger(goldens) || goldens < 1) {
    throw new RehearsalError(
      "invalid_input",
      `minimumDetectableEffect: goldens must be a count; got ${String(goldens)}`,
    );
  }
  for (const [name, share] of Object.entries({ baseRate, discordance: discordance ?? 0, power, alpha })) {
    if (share >= 0 && share <= 1) continue;
    throw new RehearsalError("invalid_input", `minimumDetectableEffect: ${name} must be a share; got ${String(share)}`);
  }
  const variance = discordance ?? 2 * baseRate * (1 - baseRate);
  const z = twoSided(1 - alpha) + normalQuantile(power);
  return Math.min(1, z * Math.sqrt(variance / goldens));
}
