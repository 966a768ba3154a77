import { resolve } from "node:path";
import { RUNS_DIRECTORY } from "../evaluation/write-run.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import { modelFromEnv } from "../models/from-env.js";
import { estimated } from "../simulator/ceiling/estimate.js";
import type { Prices } from "../simulator/ceiling/prices.js";
import { exitCodes, type ExitCode } from "./exit-codes.js";
import { estimateText } from "./estimate-text.js";
import { measuredReplies } from "./measured-replies.js";
import { safeJson } from "./safe-output.js";
import type { Shell } from "./shell.js";
import type { SimulateFlags } from "./simulate-flags.js";

/** `rehearsal simulate --dry-run`: what the run would take. Nothing is called, and the agent is not even loaded. */
export async function dryRun(
  goldens: readonly ConversationalGolden[],
  { flags, prices = {} }: { readonly flags: SimulateFlags; readonly prices: Prices | undefined },
  { cwd, env, out }: Pick<Shell, "cwd" | "env" | "out">,
): Promise<ExitCode> {
  const model = flags.user === "rules" ? undefined : modelFromEnv(env)?.id;
  const estimate = estimated(goldens, {
    maxUserSimulations: flags.maxTurns ?? 10,
    userModelOf: () => model,
    prices,
    measured: await measuredReplies(resolve(cwd, flags.recordDir ?? RUNS_DIRECTORY), prices),
  });
  out(estimateText(estimate));
  if (flags.json === true) out(`${safeJson(estimate)}\n`);
  return exitCodes.passed;
}
