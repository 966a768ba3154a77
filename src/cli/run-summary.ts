import type { RunRecord } from "../evaluation/run-record.js";
import { safeJson } from "./safe-output.js";

export interface NotRun {
  /** A line for each fault in the rows that could not be read. */
  readonly unreadable: readonly string[];
  /** What was not run of what was asked for, such as `2 single questions were not asked`. Such a run has not passed. */
  readonly incomplete: readonly string[];
  readonly warnings: readonly string[];
  /** The command by which the run goes on. */
  readonly resume: string | undefined;
}

/** What `--json` prints: the run without its conversations, which are in the record. */
export function runSummaryLine(run: RunRecord, { unreadable, incomplete, warnings, resume }: NotRun): string {
  const { id, passed, summary, seed, durationMs, path, results } = run;
  return safeJson({
    id,
    passed: passed && incomplete.length === 0,
    complete: incomplete.length === 0,
    incomplete,
    unreadable,
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(resume === undefined ? {} : { resume }),
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
