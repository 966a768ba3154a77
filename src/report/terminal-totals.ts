import type { RunRecord } from "../evaluation/run-record.js";
import type { Verdict } from "../test-case/metric.js";
import { duration } from "./amounts.js";
import { SENTENCE } from "../evaluation/detail-lines.js";
import { excerpt, neutralise } from "../evaluation/neutralise.js";
import type { Paint } from "./paint.js";
import { outcomeLines } from "./terminal-outcome.js";
import { counted } from "../test-case/counted.js";

export interface TotalsNotes {
  /** What is stated in several cases and read by no metric. */
  readonly unread: string | undefined;
  /** What of the dataset was not run. */
  readonly incomplete: string | undefined;
  readonly width: number;
}

/** The last lines: what came of the run as a whole, and what is needed to repeat or read it. */
export function renderTotals(run: RunRecord, paint: Paint, { unread, incomplete, width }: TotalsNotes): string[] {
  if (run.results.length === 0) {
    return [
      paint.verdict("errored", "Nothing was run: there were no test cases, and nothing asserted is never a pass."),
    ];
  }
  const { summary, results, durationMs } = run;
  const parts = (["passed", "failed", "errored", "skipped"] as const satisfies readonly Verdict[])
    .filter((verdict) => summary[verdict] > 0)
    .map((verdict) => paint.verdict(verdict, `${String(summary[verdict])} ${verdict}`));
  const flaky =
    summary.flakyFailures > 0 ? ` (${String(summary.flakyFailures)} of these flaky, which do not fail the run)` : "";
  const missing = incomplete === undefined ? "" : `; ${paint.verdict("failed", excerpt(incomplete, SENTENCE))}`;
  const facts = [
    ...outcomeLines(run, width),
    ...(unread === undefined ? [] : [`note    stated and not asserted: ${excerpt(unread, SENTENCE)}`]),
    ...(run.seed === undefined ? [] : [`seed    ${excerpt(run.seed)}`]),
    ...(run.path === undefined ? [] : [`record  ${neutralise(run.path)}`]),
  ];
  return [
    `${paint.bold(overallOf(run.passed, incomplete !== undefined, paint))}  ${counted(results.length, "case")}: ${parts.join(", ")}${flaky}${missing}  ${paint.dim(`in ${duration(durationMs)}`)}`,
    ...facts.map(paint.dim),
  ];
}

function overallOf(passed: boolean, incomplete: boolean, paint: Paint): string {
  if (!passed) return paint.verdict("failed", "FAILED");
  return incomplete ? paint.verdict("errored", "INCOMPLETE") : paint.verdict("passed", "PASSED");
}
