import { accessSync, constants, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { threadId } from "node:worker_threads";
import { messageOf, RehearsalError } from "../../errors.js";
import { withFileLock } from "../../files/file-lock.js";
import { fileText, readFileText, recordingText } from "./file-text.js";
import type { Recording } from "./recording.js";
import type { RequestKey } from "./request-key.js";

/** A recording, and its place among those of its file. */
export interface Entry {
  readonly recording: Recording;
  readonly key: RequestKey;
  /** Which of the recordings of equal requests it is, from 1. */
  readonly ordinal: number;
  /** Orders the file. */
  readonly order: number;
  /** Recorded by this object, so newer than what another has written. */
  readonly own: boolean;
}

export interface CassetteFileOptions {
  readonly path: string;
  readonly keyOf: (recording: Recording) => RequestKey;
  /** Replace what was written before `startedMs` (since the epoch), instead of adding to it. */
  readonly afresh: boolean;
  readonly startedMs: number;
}

/**
 * The recordings of one file. Reading, merging and writing are one synchronous step under a lock, so that no other recorder
 * of this or another process comes in between: what others have written is taken over, and nothing is lost.
 */
export class CassetteFile {
  readonly path: string;
  readonly #options: CassetteFileOptions;
  readonly #byPlace = new Map<string, Entry>();
  #sorted: readonly Entry[] | undefined;
  /** How recordings look in the file. */
  readonly #texts = new WeakMap<Recording, string>();
  /** What the file was like when it was last read or written. Undefined: not looked at yet. */
  #seen: string | undefined;
  #orders = 0;

  constructor(options: CassetteFileOptions) {
    this.path = options.path;
    this.#options = options;
  }

  /** In the order of the file. Reads it at the first call; a file that is not there has none. */
  entries(): readonly Entry[] {
    if (this.#seen === undefined) this.#refresh();
    return (this.#sorted ??= [...this.#byPlace.values()].sort(
      (a, b) => compareScopes(a.recording.scope, b.recording.scope) || a.order - b.order,
    ));
  }

  /** The place of the next recording: that of its request, whenever its answer comes. */
  nextOrder(): number {
    this.entries();
    return (this.#orders += 1);
  }

  get exists(): boolean {
    return statOf(this.path) !== null;
  }

  /** Throws `invalid_file` where nothing can be written: better now than when the answer has been paid for. */
  assertWritable(): void {
    const folder = dirname(this.path);
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
      // That it may be written does not mean that it can: a disk may be mounted read-only.
      const probe = this.#draft();
      writeFileSync(probe, "", { mode: 0o600 });
      rmSync(probe);
    } catch (error) {
      throw unwritable(this.path, error);
    }
  }

  /** Adds a recording, in place of one of an equal request and the same ordinal, and writes the file. */
  keep(recording: Recording, { ordinal, order }: { readonly ordinal: number; readonly order: number }): Entry {
    const key = this.#options.keyOf(recording);
    const entry = { recording, key, ordinal, order, own: true };
    try {
      withFileLock(this.path, () => {
        this.#refresh();
        this.#put(entry);
        this.#write();
      });
    } catch (error) {
      throw error instanceof RehearsalError ? error : unwritable(this.path, error);
    }
    return entry;
  }

  #refresh(): void {
    const stat = statOf(this.path);
    if (stat?.isDirectory() === true) throw unreadable(this.path, new Error("it is a directory"));
    const first = this.#seen === undefined;
    const seen = stat === null ? "" : `${String(stat.ino)} ${String(stat.size)} ${String(stat.mtimeMs)}`;
    if (seen === this.#seen) return;
    const { afresh, startedMs, keyOf } = this.#options;
    const stale = first && afresh && stat !== null && stat.mtimeMs < startedMs;
    const recordings = stat === null || stale ? [] : this.#read(first && afresh);
    this.#seen = seen;
    const counts = new Map<string, number>();
    for (const recording of recordings) {
      const key = keyOf(recording);
      const ordinal = (counts.get(key.key) ?? 0) + 1;
      counts.set(key.key, ordinal);
      if (this.#byPlace.get(placeOf(key, ordinal))?.own !== true)
        this.#put({ recording, key, ordinal, order: (this.#orders += 1), own: false });
    }
  }

  /** What is to be replaced need not be readable. */
  #read(isReplaced: boolean): readonly Recording[] {
    try {
      return readFileText(this.path, readText(this.path));
    } catch (error) {
      if (isReplaced) return [];
      throw error;
    }
  }

  /** What takes the place of another stays where that was. */
  #put(entry: Entry): void {
    const place = placeOf(entry.key, entry.ordinal);
    const { order } = this.#byPlace.get(place) ?? entry;
    this.#byPlace.set(place, { ...entry, order });
    this.#sorted = undefined;
  }

  #textOf({ recording }: Entry): string {
    const text = this.#texts.get(recording) ?? recordingText(recording);
    this.#texts.set(recording, text);
    return text;
  }

  #write(): void {
    const draft = this.#draft();
    try {
      writeFileSync(draft, fileText(this.entries().map((entry) => this.#textOf(entry))), { mode: 0o600 });
      renameSync(draft, this.path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw unwritable(this.path, error);
    }
    const stat = statOf(this.path);
    if (stat !== null) this.#seen = `${String(stat.ino)} ${String(stat.size)} ${String(stat.mtimeMs)}`;
  }

  /** A name that no other process or thread uses; within one, writing is never interrupted. */
  #draft(): string {
    return `${this.path}.${String(process.pid)}-${String(threadId)}.tmp`;
  }
}

/** What tells a recording from all others of its file. */
export const placeOf = ({ key }: RequestKey, ordinal: number): string => `${key} ${String(ordinal)}`;

const scopeOrder = new Intl.Collator("en", { numeric: true });

const compareScopes = (a = "", b = ""): number => (a === b ? 0 : scopeOrder.compare(a, b));

function statOf(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw unreadable(path, error);
  }
}

function readText(path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    throw unreadable(path, error);
  }
}

const unreadable = (path: string, error: unknown) =>
  new RehearsalError("invalid_file", `Cassette ${path} can't be read: ${messageOf(error)}`, { cause: error });

const unwritable = (path: string, error: unknown) =>
  new RehearsalError(
    "invalid_file",
    `Cassette ${path} can't be written: ${messageOf(error)}. Give a path that can be written, or replay (mode "replay").`,
    { cause: error },
  );
