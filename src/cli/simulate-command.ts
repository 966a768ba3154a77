import type { Command } from "commander";
import { amount, collect, seconds, wholeNumber } from "./option-values.js";
import type { Shell } from "./shell.js";
import type { SimulateFlags } from "./simulate-flags.js";

const examples = `
Examples:
  rehearsal simulate goldens/refunds.yaml --agent ./agent.ts
  rehearsal simulate goldens/refunds.yaml --agent ./agent.js --only 'refund-*' --trials 5 --show failing
  rehearsal simulate goldens/refunds.yaml --dry-run --prices prices.json
  rehearsal simulate --resume

A run that is broken off (Ctrl-C, a crash, a ceiling) goes on with --resume: what has finished is not held again. What
decides its conversations is taken from the run; give ceilings and what is to be shown anew.

In CI: rehearsal simulate goldens.yaml --agent ./agent.js --replay, with REHEARSAL_MODEL as it was when recorded.

Prices: { "<model>": { "inputPerMillion": 2.5, "outputPerMillion": 10, "cachedInputPerMillion": 1.25 } }

The agent is the module's default export, or the one named "agent":
  export default async ({ input, threadId }) => reply;

Exit codes: 0 everything passed, 1 something failed or could not be measured, or an error was caught by nobody, 2 the
command could not be run as it was given, or a part of the dataset was left out, or a ceiling stopped it, 130 and 143
interrupted.`;

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
  const recordCassettes = program.createOption(
    "--record",
    "ask models anew, and keep their answers in cassettes (--no-record is about the run)",
  );
  // Its own name is taken by --no-record, which speaks of the run.
  recordCassettes.attributeName = () => "recordCassettes";
  program
    .command("simulate [dataset]")
    .description("hold the conversations of a dataset with your agent, and assert what their goldens state")
    .option(
      "-a, --agent <module>",
      "module that exports the agent, a path from here (required but for --resume and --dry-run)",
    )
    .option("-o, --only <id>", "only goldens of this id; * and ? match, may be repeated", collect)
    .option("-t, --trials <n>", "conversations for each golden (default: what the golden states, else 1)", wholeNumber)
    .option("-s, --seed <seed>", "what chance is derived from (default: $REHEARSAL_SEED, else 0)")
    .option("--max-turns <n>", "most user turns in a conversation (default: 10)", wholeNumber)
    .option("--turn-timeout <seconds>", "how long one reply may take (default: 60)", seconds)
    .option("-c, --concurrency <n>", "conversations held at the same time (default: 5)", wholeNumber)
    .addOption(user)
    .addOption(show.default("all"))
    .addOption(conversations.default("failing"))
    .option("--strict", "run nothing if a part of the dataset would be left out")
    .option("--max-tokens <n>", "stop the run once so many tokens are spent; it can go on later", wholeNumber)
    .option("--max-cost <amount>", "stop the run once it has cost so much, by --prices", amount)
    .option("--prices <file>", "JSON file: what models cost, for --max-cost and --dry-run")
    .option("--dry-run", "hold no conversation: tell how many there would be, and what they would take")
    .option("--resume [run]", "go on with a run that was broken off (default: the newest)")
    .option("--journal [directory]", "where to keep finished turns until the run is over (default: beside its record)")
    .option("--no-journal", "keep none; the run can't go on then")
    .option("--no-progress", "do not show how far it is")
    .option("--record-dir <directory>", "where to keep the run record (default: .rehearsal/runs)")
    .option("--no-record", "keep no run record")
    .addOption(recordCassettes)
    .option("--replay", "answer from the cassettes alone: no key, no cost, the same answers")
    .option(
      "--cassettes <directory>",
      "where they are (default: cassettes); alone: replay, and record what is not there",
    )
    .option("--json", "print a summary as JSON on the last line")
    .addHelpText("after", examples)
    .action((dataset: string | undefined, flags: SimulateFlags) =>
      start(async (shell) => (await import("./simulate.js")).simulate(dataset, flags, shell)),
    );
}
