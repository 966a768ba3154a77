import { resolve } from "node:path";
import { RehearsalError } from "../errors.js";
import type { CassetteDirectoryOptions } from "../models/cassette/cassette-directory.js";
import { cassetteMode, type CassetteMode } from "../models/cassette/mode.js";
import type { SimulateFlags } from "./simulate-flags.js";

/** Where cassettes are unless a directory is given. */
export const CASSETTES_DIRECTORY = "cassettes";

/**
 * The flags as if the mode that `REHEARSAL_CASSETTE` names had been typed: what is kept of a run, and the commands that hold
 * it again, then say it too. A mode that was typed goes before. Throws where the variable names no mode.
 */
export function withCassetteMode(
  flags: SimulateFlags,
  env: Readonly<Record<string, string | undefined>>,
): SimulateFlags {
  if ((env["REHEARSAL_CASSETTE"] ?? "").trim() === "") return flags;
  const mode = cassetteMode(undefined, env);
  if (flags.recordCassettes === true || flags.replay === true) return flags;
  const { cassettes = CASSETTES_DIRECTORY, ...others } = flags;
  if (mode === "off") return others;
  return {
    ...flags,
    ...(mode === "replay" && { replay: true }),
    ...(mode === "record" && { recordCassettes: true }),
    ...(mode === "auto" && { cassettes }),
  };
}

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

/** What is to be said where nothing in a whole run came by a cassette. Undefined: nothing, since it was not asked for by name. */
export function idleText(
  mode: CassetteMode,
  { recordCassettes, replay }: Pick<SimulateFlags, "recordCassettes" | "replay">,
): string | undefined {
  const how =
    "no model plays the users, and the agent's own calls count only where they go through withCassette(…) of rehearsal/models.";
  if (replay === true && mode === "replay")
    return (
      `--replay answered nothing: ${how} If a model played them when it was recorded, set REHEARSAL_MODEL to its name: ` +
      "a replay needs no key."
    );
  return recordCassettes === true ? `--record kept nothing: ${how}` : undefined;
}
