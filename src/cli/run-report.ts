import { relative } from "node:path";
import type { CaseResult, RunRecord } from "../evaluation/run-record.js";
import { renderTerminal } from "../report/terminal.js";
import type { Shell } from "./shell.js";
import type { SimulateFlags } from "./simulate-flags.js";
import { limitInFlags } from "./in-flags.js";
import { asFarAsBegun } from "./unfinished.js";

export interface Given {
  readonly flags: SimulateFlags;
  /** The command that holds the conversation of a result again. */
  readonly replay: (result: CaseResult) => string | undefined;
  /** The run has a gate, and what that comes to is not known, since the run was broken off. */
  readonly isOpen: boolean;
  /** What was not run of what was asked for. */
  readonly incomplete: readonly string[];
}

/** What the terminal shows of a run, with the commands that replay what failed. */
export function runReport(
  run: RunRecord,
  { flags, incomplete, isOpen, replay }: Given,
  { color, width, cwd }: Pick<Shell, "color" | "width" | "cwd">,
): string {
  const path = run.path === undefined ? {} : { path: shorter(run.path, relative(cwd, run.path)) };
  const begun = asFarAsBegun(run);
  const seen = { ...begun, passed: isOpen || begun.passed, ...path };
  if (seen.results.length === 0) return nothingFinished(seen, incomplete);
  return limitInFlags(
    seen,
    renderTerminal(seen, {
      color,
      width,
      show: flags.show,
      conversations: flags.conversations,
      incomplete: incomplete.length === 0 ? undefined : incomplete.join(", "),
      replay,
    }),
  );
}

const nothingFinished = ({ seed, path }: RunRecord, incomplete: readonly string[]): string =>
  [
    `INCOMPLETE  no conversation has finished; ${incomplete.join(", ")}`,
    ...(seed === undefined ? [] : [`seed    ${seed}`]),
    ...(path === undefined ? [] : [`record  ${path}`]),
    "",
  ].join("\n");

const shorter = (a: string, b: string): string => (b.length < a.length ? b : a);
