import type { Command } from "commander";
import type { Shell } from "../shell.js";
import type { DoctorFlags } from "./doctor-flags.js";

const codes = `
Examples:
  rehearsal doctor
  rehearsal doctor --agent ./agent.ts --input "Where is order A-1042?"
  NODE_OPTIONS="--import ./tracing.js" rehearsal doctor --agent ./agent.js

Exit codes: 0 nothing has to be mended, 1 something has to be.`;

/** Adds the command; `start` is given what it does once it is called. */
export function doctorCommand(
  program: Command,
  start: (run: (shell: Shell) => Promise<number>) => Promise<void>,
): void {
  program
    .command("doctor")
    .description("check that Rehearsal can work here, and say what it would do")
    .option("-a, --agent <module>", "say one thing to this agent, and tell what its trace shows")
    .option("-i, --input <text>", 'what to say to it (default: "Hello"); best something that makes it call tools')
    .option("--json", "print what was found as JSON")
    .addHelpText("after", codes)
    .action((flags: DoctorFlags) => start(async (shell) => (await import("./doctor.js")).doctor(flags, shell)));
}
