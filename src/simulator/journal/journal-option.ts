import { RehearsalError } from "../../errors.js";
import type { Job } from "../jobs.js";
import { openJournal, type ConversationJournal } from "./journal.js";
import { journalDisk } from "./journal-file.js";

export interface JournalOptions {
  /** Where the journals are, one file a conversation, private to the user. Made where it is not there. */
  readonly directory: string;
  /** Waits for the disk after each turn, against loss of power. Default: false, which a killed process survives too. */
  readonly fsync?: boolean;
}

/** Opens journals as the option says. Undefined: none is kept. */
export function journalOf(
  option: string | JournalOptions | undefined,
): ((job: Job) => ConversationJournal) | undefined {
  if (option === undefined) return undefined;
  const given: unknown = typeof option === "string" ? { directory: option } : option;
  if (!isJournalOptions(given)) {
    throw new RehearsalError(
      "invalid_input",
      'simulate: journal must be the name of a directory, or { directory, fsync? }; for example journal: ".rehearsal/journal".',
    );
  }
  const disk = journalDisk({ fsync: given.fsync ?? false });
  return (job) => openJournal(given.directory, job, disk);
}

function isJournalOptions(given: unknown): given is JournalOptions {
  if (typeof given !== "object" || given === null) return false;
  const { directory, fsync, ...others } = given as Record<string, unknown>;
  const fits =
    typeof directory === "string" && directory.trim() !== "" && ["undefined", "boolean"].includes(typeof fsync);
  return fits && Object.keys(others).length === 0;
}
