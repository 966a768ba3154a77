import { relative, resolve } from "node:path";
import type { AnyGolden } from "../golden/any-golden.js";
import { describeIssue, type DatasetIssue } from "../golden/dataset-issue.js";
import { EvaluationDataset } from "../golden/evaluation-dataset.js";

export interface ReadDataset {
  /** Of both kinds. */
  readonly goldens: readonly AnyGolden[];
  /** A line for each fault in the rows that were left out. */
  readonly unreadable: readonly string[];
  /** How much was left out, as in `3 rows of goldens.yaml could not be read`. Absent: nothing. */
  readonly incomplete?: string;
}

/** The goldens of a dataset. Bad rows are told and left out; without any good row it rejects. */
export async function readGoldens(dataset: string, cwd: string): Promise<ReadDataset> {
  const path = relative(process.cwd(), resolve(cwd, dataset));
  const { goldens, issues } = await EvaluationDataset.load(path, { onInvalid: "skip" });
  return {
    goldens,
    unreadable: issues.map((issue) => `left out: ${describeIssue(issue)}`),
    ...(issues.length === 0 ? {} : { incomplete: `${rowsOf(issues)} of ${dataset} could not be read` }),
  };
}

/** A row may have several faults. */
function rowsOf(issues: readonly DatasetIssue[]): string {
  const { size } = new Set(issues.map(({ row }) => row));
  return size === 1 ? "1 row" : `${String(size)} rows`;
}
