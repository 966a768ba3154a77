import type { RunRecord } from "../evaluation/run-record.js";
import type { Verdict } from "../test-case/metric.js";
import { count, duration } from "./amounts.js";
import { neutralise } from "../evaluation/neutralise.js";
import type { Paint } from "./paint.js";

/** The last lines: what came of the run as a whole, and what is needed to repeat or read it. */
export function renderTotals(run: RunRecord, paint: Paint, unread: string | undefined): string[] {
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
  const overall = run.passed ? paint.verdict("passed", "PASSED") : paint.verdict("failed", "FAILED");
  const facts = [
    ...(unread === undefined ? [] : [`note    stated and not asserted: ${neutralise(unread)}`]),
    ...(run.seed === undefined ? [] : [`seed    ${neutralise(run.seed)}`]),
    ...(run.path === undefined ? [] : [`record  ${neutralise(run.path)}`]),
  ];
  return [
    `${paint.bold(overall)}  ${count(results.length, "case")}: ${parts.join(", ")}${flaky}  ${paint.dim(`in ${duration(durationMs)}`)}`,
    ...facts.map(paint.dim),
  ];
}
