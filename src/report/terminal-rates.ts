import { excerpt } from "../evaluation/neutralise.js";
import type { GoldenRates, RunRates } from "../evaluation/rates.js";
import { range, share } from "../evaluation/share-text.js";
import type { Paint } from "./paint.js";
import { padEnd, textWidth, truncate } from "./text-width.js";

export interface RatesLayout {
  readonly paint: Paint;
  readonly width: number;
}

/** A figure that is not known. */
const UNKNOWN = "?";

/** How often each golden succeeded, where any was tried more than once: counts, interval, pass^k, pass@k. */
export function renderRates({ goldens, rate, passHatK, passAtK }: RunRates, { paint, width }: RatesLayout): string[] {
  if (!goldens.some((golden) => heldOf(golden) > 1)) return [];
  const most = passHatK.length;
  const ks = [...new Set([1, 2, 3, most])].filter((k) => k <= most);
  const hasLeftOut = goldens.some((golden) => leftOut(golden) !== "");
  const cell = (figure: number | null | undefined): string =>
    figure === null || figure === undefined ? UNKNOWN : share(figure);
  const row = (name: string, counts: string, interval: string, figures: readonly string[], left: string) => [
    ...[name, counts, interval, ...figures],
    ...(hasLeftOut ? [left] : []),
  ];
  const head = row(
    "trials",
    "passed",
    "95 %",
    [...ks.map((k) => `pass^${String(k)}`), `pass@${String(most)}`],
    "left out",
  );
  const rows = goldens.map((golden) =>
    row(
      `${excerpt(golden.name, 200)}${golden.flaky === true ? " (flaky)" : ""}`,
      countsOf(golden.successes, golden.trials),
      golden.interval === null ? UNKNOWN : range(golden.interval),
      [...ks.map((k) => cell(golden.passHatK[k - 1])), cell(golden.passAtK[most - 1])],
      leftOut(golden),
    ),
  );
  const firm = goldens.filter(({ flaky }) => flaky !== true);
  const isMixed = firm.length > 0 && firm.length < goldens.length;
  const counted = isMixed ? firm : goldens;
  const successes = counted.reduce((sum, golden) => sum + golden.successes, 0);
  const trials = counted.reduce((sum, golden) => sum + golden.trials, 0);
  const mean = row(
    isMixed ? "mean but for flaky" : "mean over goldens",
    countsOf(successes, trials),
    rate === null ? UNKNOWN : range(rate),
    [...ks.map((k) => cell(passHatK[k - 1]?.estimate)), cell(passAtK[most - 1]?.estimate)],
    "",
  );
  const [first = "", ...lines] = table([head, ...rows, ...(goldens.length > 1 ? [mean] : [])], width);
  return [paint.dim(first), ...lines, ""];
}

const heldOf = ({ trials, infrastructure, unjudged }: GoldenRates): number => trials + infrastructure + unjudged;

const countsOf = (successes: number, trials: number): string => `${String(successes)} of ${String(trials)}`;

function leftOut({ infrastructure, unjudged }: GoldenRates): string {
  const parts = [
    ...(infrastructure > 0 ? [`${String(infrastructure)} infrastructure`] : []),
    ...(unjudged > 0 ? [`${String(unjudged)} not judged`] : []),
  ];
  return parts.join(", ");
}

/** Columns as wide as their widest cell; the first gives way where the terminal is narrow. */
function table(rows: readonly (readonly string[])[], width: number): string[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) => Math.max(...rows.map((row) => textWidth(row[at] ?? ""))));
  const others = widths.slice(1).reduce((sum, each) => sum + each + 2, 0);
  widths[0] = Math.max(8, Math.min(widths[0] ?? 0, width - others));
  return rows.map((row) => {
    const cells = row.map((text, at) => padEnd(at === 0 ? truncate(text, widths[0] ?? 0) : text, widths[at] ?? 0));
    return truncate(cells.join("  ").trimEnd(), width);
  });
}
