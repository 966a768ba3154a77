import { counted } from "../../test-case/counted.js";
import type { Progress } from "./progress.js";
import type { Total } from "./progress-state.js";

/**
 * How far a run is, in a line of at most so many columns; the least important is left out where it does not fit.
 *
 * @example
 * progressLine(progress); // 12/40 conversations · 5 running · 1 failed · 3.2 turns/s · 4,310 tokens (410/s) · 40 s left
 */
export function progressLine(progress: Progress, width = Infinity): string {
  const { total, running, ended, failed, unfinished, restored, turnsPerSecond, remainingMs } = progress;
  const left = remainingMs === null || remainingMs === 0 ? undefined : `${roughly(remainingMs)} left`;
  const parts: readonly (readonly [rank: number, text: string | undefined])[] = [
    [0, `${String(ended + failed)}/${counted(total, "conversation")}`],
    [3, some(running, "running")],
    [1, some(failed, "failed")],
    [2, some(unfinished, "unfinished")],
    [6, some(restored, "from the journal")],
    [7, turnsPerSecond === null ? undefined : `${short(turnsPerSecond)} turns/s`],
    [8, tokens(progress)],
    [5, costs(progress)],
    [4, left],
  ];
  const told = parts.filter((part): part is readonly [number, string] => part[1] !== undefined);
  for (let rank = 9; rank >= 0; rank--) {
    const line = told.flatMap(([each, text]) => (each < rank || rank === 9 ? [text] : [])).join(" · ");
    if (line.length <= width && line !== "") return line;
  }
  return (told[0]?.[1] ?? "").slice(0, Math.max(0, width));
}

const some = (count: number, what: string): string | undefined =>
  count === 0 ? undefined : `${String(count)} ${what}`;

function tokens({ tokens: { known, unknownIn }, tokensPerSecond }: Progress): string | undefined {
  if (known === null) return unknownIn > 0 ? "tokens unknown" : undefined;
  const rate = tokensPerSecond === null ? "" : ` (${short(tokensPerSecond)}/s)`;
  return `${atLeast(unknownIn)}${grouped(known)} tokens${rate}`;
}

function costs({ cost: { known, unknownIn } }: Progress): string | undefined {
  return known === null ? undefined : `cost ${atLeast(unknownIn)}${money(known)}`;
}

const atLeast = (unknownIn: number): string => (unknownIn > 0 ? "at least " : "");
const grouped = (count: number): string => Math.round(count).toLocaleString("en");
const short = (rate: number): string => (rate < 10 ? rate.toFixed(1) : grouped(rate));

/** An amount in the currency of the user's table: two decimals, or as many as show two digits of a small one. */
export function money(amount: number): string {
  if (amount === 0) return "0.00";
  return amount >= 0.1 ? amount.toFixed(2) : String(Number(amount.toPrecision(2)));
}

/** What is known of an amount, for a sentence: `4,310`, `at least 4,310`, `not known`. */
export const totalText = ({ known, unknownIn }: Total, text: (known: number) => string = grouped): string =>
  known === null ? "not known" : `${atLeast(unknownIn)}${text(known)}`;

function roughly(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 90) return `${String(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${String(minutes)} min` : `${(minutes / 60).toFixed(1)} h`;
}
