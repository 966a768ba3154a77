import { assertedFieldsOf } from "../test-case/asserted-fields.js";
import { standsIn } from "../models/cassette/stands-in.js";
import { keysAside } from "../models/keys-aside.js";
import { RUN_RECORD_VERSION, type RunRecord } from "./run-record.js";

/**
 * The lines of a run record's file: a header, one line for each result, and a summary. No key is written, by the rule of
 * `keysAside`, but where a test case's own asserted fields state it; nothing is put in again when the file is read.
 */
export function* recordLines(run: RunRecord): Generator<string> {
  const { id, startedAt, rehearsal, seed, hyperparameters, durationMs, passed, summary, rates, gate, results } = run;
  const { mask } = keysAside();
  yield line(
    mask({
      type: "run",
      version: RUN_RECORD_VERSION,
      id,
      startedAt,
      rehearsal,
      ...(seed === undefined ? {} : { seed }),
      hyperparameters,
    }),
  );
  for (const result of results) {
    const { mask: maskOf } = keysAside({ isPlain: standsIn(assertedFieldsOf(result.testCase)) });
    yield line(maskOf({ type: "result", ...result }));
  }
  yield line(mask({ type: "summary", passed, durationMs, summary, rates, gate }));
}

// JSON.stringify escapes lone surrogates, so they survive UTF-8, and never writes a raw line feed.
const line = (value: object): string => `${JSON.stringify(value)}\n`;
