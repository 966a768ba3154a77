import type { Command } from "commander";
import type { Shell } from "../shell.js";

export interface DoctorFlags {
  readonly json?: true;
}

const codes = `
Exit codes: 0 nothing has to be mended, 1 something has to be.`;

/** Adds the command; `start` is given what it does once it is called. */
export function doctorCommand(
  program: Command,
  start: (run: (shell: Shell) => Promise<number>) => Promise<void>,
): void {
  program
    .command("doctor")
    .description("check that Rehearsal can work here, and say what it would do")
    .option("--json", "print what was found as JSON")
    .addHelpText("after", codes)
    .action((flags: DoctorFlags) => start(async (shell) => (await import("./doctor.js")).doctor(flags, shell)));
}
