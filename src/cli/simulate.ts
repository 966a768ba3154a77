import { relative, resolve } from "node:path";
import { RehearsalError } from "../errors.js";
import { evaluate } from "../evaluation/evaluate.js";
import type { RunRecord } from "../evaluation/run-record.js";
import { RUNS_DIRECTORY } from "../evaluation/write-run.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import { renderTerminal } from "../report/terminal.js";
import type { Agent } from "../simulator/agent.js";
import { ConversationSimulator } from "../simulator/simulator.js";
import type { User } from "../simulator/user.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import { chooseUser } from "./choose-user.js";
import { exitCodes } from "./exit-codes.js";
import { inFlags } from "./in-flags.js";
import { loadAgent } from "./load-agent.js";
import { readGoldens } from "./read-goldens.js";
import { replayCommand } from "./replay-command.js";
import { runSummaryLine } from "./run-summary.js";
import { selectGoldens } from "./select-goldens.js";
import type { Shell } from "./shell.js";
import type { SimulateFlags } from "./simulate-command.js";

/** `rehearsal simulate`: goldens → conversations → verdicts → report. Resolves to the exit code. */
export async function simulate(dataset: string, flags: SimulateFlags, shell: Shell): Promise<number> {
  const { agent: named } = flags;
  if (named === undefined) {
    throw new RehearsalError("missing_setting", "simulate needs the agent to talk to: --agent <module>");
  }
  const { goldens, unreadable, incomplete, notes } = await readGoldens(dataset, shell.cwd);
  for (const line of [...unreadable, ...notes]) shell.err(`${line}\n`);
  if (unreadable.length > 0 && flags.strict === true) {
    shell.err("Nothing was run, because of --strict.\n");
    return exitCodes.usage;
  }
  const selected = selectGoldens(goldens, flags.only ?? []).map((golden) =>
    flags.trials === undefined ? golden : { ...golden, trials: flags.trials },
  );
  const agent = await loadAgent(named, shell.cwd);
  // After the agent, whose module may be what reads .env into the environment.
  const { user, line } = await chooseUser(flags.user, { env: shell.env });
  shell.out(`${line}\n\n`);
  const began = Date.now();
  const testCases = (await converse(selected, { agent, user }, flags, shell)).map(inFlags);
  const seed = testCases[0]?.seed;
  const times = [began];
  const run = await evaluate(testCases, {
    // The run began with its conversations, not with their evaluation.
    now: () => times.pop() ?? Date.now(),
    record: flags.record && resolve(shell.cwd, flags.recordDir ?? RUNS_DIRECTORY),
    ...(seed === undefined ? {} : { seed }),
  });
  shell.out(report(run, { dataset, agent: named, flags, incomplete }, shell));
  if (flags.json === true) shell.out(`${runSummaryLine(run, unreadable)}\n`);
  if (!run.passed) return exitCodes.failed;
  return unreadable.length > 0 ? exitCodes.usage : exitCodes.passed;
}

async function converse(
  goldens: readonly ConversationalGolden[],
  parties: { readonly agent: Agent; readonly user: User },
  { seed, concurrency, turnTimeout, maxTurns }: SimulateFlags,
  { signal, progress }: Shell,
): Promise<readonly ConversationalTestCase[]> {
  const simulator = new ConversationSimulator({
    ...parties,
    signal,
    ...(seed === undefined ? {} : { seed }),
    ...(concurrency === undefined ? {} : { maxConcurrent: concurrency }),
    ...(turnTimeout === undefined ? {} : { turnTimeoutMs: turnTimeout * 1000 }),
  });
  const all = goldens.reduce((sum, { trials = 1 }) => sum + trials, 0);
  let ended = 0;
  const tell = () => progress(`${String(ended)} of ${String(all)} conversations`);
  tell();
  try {
    return await simulator.simulate({
      conversationalGoldens: goldens,
      onSimulationComplete: () => {
        ended += 1;
        tell();
      },
      ...(maxTurns === undefined ? {} : { maxUserSimulations: maxTurns }),
    });
  } finally {
    progress(null);
  }
}

interface Given {
  readonly dataset: string;
  readonly agent: string;
  readonly flags: SimulateFlags;
  readonly incomplete: string | undefined;
}

function report(run: RunRecord, { dataset, agent, flags, incomplete }: Given, { color, width, cwd }: Shell): string {
  const path = run.path === undefined ? {} : { path: shorter(run.path, relative(cwd, run.path)) };
  const shown = { ...run, ...path };
  return renderTerminal(shown, {
    color,
    width,
    show: flags.show,
    conversations: flags.conversations,
    incomplete: incomplete === undefined ? undefined : `${incomplete} (listed above)`,
    replay: ({ goldenId, testCase }) =>
      goldenId === undefined || !("seed" in testCase) || testCase.seed === undefined
        ? undefined
        : replayCommand({ dataset, agent, goldenId, seed: testCase.seed, options: carriedOver(flags) }),
  });
}

const shorter = (a: string, b: string): string => (b.length < a.length ? b : a);

/** The options that change what happens in a conversation. */
const carriedOver = ({ user, trials, maxTurns, turnTimeout }: SimulateFlags) => ({
  user,
  trials: trials?.toString(),
  "max-turns": maxTurns?.toString(),
  "turn-timeout": turnTimeout?.toString(),
});
