import { passHatK } from "../statistics/pass-k.js";
import { reaches, trialsNeeded, type Gate } from "./gate.js";
import { pooledInterval, suiteRate, type Counts } from "./rates.js";
import { tallies, type Trial } from "./trial-outcome.js";
import { mean } from "../statistics/mean.js";

/** `open`: what is still to come may decide it either way. */
export type GateState = "open" | "passed" | "failed";

/** How many trials of each golden there are to be, by its id. */
export type Planned = ReadonlyMap<string, number>;

/** Between what and what a gate's figure will be when all trials are held. */
export interface GateBounds {
  /** If every trial to come fails. Null: a golden will have too few trials. */
  readonly least: number | null;
  /** If every trial to come succeeds. */
  readonly most: number | null;
  /** All trials are held: the two are one. */
  readonly isComplete: boolean;
}

/**
 * Whether a gate is decided before all trials are held: it has passed if it would with every one to come failing, and
 * failed if it would with every one succeeding. No figure of a gate falls by a success nor rises by a failure, so this is
 * exact, but for one thing: a lower bound that will be missed by the drawing of goldens alone stays open to the end.
 */
export function gateState(gate: Gate, results: readonly Trial[], planned: Planned, seed: string): GateState {
  return stateWithin(gate, gateBounds(gate, results, planned, seed));
}

export function stateWithin(gate: Gate, { least, most }: GateBounds): GateState {
  if (least === null || most === null) return "open";
  if (reaches(gate, least)) return "passed";
  return reaches(gate, most) ? "open" : "failed";
}

export function gateBounds(gate: Gate, results: readonly Trial[], planned: Planned, seed: string): GateBounds {
  const counts = completions(results, planned);
  const [worst, best] = [counts.map((each) => each.worst), counts.map((each) => each.best)];
  const least = gateFigure(gate, worst, seed);
  const isComplete = counts.every((each) => each.worst.successes === each.best.successes);
  if (isComplete || least === null) return { least, most: least, isComplete };
  // Drawn anew after each trial, goldens would cost more than the trials that this saves.
  return { least, most: "lowerBound" in gate ? wilsonLow(best) : gateFigure(gate, best, seed), isComplete };
}

/** The goldens with all trials to come failing, and with all succeeding. */
function completions(results: readonly Trial[], planned: Planned): { worst: Counts; best: Counts }[] {
  const held = tallies(results);
  const names = new Set(held.map(({ name }) => name));
  const unheld = [...planned.keys()].filter((id) => !names.has(id));
  return [
    ...held.map((tally) => ({
      ...tally,
      toCome: Math.max(0, (planned.get(tally.name) ?? 0) - tally.trials - tally.infrastructure - tally.unjudged),
    })),
    ...unheld.map((id) => ({ successes: 0, trials: 0, toCome: planned.get(id) ?? 0 })),
  ].map(({ successes, trials, toCome }) => ({
    worst: { successes, trials: trials + toCome },
    best: { successes: successes + toCome, trials: trials + toCome },
  }));
}

/** What the gate holds against its threshold. Null: a golden has too few trials, or there is none. */
export function gateFigure(gate: Gate, goldens: readonly Counts[], seed: string): number | null {
  if (goldens.length === 0 || goldens.some(({ trials }) => trials < trialsNeeded(gate))) return null;
  if ("passHatK" in gate) return mean(goldens.map((it) => passHatK(it.successes, it.trials, gate.passHatK) ?? 0));
  if ("passRate" in gate) return mean(goldens.map(({ successes, trials }) => successes / trials));
  const low = wilsonLow(goldens);
  // Where it is missed already, how the goldens differ can't mend it.
  if (!reaches(gate, low)) return low;
  return suiteRate(goldens, seed)?.low ?? 0;
}

const wilsonLow = (goldens: readonly Counts[]): number => pooledInterval(goldens)?.low ?? 0;
