import type { Interval } from "../statistics/interval.js";
import { passHatK } from "../statistics/pass-k.js";
import type { Verdict } from "../test-case/metric.js";
import { figureName, trialsNeeded, type Gate } from "./gate.js";
import { gateBounds, stateWithin, type GateBounds, type Planned } from "./gate-state.js";
import { infrastructureOf } from "./infrastructure.js";
import { overGoldens, suiteRate } from "./rates.js";
import { percent, range, share } from "./share-text.js";
import { tallies, type Tally, type Trial } from "./trial-outcome.js";

/** What came of a gate. */
export interface GateOutcome {
  readonly gate: Gate;
  /** Errored: it can't be told, as where a golden has too few trials, or the run is invalid. */
  readonly verdict: Exclude<Verdict, "skipped">;
  /** What was held against the threshold. Null: not known, as where the gate was decided before all trials were held. */
  readonly figure: number | null;
  /** Of 95 %: of the figure, or for `lowerBound` of the pass rate. Null: not known, as where all goldens are alike in pass^k. */
  readonly interval: Interval | null;
  /** One line: the figures. */
  readonly reason: string;
  /** How many trials were not held, since they could no longer change it. Absent: all were. */
  readonly notHeld?: number;
}

export interface GateOptions {
  readonly seed: string;
  readonly maxInfrastructureShare: number;
  /** How many trials each golden was to have, where some were not held since they could change nothing. Absent: as many as there are. */
  readonly planned?: Planned;
}

/** Judges a gate by the trials that were held. Those of flaky goldens do not count: their failures fail no run. */
export function gateOutcome(gate: Gate, results: readonly Trial[], options: GateOptions): GateOutcome {
  const { seed, maxInfrastructureShare, planned = new Map<string, number>() } = options;
  const counted = results.filter(({ flaky }) => !flaky);
  const goldens = tallies(counted);
  const notHeld = [...planned.values()].reduce((sum, trials) => sum + trials, 0) - counted.length;
  const bounds = gateBounds(gate, counted, planned, seed);
  const figure = bounds.isComplete ? bounds.least : null;
  const interval = figure === null ? null : intervalOf(gate, goldens, seed);
  const of = (verdict: GateOutcome["verdict"], reason: string): GateOutcome => ({
    ...{ gate, verdict, figure, interval },
    reason,
    ...(notHeld > 0 && { notHeld }),
  });
  const { tooMany, errors, share: broken } = infrastructureOf(results, maxInfrastructureShare);
  if (tooMany) {
    const most = `maxInfrastructureShare ${percent(maxInfrastructureShare)}`;
    const all = `${String(errors)} of ${conversations(results.length)} (${percent(broken ?? 0)})`;
    return of("errored", `the run is invalid: infrastructure broke off ${all}, and ${most} is the most`);
  }
  const state = stateWithin(gate, bounds);
  if (state === "open") return of("errored", whyOpen(gate, results, goldens));
  return of(state, `${figureText({ gate, figure, interval }, bounds, goldens.length)}; ${countText(goldens)}`);
}

/** Of pass^k only where goldens differ: those that are alike tell nothing of how much it could. */
function intervalOf(gate: Gate, goldens: readonly Tally[], seed: string): Interval | null {
  const k = "passHatK" in gate ? gate.passHatK : 1;
  const figures = () => goldens.map(({ successes, trials }) => passHatK(successes, trials, k));
  const estimate = k === 1 ? suiteRate(goldens, seed) : overGoldens(figures(), seed, k);
  return estimate === null || estimate.low === estimate.high ? null : { low: estimate.low, high: estimate.high };
}

function whyOpen(gate: Gate, results: readonly Trial[], goldens: readonly Tally[]): string {
  if (goldens.length === 0)
    return results.length === 0 ? "no trial was held" : "all goldens are flaky, and those do not count";
  const needed = trialsNeeded(gate);
  const few = goldens.filter(({ trials }) => trials < needed);
  const [first] = few;
  if (first === undefined) return "not all trials have a result, and it is not decided by those that have";
  const more = few.length === 1 ? "" : ` (and ${String(few.length - 1)} more goldens have too few)`;
  const left = [
    ...(first.infrastructure > 0 ? [`${String(first.infrastructure)} broken off by infrastructure`] : []),
    ...(first.unjudged > 0 ? [`${String(first.unjudged)} that could not be judged`] : []),
  ];
  const aside = left.length === 0 ? "" : `, without ${left.join(" and ")}`;
  const has = `golden ${first.name} has ${first.trials === 0 ? "none" : String(first.trials)}${aside}`;
  return `${figureName(gate)} takes ${needed === 1 ? "a trial" : `${String(needed)} trials`} of each golden, and ${has}${more}`;
}

function figureText(
  { gate, figure, interval }: Pick<GateOutcome, "gate" | "figure" | "interval">,
  bounds: GateBounds,
  over: number,
): string {
  const name = figureName(gate);
  if (figure === null) {
    const { least, most } = bounds;
    const reached =
      stateWithin(gate, bounds) === "passed" ? `at least ${share(least ?? 0)}` : `at most ${share(most ?? 0)}`;
    return `${name} is ${reached}, however the trials that were not held would have ended`;
  }
  const within = interval === null ? "" : ` (95 %: ${range(interval)})`;
  return `${name} ${share(figure)}${within}${over === 1 ? "" : ` over ${String(over)} goldens`}`;
}

function countText(goldens: readonly Tally[]): string {
  const successes = goldens.reduce((sum, it) => sum + it.successes, 0);
  const trials = goldens.reduce((sum, it) => sum + it.trials, 0);
  return `${String(successes)} of ${trials === 1 ? "1 trial" : `${String(trials)} trials`} passed`;
}

const conversations = (count: number): string => `${String(count)} ${count === 1 ? "conversation" : "conversations"}`;
