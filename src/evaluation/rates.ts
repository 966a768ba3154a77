import { randomFor } from "../simulator/random.js";
import { clusterBootstrap, type BootstrapEstimate } from "../statistics/cluster-bootstrap.js";
import type { Interval } from "../statistics/interval.js";
import { passAtK, passHatK } from "../statistics/pass-k.js";
import { wilsonInterval } from "../statistics/wilson-interval.js";
import { infrastructureOf, type Infrastructure } from "./infrastructure.js";
import { tallies, type Tally, type Trial } from "./trial-outcome.js";

export type Counts = Pick<Tally, "successes" | "trials">;

/** How often one golden succeeded. */
export interface GoldenRates extends Tally {
  /** Successes of trials. Null: no trial could be judged. */
  readonly rate: number | null;
  /** Wilson's, of 95 %. */
  readonly interval: Interval | null;
  /** pass^k for k = 1, 2, … up to its trials: the chance that k of them all succeed. */
  readonly passHatK: readonly number[];
  /** pass@k likewise: the chance that at least one of k succeeds. */
  readonly passAtK: readonly number[];
}

/**
 * How often a run succeeded, by golden and over goldens. Flaky goldens are among the first and not in what is said over
 * goldens, as their failures count for nothing else either; unless all are flaky.
 */
export interface RunRates {
  readonly goldens: readonly GoldenRates[];
  /**
   * The mean of the goldens' rates, with an interval of 95 %: from the lower to the higher of the bounds of Wilson's over
   * all trials and of the one by drawing goldens anew, which alone would take goldens that all passed for a proof.
   */
  readonly rate: BootstrapEstimate | null;
  /**
   * The mean of the goldens' pass^k, for k = 1, 2, … up to the fewest trials that a golden has; with an interval of
   * 95 %, by drawing goldens anew; where these are all alike it has no width, and says nothing. Null: a golden has no
   * trial that could be judged.
   */
  readonly passHatK: readonly (BootstrapEstimate | null)[];
  readonly passAtK: readonly (BootstrapEstimate | null)[];
  readonly infrastructure: Infrastructure;
}

export interface RatesOptions {
  /** What the drawing of goldens is derived from. */
  readonly seed: string;
  readonly maxInfrastructureShare: number;
}

/** Draws of a golden in all resamples: more take seconds, where there are many goldens and the interval is narrow. */
const DRAWS = 2_000_000;

/** The rates of a run. */
export function ratesOf(results: readonly Trial[], { seed, maxInfrastructureShare }: RatesOptions): RunRates {
  const goldens = ratesByGolden(results);
  const firm = goldens.filter(({ flaky }) => flaky !== true);
  const counted = firm.length === 0 ? goldens : firm;
  const fewest = counted.reduce((least, { trials }) => Math.min(least, trials), Infinity);
  const ks = upTo(Number.isFinite(fewest) ? Math.max(1, fewest) : 0);
  const suite = (of: typeof passHatK) =>
    ks.map((k) =>
      overGoldens(
        counted.map(({ successes, trials }) => of(successes, trials, k)),
        seed,
        k,
      ),
    );
  const hatK = suite(passHatK);
  return {
    goldens,
    rate: suiteRate(counted, seed),
    passHatK: hatK,
    // Of one trial they are one figure.
    passAtK: ks.length === 1 ? hatK : suite(passAtK),
    infrastructure: infrastructureOf(results, maxInfrastructureShare),
  };
}

/** Most of many goldens have the same counts, and an interval costs more than to look it up. */
function ratesByGolden(results: readonly Trial[]): GoldenRates[] {
  const known = new Map<string, GoldenRates>();
  return tallies(results).map((tally) => {
    const counts = `${String(tally.successes)} of ${String(tally.trials)}${tally.flaky === true ? ", flaky" : ""}`;
    const rates = known.get(counts) ?? goldenRates(tally);
    known.set(counts, rates);
    return { ...rates, ...tally };
  });
}

/** What the counts of one golden tell. */
export function goldenRates(tally: Tally): GoldenRates {
  const { successes, trials } = tally;
  const each = (of: typeof passHatK) => upTo(trials).map((k) => of(successes, trials, k) ?? 0);
  return {
    ...tally,
    rate: trials === 0 ? null : successes / trials,
    interval: wilsonInterval(successes, trials),
    passHatK: each(passHatK),
    passAtK: each(passAtK),
  };
}

/** The mean of the goldens' rates; see {@link RunRates}. */
export function suiteRate(goldens: readonly Counts[], seed: string): BootstrapEstimate | null {
  const drawn = overGoldens(
    goldens.map(({ successes, trials }) => (trials === 0 ? null : successes / trials)),
    seed,
  );
  const wilson = pooledInterval(goldens);
  if (drawn === null || wilson === null) return null;
  const { estimate, low, high } = drawn;
  return { estimate, low: Math.min(low, wilson.low), high: Math.max(high, wilson.high) };
}

/** Wilson's over all trials, as if they were of one golden. */
export const pooledInterval = (goldens: readonly Counts[]): Interval | null =>
  wilsonInterval(
    goldens.reduce((sum, { successes }) => sum + successes, 0),
    goldens.reduce((sum, { trials }) => sum + trials, 0),
  );

/** The mean over goldens and its interval. Null: the figure of one is not known, and so the mean is not. */
export function overGoldens(figures: readonly (number | null)[], seed: string, k = 1): BootstrapEstimate | null {
  if (figures.includes(null)) return null;
  const known = figures.filter((figure) => figure !== null);
  const [first] = known;
  // However they are drawn, it is the same.
  if (first !== undefined && known.every((figure) => figure === first))
    return { estimate: first, low: first, high: first };
  const resamples = Math.max(200, Math.min(2000, Math.floor(DRAWS / Math.max(1, known.length))));
  return clusterBootstrap(
    known.map((figure) => [figure]),
    { random: randomFor(seed, "rates", k), resamples },
  );
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);
