import { relative } from "node:path";
import type { RunRecord } from "../evaluation/run-record.js";
import { renderTerminal } from "../report/terminal.js";
import { replayCommand } from "./replay-command.js";
import type { Shell } from "./shell.js";
import type { SimulateFlags } from "./simulate-flags.js";
import { asFarAsBegun } from "./unfinished.js";

export interface Given {
  readonly dataset: string;
  readonly agent: string;
  readonly flags: SimulateFlags;
  /** What was not run of what was asked for. */
  readonly incomplete: readonly string[];
}

/** What the terminal shows of a run, with the commands that replay what failed. */
export function runReport(
  run: RunRecord,
  { dataset, agent, flags, incomplete }: Given,
  { color, width, cwd }: Pick<Shell, "color" | "width" | "cwd">,
): string {
  const path = run.path === undefined ? {} : { path: shorter(run.path, relative(cwd, run.path)) };
  const seen = { ...asFarAsBegun(run), ...path };
  if (seen.results.length === 0) return nothingFinished(seen, incomplete);
  return renderTerminal(seen, {
    color,
    width,
    show: flags.show,
    conversations: flags.conversations,
    incomplete: incomplete.length === 0 ? undefined : incomplete.join(", "),
    replay: ({ goldenId, testCase }) =>
      goldenId === undefined || !("seed" in testCase) || testCase.seed === undefined
        ? undefined
        : replayCommand({ dataset, agent, goldenId, seed: testCase.seed, options: carriedOver(flags) }),
  });
}

const nothingFinished = ({ seed, path }: RunRecord, incomplete: readonly string[]): string =>
  [
    `INCOMPLETE  no conversation has finished; ${incomplete.join(", ")}`,
    ...(seed === undefined ? [] : [`seed    ${seed}`]),
    ...(path === undefined ? [] : [`record  ${path}`]),
    "",
  ].join("\n");

const shorter = (a: string, b: string): string => (b.length < a.length ? b : a);

/** The options that change what happens in a conversation. */
const carriedOver = ({ user, trials, maxTurns, turnTimeout, cassettes, replay }: SimulateFlags) => ({
  user,
  trials: trials?.toString(),
  "max-turns": maxTurns?.toString(),
  "turn-timeout": turnTimeout?.toString(),
  cassettes,
  replay,
});
