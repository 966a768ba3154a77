import type { RunRecord } from "../evaluation/run-record.js";

/** What `--json` prints: the run without its conversations, which are in the record. */
export function runSummaryLine({ id, passed, summary, seed, durationMs, path, results }: RunRecord): string {
  return JSON.stringify({
    id,
    passed,
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
