import { existsSync } from "node:fs";
import { messageOf, RehearsalError } from "../errors.js";
import { unlessAborted } from "../evaluation/abort.js";
import { evaluate } from "../evaluation/evaluate.js";
import { InvariantMetric, invariantOf } from "../evaluation/invariants/invariant-metric.js";
import { renderJUnit } from "../report/junit.js";
import { isBrokenForNow } from "../simulator/broken-for-now.js";
import { rootSeed } from "../simulator/random.js";
import { cassettesOf, withCassetteMode } from "./cassette-flags.js";
import { assertReachable } from "./gate-flag.js";
import { GateWatch } from "./gate-watch.js";
import { chooseUser } from "./choose-user.js";
import { dryRun } from "./dry-run.js";
import { exitCodes } from "./exit-codes.js";
import { goldensToHold } from "./goldens-to-hold.js";
import { holdConversations } from "./hold-conversations.js";
import { junitFile } from "./junit-file.js";
import { loadAgent } from "./load-agent.js";
import { replaysOf } from "./replays.js";
import { readPrices } from "./prices-file.js";
import { recordFolder } from "./record-folder.js";
import { goOn, takeUp } from "./resume.js";
import { resumeCommand } from "./resume-command.js";
import { keepRun } from "./run-keeping.js";
import { runReport } from "./run-report.js";
import { runSummaryLine } from "./run-summary.js";
import type { Shell } from "./shell.js";
import type { SimulateFlags } from "./simulate-flags.js";
import { finishedFailed, stoppedBy, unfinishedText } from "./unfinished.js";

/** `rehearsal simulate`: goldens → conversations → verdicts → report. Resolves to the exit code. */
export async function simulate(named: string | undefined, typed: SimulateFlags, shell: Shell): Promise<number> {
  const { cwd, env, signal } = shell;
  const given = withCassetteMode(typed, env);
  const takenUp = await takeUp(given, cwd);
  const { dataset, flags } = takenUp === undefined ? { dataset: named, flags: given } : goOn(takenUp, named, given);
  if (dataset === undefined) {
    throw new RehearsalError(
      "missing_setting",
      "simulate needs a dataset: rehearsal simulate <dataset> --agent <module>",
    );
  }
  if (flags.agent === undefined && flags.dryRun !== true) {
    throw new RehearsalError("missing_setting", "simulate needs the agent to talk to: --agent <module>");
  }
  const prices = await readPrices(flags.prices, cwd);
  const cassettes = cassettesOf(flags, cwd, takenUp !== undefined);
  const { goldens, leftOut, leftOutCount, unreadable } = await goldensToHold(dataset, flags, shell);
  if (leftOut.length > 0 && flags.strict === true) {
    throw new RehearsalError("invalid_input", `${leftOut.join(", ")}. Nothing was run, because of --strict.`);
  }
  assertReachable(flags, goldens);
  if (flags.dryRun === true) return dryRun(goldens, { flags, prices }, shell);
  const writeJUnit = await junitFile(flags.junit, cwd);
  const records = flags.record && (await recordFolder(flags.recordDir, cwd));
  const loaded = await loadAgent(flags.agent ?? "", cwd, signal);
  // After the agent, whose module may be what reads .env into the environment.
  const recorder = { replays: cassettes?.mode === "replay" };
  const { user, line: users } = await unlessAborted(signal, () => chooseUser(flags.user, { env, recorder }, goldens));
  const seed = rootSeed(flags.seed, env);
  const began = Date.now();
  const keeping = await keepRun({ dataset, flags, seed, users, goldens }, { cwd, records, takenUp, now: began });
  const command = resumeCommand(keeping.command, flags);
  shell.resumable(command);
  shell.out(`${users}\n${takenUp === undefined ? "" : `run: ${keeping.id} goes on\n`}\n`);
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const idle: string[] = [];
  const isAsked = typed.replay === true || (cassettes !== undefined && existsSync(cassettes.directory));
  // What a journal gives back asks for nothing.
  const idleReplay = (message: string) => void (isAsked && takenUp === undefined ? idle : warnings).push(message);
  const metrics = goldens.some(invariantOf) ? [new InvariantMetric(goldens, loaded)] : [];
  const gate = flags.gate && new GateWatch({ gate: flags.gate, goldens, seed, metrics });
  const testCases = await holdConversations(
    goldens,
    {
      loaded,
      user,
      seed,
      journal: keeping.journal,
      cassettes,
      prices,
      warn,
      idleReplay,
      gate: flags.earlyStop ? gate : undefined,
    },
    flags,
    shell,
  ).catch(async (error: unknown) => {
    await keeping.dismiss();
    shell.resumable(null);
    throw error;
  });
  const unfinished = unfinishedText(testCases);
  // What a replay does not hold, no going on brings back.
  const isOver = unfinished === undefined && (recorder.replays || !testCases.some(isBrokenForNow));
  const isOpen = gate !== undefined && unfinished !== undefined;
  const times = [began];
  const evaluated = await evaluate(testCases, {
    // The run began with its conversations, not with their evaluation.
    now: () => times.pop() ?? Date.now(),
    newId: () => keeping.id,
    record: false,
    seed,
    metrics,
    // Of a run that is broken off it is not known yet.
    ...(gate !== undefined && !isOpen && { gate: gate.gate, planned: gate.planned }),
    ...(flags.maxInfrastructure !== undefined && { maxInfrastructureShare: flags.maxInfrastructure }),
  });
  const run = await keeping.keep({ ...evaluated, startedAt: new Date(keeping.startedAt).toISOString() }, isOver, warn);
  const why = signal.aborted ? messageOf(signal.reason) : stoppedBy(testCases);
  const brokenOff = [why, unfinished].filter((it) => it !== undefined);
  const incomplete = [...leftOut, ...brokenOff, ...idle];
  const shown = [...leftOut.map((part) => `${part} (listed above)`), ...brokenOff, ...idle];
  const resume = isOver ? undefined : command;
  if (resume === undefined) shell.resumable(null);
  const told = { dataset, agent: flags.agent ?? "" };
  const replay = replaysOf(goldens, { ...told, flags });
  shell.out(runReport(run, { flags, incomplete: shown, isOpen, replay }, shell));
  await writeJUnit?.(renderJUnit(run, { suite: dataset, replay, incomplete }), warn);
  for (const warning of warnings) shell.out(`warning ${warning}\n`);
  if (resume !== undefined) shell.out(`resume  ${resume}\n`);
  if (flags.json === true) {
    const { conversations } = flags;
    const all = {
      ...told,
      users,
      unreadable,
      incomplete,
      leftOut: leftOutCount,
      warnings,
      resume,
      conversations,
      replay,
    };
    shell.out(`${runSummaryLine(run, all)}\n`);
  }
  if (signal.aborted || (!isOpen && finishedFailed(run))) return exitCodes.failed;
  return incomplete.length > 0 ? exitCodes.usage : exitCodes.passed;
}
