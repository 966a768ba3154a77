import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { RehearsalError } from "../errors.js";
import { RUNS_DIRECTORY } from "../evaluation/write-run.js";
import { readBegun, type BegunRun } from "./begun-run.js";
import { flagNames } from "./flag-names.js";
import type { SimulateFlags } from "./simulate-flags.js";

/** A run that goes on, and its folder. */
export interface TakenUp {
  readonly folder: string;
  readonly run: BegunRun;
}

/** The run that `--resume` names, or the newest that is not over. */
export async function takeUp({ resume, recordDir }: SimulateFlags, cwd: string): Promise<TakenUp | undefined> {
  if (resume === undefined) return undefined;
  const records = resolve(cwd, recordDir ?? RUNS_DIRECTORY);
  // Names sort by age.
  const ids = (await readdir(records).catch((): string[] => [])).sort().reverse();
  if (resume !== true) return named(resume, records, ids);
  for (const id of ids) {
    const folder = join(records, id);
    const run = await readBegun(folder);
    if (run !== undefined) return { folder, run };
  }
  throw new RehearsalError(
    "invalid_input",
    `--resume: there is no unfinished run in ${records}. Say where it was recorded, --record-dir <directory>, or run it anew.`,
  );
}

async function named(id: string, records: string, ids: readonly string[]): Promise<TakenUp> {
  const folder = join(records, id);
  if (!ids.includes(id)) {
    throw new RehearsalError(
      "invalid_input",
      `--resume ${id}: there is no such run in ${records}. The dataset goes before --resume, and without an id the newest unfinished run goes on.`,
    );
  }
  const run = await readBegun(folder);
  if (run !== undefined) return { folder, run };
  throw new RehearsalError("invalid_input", `--resume ${id}: this run is over; its record is in ${folder}.`);
}

/** What was asked for, with all that the run was begun with. Throws where something else is asked for now. */
export function goOn(
  { run }: TakenUp,
  dataset: string | undefined,
  flags: SimulateFlags,
): { readonly dataset: string; readonly flags: SimulateFlags } {
  if (dataset !== undefined && dataset !== run.dataset) throw other(run, "the dataset", run.dataset, dataset);
  const before: Record<string, unknown> = { ...run.flags, seed: run.seed };
  const now: Record<string, unknown> = { ...flags };
  for (const [name, flag] of Object.entries(flagNames)) {
    if (now[name] === undefined || JSON.stringify(now[name]) === JSON.stringify(before[name])) continue;
    throw other(run, flag, before[name], now[name]);
  }
  return { dataset: run.dataset, flags: { ...flags, ...before } };
}

/** Throws where the goldens, or who plays the users, are not what they were. */
export function assertSame({ run }: TakenUp, now: Pick<BegunRun, "goldens" | "users">): void {
  const what = difference(run, now);
  if (what !== undefined) throw cant(run, what);
}

function difference(run: BegunRun, now: Pick<BegunRun, "goldens" | "users">): string | undefined {
  // Goldens may share an id.
  const keysOf = (goldens: BegunRun["goldens"]) => new Set(goldens.flatMap(([id, hash]) => [id, `${id}\n${hash}`]));
  const [before, after] = [keysOf(run.goldens), keysOf(now.goldens)];
  const added = now.goldens.find(([id]) => !before.has(id));
  if (added !== undefined) return `golden "${added[0]}" was not there when it was begun`;
  const changed = now.goldens.find(([id, hash]) => !before.has(`${id}\n${hash}`));
  if (changed !== undefined) return `golden "${changed[0]}" has changed since it was begun`;
  const gone = run.goldens.find(([id]) => !after.has(id));
  if (gone !== undefined) return `golden "${gone[0]}" is gone`;
  if (JSON.stringify(now.goldens) !== JSON.stringify(run.goldens)) {
    return "the goldens are in another order, or another number";
  }
  if (now.users === run.users) return undefined;
  return `it was begun with ${run.users}, and now they would be ${now.users.replace(/^users: /, "")}`;
}

const other = (run: BegunRun, what: string, then: unknown, now: unknown): RehearsalError =>
  cant(
    run,
    `it was begun with ${then === undefined ? `no ${what}` : `${what} ${shown(then)}`}, and ${shown(now)} is given now`,
  );

const cant = ({ id }: BegunRun, why: string): RehearsalError =>
  new RehearsalError(
    "invalid_input",
    `the run ${id} can't go on: ${why}. Give what it was begun with, or leave --resume out to run it anew.`,
  );

const shown = (value: unknown): string =>
  Array.isArray(value) ? value.join(", ") : typeof value === "string" ? value : (JSON.stringify(value) ?? "none");
