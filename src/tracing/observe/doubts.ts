import { cut } from "../../test-case/cut.js";
import { nearestKey } from "../../test-case/nearest-key.js";
import { shared } from "../../test-case/shared.js";

const warned = shared("doubts", () => new Set<string>());

/** More are not told: who makes up keys makes up new ones for ever. */
const MOST_WARNINGS = 100;

/** What is wrong with the keys of an update, one sentence for each that there is not. */
export const unknownFields = (update: object, known: readonly string[]): readonly string[] =>
  Object.keys(update)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const near = nearestKey(key, known);
      return `there is no field ${JSON.stringify(cut(key, 60))}${near === undefined ? "" : ` (did you mean "${near}"?)`}`;
    });

/**
 * Says once in a process that what an agent's author told us can't be meant: thrown into the agent it would be a fault of
 * ours, and unsaid one that nobody finds. Gives the sentence back for the trace.
 */
export function doubtful(by: string, fault: string): string {
  const sentence = `${by}: ${fault}, so it was not recorded`;
  if (!warned().has(sentence) && warned().size < MOST_WARNINGS) {
    warned().add(sentence);
    process.emitWarning(sentence, { type: "RehearsalWarning", code: "REHEARSAL_UNKNOWN_FIELD" });
  }
  return sentence;
}
