import { mkdtemp, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { messageOf, RehearsalError } from "../errors.js";
import { RUNS_DIRECTORY } from "../evaluation/write-run.js";
import { makeFolder } from "../golden/files/make-folder.js";

/**
 * The folder for run records, made if need be. Rejects where no record could be kept in it, which has to be known
 * before conversations are held that may cost money. `named`: what `--record-dir` says.
 */
export async function recordFolder(
  named: string | undefined,
  cwd: string,
  tryFolder: (folder: string) => Promise<void> = tryOnDisk,
): Promise<string> {
  if (named?.trim() === "") {
    throw new RehearsalError("invalid_input", "--record-dir names no directory: it is empty. Nothing was run.");
  }
  const folder = resolve(cwd, named ?? RUNS_DIRECTORY);
  try {
    await tryFolder(folder);
    return folder;
  } catch (error) {
    const option = named === undefined ? "" : `--record-dir ${named}: `;
    const todo = named === undefined ? "say where to: --record-dir <directory>" : "name another directory";
    throw new RehearsalError(
      "invalid_file",
      `${option}the run can't be recorded in ${folder}: ${await whyNot(folder, error)}. Nothing was run; ${todo}, or give --no-record.`,
      { cause: error },
    );
  }
}

/** By trying: permissions do not tell of a disk that is read-only, or of a system that makes no directories. */
async function tryOnDisk(folder: string): Promise<void> {
  await makeFolder(folder);
  await rmdir(await mkdtemp(join(folder, ".try-")));
}

async function whyNot(folder: string, error: unknown): Promise<string> {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === "EEXIST" || code === "ENOTDIR") return `${await fileIn(folder)} is a file and no directory`;
  if (code === "EACCES" || code === "EPERM") return "it can't be written to (no permission)";
  if (code === "EROFS") return "it can't be written to (the file system is read-only)";
  if (code === "ENOENT") return "no directory can be made there";
  return messageOf(error);
}

/** The first on the way up that is there. */
async function fileIn(folder: string): Promise<string> {
  let path = folder;
  while (path !== dirname(path)) {
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined) return path;
    path = dirname(path);
  }
  return folder;
}
