import { RUN_RECORD_VERSION, type RunRecord } from "./run-record.js";

/** The lines of a run record's file: a header, one line for each result, and a summary. */
export function* recordLines(run: RunRecord): Generator<string> {
  const { id, startedAt, rehearsal, seed, hyperparameters, durationMs, passed, summary, rates, gate, results } = run;
  yield line({
    type: "run",
    version: RUN_RECORD_VERSION,
    id,
    startedAt,
    rehearsal,
    ...(seed === undefined ? {} : { seed }),
    hyperparameters,
  });
  for (const result of results) yield line({ type: "result", ...result });
  yield line({ type: "summary", passed, durationMs, summary, rates, gate });
}

// JSON.stringify escapes lone surrogates, so they survive UTF-8, and never writes a raw line feed.
const line = (value: object): string => `${JSON.stringify(value)}\n`;
