import { shellWords } from "./replay-command.js";
import type { SimulateFlags } from "./simulate-flags.js";

/** The command by which a run goes on: under a ceiling twice as high, since under the same it would stop at once. */
export function resumeCommand(
  command: string | undefined,
  { maxTokens, maxCost, prices, earlyStop }: Pick<SimulateFlags, "maxTokens" | "maxCost" | "prices" | "earlyStop">,
): string | undefined {
  if (command === undefined) return undefined;
  const given = { "--max-tokens": doubled(maxTokens), "--max-cost": doubled(maxCost), "--prices": prices };
  const further = Object.entries(given).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
  return [
    command,
    ...(further.length === 0 ? [] : [shellWords(further)]),
    ...(earlyStop ? [] : ["--no-early-stop"]),
  ].join(" ");
}

const doubled = (amount: number | undefined): string | undefined =>
  amount === undefined ? undefined : String(2 * amount);
