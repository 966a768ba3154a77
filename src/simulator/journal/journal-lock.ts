import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RehearsalError } from "../../errors.js";
import { isAlive, withFileLock } from "../../files/file-lock.js";

const OWNER = "journal.owner";

/** How many runs of this process are at work in a directory. */
const runs = new Map<string, number>();

/**
 * Takes a directory of journals for this process until what it returns is called: two that write into one would each
 * undo what the other keeps. What a killed process left behind is taken over. Throws `invalid_input` where another holds it.
 */
export function takeJournals(directory: string): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const owner = join(directory, OWNER);
  withFileLock(owner, () => {
    const pid = ownerIn(owner);
    if (pid !== undefined && pid !== String(process.pid) && isAlive(pid)) throw taken(directory, owner, pid);
    writeFileSync(owner, String(process.pid), { mode: 0o600 });
  });
  runs.set(directory, (runs.get(directory) ?? 0) + 1);
  return () => {
    const left = (runs.get(directory) ?? 1) - 1;
    runs.set(directory, left);
    if (left > 0) return;
    runs.delete(directory);
    rmSync(owner, { force: true });
  };
}

/** Undefined: nobody has it. */
function ownerIn(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

const taken = (directory: string, owner: string, pid: string): RehearsalError =>
  new RehearsalError(
    "invalid_input",
    `simulate: process ${pid} is holding conversations with the journal directory ${directory} at this moment. Wait for ` +
      `it, or give another directory; if that is no run of Rehearsal, remove ${owner}.`,
  );
