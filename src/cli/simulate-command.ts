import type { Command } from "commander";
import { collect, seconds, wholeNumber } from "./option-values.js";
import type { Shell } from "./shell.js";

/** The options of `rehearsal simulate`, as commander gives them. */
export interface SimulateFlags {
  /** Required. Not left to commander, which would then miss it before it saw an option that was misspelt. */
  readonly agent?: string;
  readonly only?: readonly string[];
  readonly trials?: number;
  readonly seed?: string;
  readonly maxTurns?: number;
  readonly turnTimeout?: number;
  readonly concurrency?: number;
  readonly show: "all" | "failing";
  readonly conversations: "all" | "failing" | "none";
  readonly user?: "rules" | "model";
  readonly strict?: true;
  /** False: `--no-record`. */
  readonly record: boolean;
  readonly recordDir?: string;
  readonly json?: true;
}

const examples = `
Examples:
  rehearsal simulate goldens/refunds.yaml --agent ./agent.ts
  rehearsal simulate goldens/refunds.yaml --agent ./agent.js --only 'refund-*' --trials 5 --show failing

The agent is the module's default export, or the one named "agent":
  export default async ({ input, threadId }) => reply;

Exit codes: 0 everything passed, 1 something failed or could not be measured, 2 the command could not be run as it was
given, or rows of the dataset could not be read.`;

/** Adds the command; `start` is given what it does once it is called. */
export function simulateCommand(
  program: Command,
  start: (run: (shell: Shell) => Promise<number>) => Promise<void>,
): void {
  const show = program.createOption("--show <which>", "which goldens to report").choices(["all", "failing"]);
  const conversations = program
    .createOption("--conversations <which>", "which of the reported conversations to print")
    .choices(["all", "failing", "none"]);
  const user = program
    .createOption(
      "-u, --user <who>",
      "who plays the users (default: model where the environment names one, else rules)",
    )
    .choices(["rules", "model"]);
  program
    .command("simulate <dataset>")
    .description("hold the conversations of a dataset with your agent, and assert what their goldens state")
    .option("-a, --agent <module>", "module that exports the agent, a path from here (required)")
    .option("-o, --only <id>", "only goldens of this id; * and ? match, may be repeated", collect)
    .option("-t, --trials <n>", "conversations for each golden (default: what the golden states, else 1)", wholeNumber)
    .option("-s, --seed <seed>", "what chance is derived from (default: $REHEARSAL_SEED, else 0)")
    .option("--max-turns <n>", "most user turns in a conversation (default: 10)", wholeNumber)
    .option("--turn-timeout <seconds>", "how long one reply may take (default: 60)", seconds)
    .option("-c, --concurrency <n>", "conversations held at the same time (default: 5)", wholeNumber)
    .addOption(user)
    .addOption(show.default("all"))
    .addOption(conversations.default("failing"))
    .option("--strict", "run nothing if a row of the dataset can't be read")
    .option("--record-dir <directory>", "where to keep the run record (default: .rehearsal/runs)")
    .option("--no-record", "keep no run record")
    .option("--json", "print a summary as JSON on the last line")
    .addHelpText("after", examples)
    .action((dataset: string, flags: SimulateFlags) =>
      start(async (shell) => (await import("./simulate.js")).simulate(dataset, flags, shell)),
    );
}
