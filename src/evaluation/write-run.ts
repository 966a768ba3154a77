import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
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
  const folder = join(resolve(directory), id);
  try {
    await mkdir(resolve(directory), { recursive: true });
    await mkdir(folder);
    return folder;
  } catch (error) {
    const taken = error instanceof Error && "code" in error && error.code === "EEXIST";
    const what = taken ? `${folder} is there already: two runs have one id` : messageOf(error);
    throw new RehearsalError("invalid_file", `the run can't be recorded: ${what}`, { cause: error });
  }
}

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
