import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { makeFolder } from "../golden/files/make-folder.js";
import { messageOf, RehearsalError } from "../errors.js";
import { recordLines } from "./record-lines.js";
import type { RunRecord } from "./run-record.js";

/** Where runs are recorded unless a directory is given. */
export const RUNS_DIRECTORY = ".rehearsal/runs";
export const RUN_FILE = "run.jsonl";

/** A directory of its own for a run, made before the run begins: trouble with the disk shows before money is spent. */
export async function reserveRun(directory: string, id: string): Promise<string> {
  if (!/^[\w-][\w.-]*$/.test(id)) {
    throw new RehearsalError("invalid_input", `the run id ${JSON.stringify(id)} can't be a directory's name`);
  }
  const parent = resolve(directory);
  const folder = join(parent, id);
  await makeFolder(parent).catch((error: unknown) => {
    throw notRecorded(hasCode(error, "EEXIST") ? `${parent} is no directory` : messageOf(error), error);
  });
  await mkdir(folder).catch((error: unknown) => {
    throw notRecorded(
      hasCode(error, "EEXIST") ? `${folder} is there already: two runs have one id` : messageOf(error),
      error,
    );
  });
  return folder;
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

const notRecorded = (what: string, cause: unknown): RehearsalError =>
  new RehearsalError(
    "invalid_file",
    `the run can't be recorded: ${what}; give evaluate another directory, as in { record: "runs" }, or { record: false }`,
    { cause },
  );

/**
 * Writes the record into its directory and returns the path of the file. It appears there whole or not at all: it is
 * written under another name first. Only its owner may read it, since conversations can hold what is private.
 */
export async function writeRun(run: RunRecord, folder: string): Promise<string> {
  const path = join(folder, RUN_FILE);
  const unfinished = `${path}.tmp`;
  try {
    await writeFile(unfinished, recordLines(run), { flag: "wx", mode: 0o600 });
    await rename(unfinished, path);
    return path;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw new RehearsalError("invalid_file", `the run can't be recorded in ${path}: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
