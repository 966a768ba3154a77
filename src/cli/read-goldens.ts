import { stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { RehearsalError } from "../errors.js";
import type { AnyGolden } from "../golden/any-golden.js";
import { describeIssue } from "../golden/dataset-issue.js";
import { EvaluationDataset } from "../golden/evaluation-dataset.js";
import { counted } from "../test-case/counted.js";

export interface ReadDataset {
  /** Of both kinds. */
  readonly goldens: readonly AnyGolden[];
  /** A line for each fault in the rows that were left out. */
  readonly unreadable: readonly string[];
  /** How many rows were left out. */
  readonly rows: number;
  /** How much was left out, as in `3 rows of goldens.yaml could not be read`. Absent: nothing. */
  readonly incomplete?: string;
}

/** The goldens of a dataset. Bad rows are told and left out; without any good row it rejects. */
export async function readGoldens(dataset: string, cwd: string): Promise<ReadDataset> {
  const path = relative(process.cwd(), resolve(cwd, dataset)) || dataset;
  if ((await stat(path).catch(() => undefined))?.isDirectory() === true) {
    const what = `${dataset} is a directory, and a dataset is one file`;
    throw new RehearsalError("invalid_file", `${what}: .json, .jsonl, .csv, .yaml or .yml. Name a file in it.`);
  }
  const { goldens, issues } = await EvaluationDataset.load(path, { onInvalid: "skip" });
  // A row may have several faults.
  const rows = new Set(issues.map(({ row }) => row)).size;
  return {
    goldens,
    rows,
    unreadable: issues.map((issue) => `left out: ${describeIssue(issue)}`),
    ...(rows === 0 ? {} : { incomplete: `${counted(rows, "row")} of ${dataset} could not be read` }),
  };
}
