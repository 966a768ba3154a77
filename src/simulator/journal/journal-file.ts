import { closeSync, constants, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { messageOf, RehearsalError } from "../../errors.js";

/** What a journal does with the disk; a test hands in another. */
export interface JournalDisk {
  /** Undefined: there is no such file. */
  read(path: string): Uint8Array | undefined;
  /** Opens for appending, private to the user, and cuts the file down to so many bytes. */
  open(path: string, keptBytes: number): AppendOnly;
}

export interface AppendOnly {
  /** Returns when the operating system has the whole line: a killed process loses none that was acknowledged. */
  append(line: string): void;
  close(): void;
}

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
/** A link would have somebody else's file cut and written into. Windows has no such flag. */
const APPEND =
  constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | ((constants.O_NOFOLLOW as number | undefined) ?? 0);

/**
 * One `writeSync` a line on a descriptor opened for appending. A write stream would hold lines back, and lose them with
 * the process. `fsync` waits for the disk itself after each line: against loss of power, at a fifth of a millisecond.
 */
export const journalDisk = ({ fsync = false }: { readonly fsync?: boolean } = {}): JournalDisk => ({
  read: (path) => {
    try {
      return readFileSync(path);
    } catch (error) {
      if (typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    }
  },
  open: (path, keptBytes) => {
    mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
    const file = openSync(path, APPEND, PRIVATE_FILE);
    ftruncateSync(file, keptBytes);
    return {
      append: (line) => {
        const bytes = Buffer.from(`${line}\n`);
        for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
        if (fsync) fsyncSync(file);
      },
      close: () => closeSync(file),
    };
  },
});

export interface JournalLines {
  readonly lines: readonly { readonly number: number; readonly value: unknown }[];
  /** Bytes up to the end of the last whole line. What follows was torn by a kill, and is cut. */
  readonly wholeBytes: number;
}

const NEWLINE = 10;
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const BEGINNING = '{"journal":';

/** The lines of a journal. A bad line that another follows is no torn tail: the file is damaged, and that is an error. */
export function journalLines(bytes: Uint8Array, path: string): JournalLines {
  const lines: { number: number; value: unknown }[] = [];
  let at = 0;
  let number = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, at)) {
    const text = utf8.decode(bytes.subarray(at, end));
    at = end + 1;
    number += 1;
    // Editors and merges leave some.
    if (text.trim() === "") continue;
    try {
      lines.push({ number, value: JSON.parse(text) as unknown });
    } catch (error) {
      throw damaged(path, number, messageOf(error));
    }
  }
  // A torn tail is cut off: what is none of ours must not be.
  if (lines.length === 0 && !BEGINNING.startsWith(utf8.decode(bytes.subarray(0, BEGINNING.length))))
    throw damaged(path, 1, "this is no journal");
  return { lines, wholeBytes: at };
}

export const damaged = (path: string, line: number, why: string): RehearsalError =>
  new RehearsalError(
    "invalid_file",
    `${path}, line ${String(line)}: the journal of this conversation is damaged (${why}). ` +
      "Move the file away to hold the conversation anew.",
  );
