import { resolve } from "node:path";
import { RUNS_DIRECTORY } from "../evaluation/write-run.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import { playedScript } from "../simulator/script/played-script.js";
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
  const scriptOf = (golden: ConversationalGolden) => (flags.user === undefined ? playedScript(golden) : undefined);
  const estimate = estimated(
    flags.trial === undefined ? goldens : goldens.map((golden) => ({ ...golden, trials: 1 })),
    {
      maxUserSimulations: flags.maxTurns ?? 10,
      capsScripts: flags.maxTurns !== undefined,
      scriptTurnsOf: (golden) => scriptOf(golden)?.turns.length,
      userModelOf: (golden) => (scriptOf(golden) === undefined ? model : undefined),
      prices,
      measured: await measuredReplies(resolve(cwd, flags.recordDir ?? RUNS_DIRECTORY), prices),
    },
  );
  out(estimateText(estimate));
  if (flags.json === true) out(`${safeJson(estimate)}\n`);
  return exitCodes.passed;
}
