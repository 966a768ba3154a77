import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf, RehearsalError } from "../errors.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { flagNames } from "./flag-names.js";
import type { SimulateFlags } from "./simulate-flags.js";
import { contentId } from "../golden/golden-id.js";
import { drivingPart } from "../simulator/journal/driving-part.js";

/** The flags that decide what happens in the conversations of a run: it can only go on with the same. */
export type DecisiveFlags = Pick<SimulateFlags, keyof typeof flagNames>;

/** What is known of a run from its beginning, in its folder until it is over. */
export interface BegunRun {
  readonly begun: 1;
  readonly id: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly dataset: string;
  readonly flags: DecisiveFlags;
  /** Resolved, whatever the environment said. */
  readonly seed: string;
  /** Who plays the users, in a line. */
  readonly users: string;
  /** Absolute. */
  readonly journal: string;
  /** The id and a hash of what drives each conversation, in the order of the goldens. */
  readonly goldens: readonly (readonly [id: string, hash: string])[];
}

export const BEGUN_FILE = "begun.json";

export const hashed = (goldens: readonly ConversationalGolden[]): BegunRun["goldens"] =>
  goldens.map((golden) => [golden.id, contentId(drivingPart(golden))]);

/** It is there whole or not at all: a kill in the midst of it must not stand in the way of other runs. */
export async function writeBegun(folder: string, run: BegunRun): Promise<void> {
  const path = join(folder, BEGUN_FILE);
  await writeFile(`${path}.tmp`, `${JSON.stringify(run)}\n`, { mode: 0o600 });
  await rename(`${path}.tmp`, path);
}

/** Undefined: the run of that folder is over, or none was begun in it. */
export async function readBegun(folder: string): Promise<BegunRun | undefined> {
  const path = join(folder, BEGUN_FILE);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch {
    return undefined;
  }
  try {
    const value = JSON.parse(text) as BegunRun | null;
    if (value?.begun === 1) return value;
  } catch (error) {
    throw unreadable(path, messageOf(error));
  }
  throw unreadable(path, "this version of Rehearsal did not write it");
}

const unreadable = (path: string, why: string): RehearsalError =>
  new RehearsalError("invalid_file", `${path} can't be read (${why}), so the run can't go on. Run it anew.`);

/** The run is over: it can't go on any more, and what was kept for that goes. First what would make it look unfinished. */
export async function forgetBegun(folder: string, ownJournal: string | undefined): Promise<void> {
  await rm(join(folder, BEGUN_FILE), { force: true });
  if (ownJournal !== undefined) await rm(ownJournal, { recursive: true, force: true });
}
