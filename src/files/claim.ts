import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { isAlive, withFileLock } from "./file-lock.js";

/** Claims of this process, by the paths of their files. Those of another copy of this package are told by their file. */
const claimed = new Set<string>();

/** Either the claim, to be given back, or who has it: "process 12", "another run of this process". */
export type Claim = { readonly release: () => void } | { readonly holder: string };

/**
 * Claims something for as long as some work goes on, by a file that says whose it is: for one run at a time, of all
 * processes and threads. A claim that a killed process left behind is taken over. `path`: of that file, as the file system
 * names it, in a directory that is there.
 */
export function claim(path: string): Claim {
  if (claimed.has(path)) return { holder: "another run of this process" };
  const holder = withFileLock(path, () => {
    const there = read(path);
    if (there !== undefined && isAnother(there)) return whoIs(there);
    writeFileSync(path, `${String(process.pid)} ${String(startedMs())}`, { mode: 0o600 });
    return undefined;
  });
  if (holder !== undefined) return { holder };
  claimed.add(path);
  return {
    release: () => {
      claimed.delete(path);
      rmSync(path, { force: true });
    },
  };
}

/** Undefined: nobody has it. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Since the epoch. Threads of one process agree on it but for the rounding. */
const startedMs = (): number => Math.round(Date.now() - process.uptime() * 1000);
const SAME_START_MS = 2000;

/** One of this process is a thread's, unless the number of the process was used before: in a container it mostly was. */
function isAnother(there: string): boolean {
  const [pid, started] = there.split(" ");
  if (pid !== String(process.pid)) return isAlive(there);
  return started !== undefined && Math.abs(Number(started) - startedMs()) < SAME_START_MS;
}

function whoIs(there: string): string {
  const [pid = ""] = there.split(" ");
  return pid === String(process.pid) ? "another thread of this process" : `process ${pid}`;
}
