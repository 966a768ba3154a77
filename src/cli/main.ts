import type { Command } from "commander";
import { messageOf } from "../errors.js";
import { packageVersion } from "../evaluation/package-version.js";
import { doctorCommand } from "./doctor/doctor-command.js";
import { exitCodes } from "./exit-codes.js";
import { refusal, refusalCode } from "./refusal.js";
import { safeJson, safeShell } from "./safe-output.js";
import { simulateCommand } from "./simulate-command.js";
import type { Shell } from "./shell.js";
import { stackOf } from "./where-thrown.js";

const codes = `
Exit codes: ${String(exitCodes.passed)} passed, ${String(exitCodes.failed)} failed, ${String(exitCodes.usage)} the command could not be run as it was given.`;

/** Runs a command line and resolves to its exit code. Never rejects, and never ends the process. */
export async function main(argv: readonly string[], given: Shell): Promise<number> {
  const shell = safeShell(given);
  const { Command, CommanderError } = await import("commander");
  let code: number = exitCodes.usage;
  const program: Command = new Command("rehearsal")
    .description("Rehearse your agent's conversations before its users have them.")
    .version(packageVersion(), "-v, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .exitOverride()
    .configureOutput({
      writeOut: shell.out,
      writeErr: shell.err,
      getOutHelpWidth: () => shell.width,
      getErrHelpWidth: () => shell.width,
      getOutHasColors: () => shell.color,
      getErrHasColors: () => false,
    })
    .addHelpText("after", codes);
  simulateCommand(program, async (run) => {
    code = await run(shell);
  });
  doctorCommand(program, async (run) => {
    code = await run(shell);
  });
  try {
    await program.parseAsync([...argv], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.passed;
    if (argv.includes("--json")) shell.out(`${safeJson(refusal(refusalCode(error), toldOf(error)))}\n`);
    if (error instanceof CommanderError) return exitCodes.usage;
    // Ours are written for the user; anything else is a fault of this package, and its stack is what a report needs.
    shell.err(isForTheUser(error) ? `error: ${messageOf(error)}\n` : `${stackOf(error) || messageOf(error)}\n`);
    return exitCodes.usage;
  }
}

/** Commander's begin as it prints them. */
const toldOf = (error: unknown): string => messageOf(error).replace(/^error: /, "");

/** By name: an agent's module may bring a second copy of this package, and a loader may. */
const isForTheUser = (error: unknown): boolean => error instanceof Error && error.name === "RehearsalError";
