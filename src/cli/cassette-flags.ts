import { resolve } from "node:path";
import { RehearsalError } from "../errors.js";
import type { CassetteDirectoryOptions } from "../models/cassette/cassette-directory.js";
import type { SimulateFlags } from "./simulate-flags.js";

/** Where cassettes are unless a directory is given. */
export const CASSETTES_DIRECTORY = "cassettes";

/** The cassettes that `--record`, `--replay` and `--cassettes` ask for. Undefined: none. */
export function cassettesOf(
  { cassettes, recordCassettes, replay }: Pick<SimulateFlags, "cassettes" | "recordCassettes" | "replay">,
  cwd: string,
  isResumed: boolean,
): CassetteDirectoryOptions | undefined {
  if (recordCassettes === true && replay === true) {
    throw new RehearsalError("invalid_input", "--record asks anew and --replay asks nobody: give one of the two.");
  }
  if (cassettes === undefined && recordCassettes !== true && replay !== true) return undefined;
  const directory = resolve(cwd, cassettes ?? CASSETTES_DIRECTORY);
  if (replay === true) return { directory, mode: "replay" };
  if (recordCassettes !== true) return { directory };
  // To record is to begin anew, and a run that goes on has recorded its first part already.
  return { directory, mode: isResumed ? "auto" : "record" };
}
