import { RehearsalError } from "../errors.js";
import { given } from "./given.js";
import { trialOutcome, type Trial } from "./trial-outcome.js";

/** Of all conversations; above it a run says too little of the agent. */
export const MAX_INFRASTRUCTURE_SHARE = 0.05;

/** How many conversations infrastructure broke off. They are left out of all rates. */
export interface Infrastructure {
  readonly errors: number;
  /** Of all that were held. Null: there are none. */
  readonly share: number | null;
  /** The largest share with which a run is valid. */
  readonly maxShare: number;
  /** Whether there are more: then the run has not passed, whatever its rates. */
  readonly tooMany: boolean;
}

export function infrastructureOf(results: readonly Trial[], maxShare: number): Infrastructure {
  const errors = results.filter((result) => trialOutcome(result) === "infrastructure").length;
  const share = results.length === 0 ? null : errors / results.length;
  return { errors, share, maxShare, tooMany: share !== null && share > maxShare };
}

/** `maxInfrastructureShare`, checked. */
export function infrastructureShare(value: unknown, where: string): number {
  if (value === undefined) return MAX_INFRASTRUCTURE_SHARE;
  if (typeof value === "number" && value >= 0 && value <= 1) return value;
  throw new RehearsalError(
    "invalid_input",
    `${where}: maxInfrastructureShare must be a share from 0 to 1, as in 0.05; it is ${given(value)}`,
  );
}
