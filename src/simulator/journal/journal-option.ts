import { RehearsalError } from "../../errors.js";
import type { Job } from "../jobs.js";
import { openJournal, type ConversationJournal } from "./journal.js";
import { journalDisk } from "./journal-file.js";
import { takeJournals } from "./journal-lock.js";

export interface JournalOptions {
  /** Where the journals are, one file a conversation, private to the user. Made where it is not there. */
  readonly directory: string;
  /** Waits for the disk after each turn, against loss of power. Default: false, which a killed process survives too. */
  readonly fsync?: boolean;
}

/** The journals of one run, whose directory no other process may use meanwhile. */
export interface Journals {
  readonly directory: string;
  open(job: Job): ConversationJournal;
  close(): void;
}

/** Takes the directory that the option names. Undefined: no journal is kept. */
export function journalsOf(option: string | JournalOptions | undefined): Journals | undefined {
  if (option === undefined) return undefined;
  const given: unknown = typeof option === "string" ? { directory: option } : option;
  if (!isJournalOptions(given)) {
    throw new RehearsalError(
      "invalid_input",
      'simulate: journal must be the name of a directory, or { directory, fsync? }; for example journal: ".rehearsal/journal".',
    );
  }
  const disk = journalDisk({ fsync: given.fsync ?? false });
  const { directory } = given;
  return { directory, open: (job) => openJournal(directory, job, disk), close: takeJournals(directory) };
}

function isJournalOptions(given: unknown): given is JournalOptions {
  if (typeof given !== "object" || given === null) return false;
  const { directory, fsync, ...others } = given as Record<string, unknown>;
  const fits =
    typeof directory === "string" && directory.trim() !== "" && ["undefined", "boolean"].includes(typeof fsync);
  return fits && Object.keys(others).length === 0;
}
