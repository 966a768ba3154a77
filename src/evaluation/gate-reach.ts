import type { ConversationalGolden } from "../golden/conversational-golden.js";
import { thresholdOf, type Gate } from "./gate.js";
import { pooledInterval } from "./rates.js";

/** What of a gate is out of reach, however the trials end. */
export interface OutOfReach {
  readonly trials: number;
  /** What they come to if all of them succeed. */
  readonly most: number;
  /** The fewest trials of each golden by which the gate can be reached. Null: no number of them, or none that anybody would hold. */
  readonly enough: number | null;
}

type Trials = Pick<ConversationalGolden, "trials">;

/** As where the gate is decided. */
const EPSILON = 1e-9;
const MOST_TRIALS = 10_000;

/** Whether the goldens that count have too few trials for the gate, so that no conversation need be held. Null: they have enough. */
export function outOfReach(gate: Gate, goldens: readonly Trials[]): OutOfReach | null {
  const most = mostFor(gate, goldens);
  if (most === null || most >= thresholdOf(gate) - EPSILON) return null;
  return { trials: goldens.reduce((sum, { trials = 1 }) => sum + trials, 0), most, enough: enoughFor(gate, goldens) };
}

/** What a lower bound comes to where every trial succeeds. Null: the gate is none, or nothing counts. */
function mostFor(gate: Gate, goldens: readonly Trials[], each?: number): number | null {
  if (!("lowerBound" in gate) || goldens.length === 0) return null;
  const counts = goldens.map(({ trials = 1 }) => ({ successes: each ?? trials, trials: each ?? trials }));
  return pooledInterval(counts)?.low ?? null;
}

/** A bound of 1 is proved by no number of them. */
function enoughFor(gate: Gate, goldens: readonly Trials[]): number | null {
  let each = 1;
  while (each < MOST_TRIALS && (mostFor(gate, goldens, each) ?? 1) < thresholdOf(gate) - EPSILON) each += 1;
  return each === MOST_TRIALS ? null : each;
}
