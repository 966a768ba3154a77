import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ok, problem, type Check } from "./check.js";

/** Whether runs can be recorded. Looks only: nothing is made. */
export function folderCheck(cwd: string): Check {
  const folder = join(cwd, ".rehearsal", "runs");
  let nearest = folder;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  const advice = "Make it writable, or say where to record: --record-dir <directory>, or --no-record.";
  if (!statSync(nearest).isDirectory())
    return problem("records", `${nearest} is a file, and should be a folder`, advice);
  try {
    accessSync(nearest, constants.W_OK);
  } catch {
    return problem("records", `${nearest} can't be written to`, advice);
  }
  return ok("records", `kept in ${folder}`);
}
