import type { RunRecord } from "../evaluation/run-record.js";

/**
 * What `--json` prints: the run without its conversations, which are in the record. A run that left bad rows of its
 * dataset out has not passed; `unreadable` has a line for each fault in them.
 */
export function runSummaryLine(run: RunRecord, unreadable: readonly string[]): string {
  const { id, passed, summary, seed, durationMs, path, results } = run;
  return JSON.stringify({
    id,
    passed: passed && unreadable.length === 0,
    complete: unreadable.length === 0,
    unreadable,
    summary,
    ...(seed === undefined ? {} : { seed }),
    durationMs,
    record: path ?? null,
    results: results.map(({ name, goldenId, trial, verdict, flaky, reason }) => ({
      name,
      ...(goldenId === undefined ? {} : { goldenId }),
      ...(trial === undefined ? {} : { trial }),
      verdict,
      flaky,
      reason,
    })),
  });
}
