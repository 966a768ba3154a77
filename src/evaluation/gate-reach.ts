import type { ConversationalGolden } from "../golden/conversational-golden.js";
import { counted } from "../test-case/counted.js";
import { gateText, reaches, type Gate } from "./gate.js";
import { pooledInterval } from "./rates.js";

/** What of a gate is out of reach, however the trials end. */
export interface OutOfReach {
  /** In words, without an end. */
  readonly what: string;
  /** The fewest trials of each golden by which the gate can be reached. Null: no number of them, or none that anybody would hold. */
  readonly enough: number | null;
}

type Trials = Pick<ConversationalGolden, "trials">;

const MOST_TRIALS = 10_000;

/** Whether the goldens have too few trials for the gate, so that no conversation need be held. Null: they have enough. */
export function outOfReach(
  gate: Gate,
  goldens: readonly Pick<ConversationalGolden, "trials" | "flaky">[],
): OutOfReach | null {
  const counting = goldens.filter(({ flaky }) => flaky !== true);
  const most = mostFor(gate, counting);
  if (most === null || reaches(gate, most)) return null;
  const trials = counting.reduce((sum, { trials = 1 }) => sum + trials, 0);
  return {
    what: `${gateText(gate)} can't be reached by ${counted(trials, "trial")}: if all of them succeed, they prove ${most.toFixed(3)}`,
    enough: enoughFor(gate, counting),
  };
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
  while (each < MOST_TRIALS && !reaches(gate, mostFor(gate, goldens, each) ?? 1)) each += 1;
  return each === MOST_TRIALS ? null : each;
}
