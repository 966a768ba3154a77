import { RehearsalError } from "../../errors.js";
import type { UserMove } from "../user.js";

/** What a user answered, where it is a move at all. */
export function checkedMove(move: unknown): UserMove {
  if (typeof move === "object" && move !== null) {
    if ("end" in move && typeof move.end === "string") return { end: move.end };
    if ("say" in move && typeof move.say === "string") {
      const last = "thenEnd" in move && typeof move.thenEnd === "string";
      return last ? { say: move.say, thenEnd: move.thenEnd as string } : { say: move.say };
    }
  }
  const shown = typeof move === "object" && move !== null ? `an object with the keys ${keysOf(move)}` : String(move);
  throw new RehearsalError(
    "invalid_input",
    `it answered ${shown}; allowed are { say: "…" }, { say: "…", thenEnd: "why" } and { end: "why" }, each with texts`,
  );
}

const keysOf = (move: object): string => Object.keys(move).join(", ") || "none";
