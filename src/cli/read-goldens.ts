import { relative, resolve } from "node:path";
import { RehearsalError } from "../errors.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import { describeIssue, type DatasetIssue } from "../golden/dataset-issue.js";
import { EvaluationDataset } from "../golden/evaluation-dataset.js";

export interface ReadDataset {
  readonly goldens: readonly ConversationalGolden[];
  /** A line for each fault in the rows that were left out. */
  readonly unreadable: readonly string[];
  /** How much was left out, as in `3 rows of goldens.yaml could not be read`. Absent: nothing. */
  readonly incomplete?: string;
  /** What else the user should know. */
  readonly notes: readonly string[];
}

/** The conversations that a dataset describes. Bad rows are told and left out; without any good row it rejects. */
export async function readGoldens(dataset: string, cwd: string): Promise<ReadDataset> {
  const { conversationalGoldens, singleTurnGoldens, issues } = await EvaluationDataset.load(
    relative(process.cwd(), resolve(cwd, dataset)),
    {
      onInvalid: "skip",
    },
  );
  if (conversationalGoldens.length === 0) {
    throw new RehearsalError(
      "invalid_input",
      `${dataset} holds single questions only, and simulate holds conversations. Give its goldens a "scenario", ` +
        "or assert them in a test: await assertTest({ golden, run }).",
    );
  }
  const left = singleTurnGoldens.length;
  return {
    goldens: conversationalGoldens,
    unreadable: issues.map((issue) => `left out: ${describeIssue(issue)}`),
    ...(issues.length === 0 ? {} : { incomplete: `${rowsOf(issues)} of ${dataset} could not be read` }),
    notes:
      left === 0 ? [] : [`left out: ${String(left)} single-turn ${left === 1 ? "golden" : "goldens"} (with "input")`],
  };
}

/** A row may have several faults. */
function rowsOf(issues: readonly DatasetIssue[]): string {
  const { size } = new Set(issues.map(({ row }) => row));
  return size === 1 ? "1 row" : `${String(size)} rows`;
}
