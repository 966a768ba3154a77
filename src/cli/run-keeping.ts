import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { messageOf } from "../errors.js";
import { newRunId } from "../evaluation/run-id.js";
import type { RunRecord } from "../evaluation/run-record.js";
import { reserveRun, writeRun } from "../evaluation/write-run.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import { forgetBegun, hashed, writeBegun, type DecisiveFlags } from "./begun-run.js";
import { flagNames } from "./flag-names.js";
import { shellWords } from "./replay-command.js";
import { assertSame, type TakenUp } from "./resume.js";
import type { SimulateFlags } from "./simulate-flags.js";

export interface Asked {
  readonly dataset: string;
  readonly flags: SimulateFlags;
  readonly seed: string;
  readonly users: string;
  readonly goldens: readonly ConversationalGolden[];
}

/** Where a run is kept while it goes on and after it. */
export interface RunKeeping {
  readonly id: string;
  /** When it was begun first, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** Undefined: none is kept. */
  readonly journal: string | undefined;
  /** The command by which it goes on. Undefined: it can't. */
  readonly command: string | undefined;
  /** Writes the record. Where the run is over, what was kept for going on is removed. */
  keep(run: RunRecord, isOver: boolean, warn: (message: string) => void): Promise<RunRecord>;
  /** Leaves no run behind where none was begun: what is asked for was refused before any conversation. */
  dismiss(): Promise<void>;
}

/** Begins a run in a folder of its own in `records`, or goes on with one. `records` false: no record is kept. */
export async function keepRun(
  asked: Asked,
  { cwd, records, takenUp, now }: { cwd: string; records: string | false; takenUp: TakenUp | undefined; now: number },
): Promise<RunKeeping> {
  const { flags } = asked;
  const own = typeof flags.journal === "string" ? resolve(cwd, flags.journal) : undefined;
  if (takenUp !== undefined) {
    const { run, folder } = takenUp;
    assertSame(takenUp, { goldens: hashed(asked.goldens), users: asked.users });
    return { ...kept(run.id, Date.parse(run.startedAt), folder, run.journal, flags), dismiss: nothing };
  }
  const id = newRunId(now);
  if (records === false)
    return { id, startedAt: now, journal: own, command: undefined, keep: async (run) => run, dismiss: nothing };
  const folder = await reserveRun(records, id);
  const journal = flags.journal === false ? undefined : (own ?? join(folder, "journal"));
  if (journal !== undefined) {
    const { dataset, seed, users } = asked;
    const startedAt = new Date(now).toISOString();
    const goldens = hashed(asked.goldens);
    await writeBegun(folder, {
      begun: 1,
      id,
      startedAt,
      dataset,
      flags: decisiveOf(flags),
      seed,
      users,
      journal,
      goldens,
    });
  }
  return kept(id, now, folder, journal, flags);
}

function kept(
  id: string,
  startedAt: number,
  folder: string,
  journal: string | undefined,
  { recordDir }: SimulateFlags,
): RunKeeping {
  const where = recordDir === undefined ? [] : ["--record-dir", recordDir];
  // A directory that the user named may hold conversations of another run.
  const before = filesIn(journal);
  return {
    id,
    startedAt,
    journal,
    command: journal === undefined ? undefined : shellWords(["npx", "rehearsal", "simulate", "--resume", id, ...where]),
    keep: async (run, isOver, warn) => {
      let path: string;
      try {
        path = await writeRun(run, folder);
      } catch (error) {
        // What was found out is worth more than its record, and with its journal the run can go on.
        warn(messageOf(error));
        return run;
      }
      // A directory that the user named stays the user's.
      const ours = journal === join(folder, "journal") ? journal : undefined;
      if (isOver) await forgetBegun(folder, ours).catch((error: unknown) => warn(messageOf(error)));
      return { ...run, path };
    },
    dismiss: async () => {
      if ((await filesIn(journal)) === (await before)) await rm(folder, { recursive: true, force: true });
    },
  };
}

const filesIn = async (journal = ""): Promise<number> => (await readdir(journal).catch(() => [])).length;

const nothing = async (): Promise<void> => undefined;

const decisiveOf = (flags: SimulateFlags): DecisiveFlags =>
  Object.fromEntries(
    Object.keys(flagNames).flatMap((name) => {
      const value = flags[name as keyof DecisiveFlags];
      return value === undefined ? [] : [[name, value]];
    }),
  );
