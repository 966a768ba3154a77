import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { messageOf, RehearsalError } from "../../errors.js";
import { claim } from "../../files/claim.js";

const OWNER = "journal.owner";

/**
 * Takes a directory of journals for one run until what it returns is called: two that write into one, of whatever process,
 * would each undo what the other keeps. What a killed process left behind is taken over. Throws `invalid_input` where
 * another run holds it, and where it can't be made.
 */
export function takeJournals(directory: string): () => void {
  const owner = join(made(directory), OWNER);
  const taken = claim(owner);
  if ("release" in taken) return taken.release;
  throw new RehearsalError(
    "invalid_input",
    `simulate: ${taken.holder} is holding conversations with the journal directory ${directory} at this moment. Wait for it ` +
      `to end, or give another directory; if that is no run of Rehearsal, remove ${owner}.`,
  );
}

function made(directory: string): string {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return realpathSync(directory);
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    const why = code === "EEXIST" || code === "ENOTDIR" ? "there is a file of that name" : messageOf(error);
    throw new RehearsalError(
      "invalid_input",
      `simulate: the journal directory ${directory} can't be made: ${why}. Give the name of a directory, as in ` +
        'journal: ".rehearsal/journal".',
      { cause: error },
    );
  }
}
