import type { Command } from "commander";
import { RehearsalError } from "../errors.js";
import { gate } from "./gate-flag.js";
import { amount, collect, seconds, share, wholeNumber } from "./option-values.js";
import type { Shell } from "./shell.js";
import type { SimulateFlags } from "./simulate-flags.js";

const examples = `
Examples:
  rehearsal simulate goldens/refunds.yaml --agent ./agent.ts
  rehearsal simulate goldens/refunds.yaml --agent ./agent.js --only 'refund-*' --trials 5 --show failing
  rehearsal simulate goldens/refunds.yaml --agent ./agent.js --trials 5 --gate passHatK=3,atLeast=0.8
  rehearsal simulate goldens/refunds.yaml --dry-run --prices prices.json
  rehearsal simulate --resume

A run that is broken off (Ctrl-C, a crash, a ceiling) goes on with --resume: what has finished is not held again. What
decides its conversations is taken from the run; give ceilings and what is to be shown anew.

In CI: rehearsal simulate goldens.yaml --agent ./agent.js --replay, with REHEARSAL_MODEL as it was when recorded.

Prices: { "<model>": { "inputPerMillion": 2.5, "outputPerMillion": 10, "cachedInputPerMillion": 1.25 } }

The agent is the module's default export, or the one named "agent":
  export default async ({ input, threadId }) => reply;
Where the module exports "environment" (createEnvironment) or "intercept" (interceptTools), its tools run there.

A gate counts trials: failures then fail nothing by themselves, conversations that infrastructure broke off are left out
up to --max-infrastructure, and what could not be judged still fails the run. passHatK: the chance that so many trials all
succeed; passRate: the share that succeeded; lowerBound: what that share proves (its lower bound of 95 %).

Exit codes:
  0         everything passed; with --gate, the gate did
  1         something failed or could not be measured; with --gate, the gate failed or could not be told, or what could
            not be judged remains; or an error was caught by nobody. Also where a part was left out besides
            ("leftOut" of --json says how many)
  2         the command could not be run as it was given ("error" of --json says why); or nothing failed, and a part of the
            dataset was left out, or a ceiling stopped it
  130, 143  interrupted`;

/** Adds the command; `start` is given what it does once it is called. */
export function simulateCommand(
  program: Command,
  start: (run: (shell: Shell) => Promise<number>) => Promise<void>,
): void {
  const show = program.createOption("--show <which>", "which goldens to report").choices(["all", "failing"]);
  const conversations = program
    .createOption("--conversations <which>", "which of the reported conversations to print")
    .choices(["all", "failing", "none"]);
  const writes = program
    .createOption(
      "--writes <what>",
      "what becomes of the agent's own tools that may write (default: what the module's intercept says, else pass)",
    )
    .choices(["refuse", "pass"]);
  const user = program
    .createOption(
      "-u, --user <who>",
      "who plays the users (default: the script that a golden carries, else model where the environment names one, else rules)",
    )
    .choices(["rules", "model"]);
  const recordCassettes = program.createOption(
    "--record",
    "ask models anew, and keep their answers in cassettes (--no-record is about the run)",
  );
  // Its own name is taken by --no-record, which speaks of the run.
  recordCassettes.attributeName = () => "recordCassettes";
  const typed = new Set<string>();
  program
    .command("simulate [dataset]")
    .on("option:journal", () => typed.add("--journal"))
    .on("option:no-journal", () => typed.add("--no-journal"))
    .description("hold the conversations of a dataset with your agent, and assert what their goldens state")
    .option(
      "-a, --agent <module>",
      "module that exports the agent, a path from here (required but for --resume and --dry-run)",
    )
    .option("-o, --only <id>", "only goldens of this id; * and ? match, may be repeated", collect)
    .option("-t, --trials <n>", "conversations for each golden (default: what the golden states, else 1)", wholeNumber)
    .option(
      "--trial <n>",
      "of the trials of each golden hold this one only, from 1, just as among all of them",
      wholeNumber,
    )
    .option(
      "--gate <what>",
      "what the trials must reach together: passHatK=3,atLeast=0.8 | passRate=0.9 | lowerBound=0.7; ends the run once it is decided",
      gate,
    )
    .option("--no-early-stop", "with a gate, hold all trials though it is decided")
    .option(
      "--max-infrastructure <share>",
      "most conversations that infrastructure may break off with a gate (default: 0.05)",
      share,
    )
    .option("-s, --seed <seed>", "what chance is derived from (default: $REHEARSAL_SEED, else 0)")
    .option(
      "--max-turns <n>",
      "most user turns in a conversation (default: 10; a script is said to its end)",
      wholeNumber,
    )
    .option("--turn-timeout <seconds>", "how long one reply may take (default: 60)", seconds)
    .option("-c, --concurrency <n>", "conversations held at the same time (default: 5)", wholeNumber)
    .addOption(user)
    .addOption(writes)
    .addOption(show.default("all"))
    .addOption(conversations.default("failing"))
    .option("--strict", "run nothing if a part of the dataset would be left out")
    .option("--max-tokens <n>", "stop the run once so many tokens are spent; it can go on later", wholeNumber)
    .option(
      "--max-cost <amount>",
      "stop the run once it has cost so much, by --prices: what has no price there is not counted, which a warning says, and with a model as users is refused",
      amount,
    )
    .option("--prices <file>", "JSON file: what models cost, for --max-cost and --dry-run")
    .option("--dry-run", "hold no conversation: tell how many there would be, and what they would take")
    .option("--resume [run]", "go on with a run that was broken off (default: the newest)")
    .option("--journal [directory]", "where to keep finished turns until the run is over (default: beside its record)")
    .option("--no-journal", "keep none; the run can't go on then")
    .option("--no-progress", "do not show how far it is")
    .option("--record-dir <directory>", "where to keep the run record (default: .rehearsal/runs)")
    .option("--no-record", "keep no run record")
    .addOption(recordCassettes)
    .option(
      "--replay",
      "answer from the cassettes alone: no key, no cost, the same answers (REHEARSAL_MODEL still says that a model plays the users)",
    )
    .option(
      "--cassettes <directory>",
      "where they are (default: cassettes); alone: replay, and record what is not there",
    )
    .option("--json", "print a summary as JSON on the last line; where nothing could be run, { error }")
    .option("--junit <file>", "write JUnit's XML, for CI")
    .addHelpText("after", examples)
    .action((dataset: string | undefined, flags: SimulateFlags) =>
      start(async (shell) => {
        // One attribute holds both, and would say what came last.
        if (typed.size > 1) throw contradiction("--journal says where to keep turns, and --no-journal keeps none");
        if (!flags.record && flags.recordDir !== undefined)
          throw contradiction("--record-dir says where to keep the run record, and --no-record keeps none");
        return (await import("./simulate.js")).simulate(dataset, flags, shell);
      }),
    );
}

const contradiction = (what: string): RehearsalError =>
  new RehearsalError("invalid_input", `${what}: give one of the two.`);
