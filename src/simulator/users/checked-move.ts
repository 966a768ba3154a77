import { RehearsalError } from "../../errors.js";
import { toJson, type JsonObject } from "../../test-case/json.js";
import { deepFreeze, parse } from "../../test-case/schema.js";
import { scriptOutcomeSchema } from "../../test-case/script-outcome.js";
import { turnSchema, type Turn } from "../../test-case/turn.js";
import { userEnders, type UserEnder, type UserMove } from "../user.js";

/** What a user answered, where it is a move at all. */
export function checkedMove(move: unknown): UserMove {
  if (typeof move === "object" && move !== null) {
    // Each is read once: a getter may answer otherwise the second time.
    const { end, say, thenEnd, by, metadata, insert, unfinished, script, fault } = move as Given;
    const shared = { ...enderOf(by), ...insertOf(insert) };
    if (typeof end === "string") {
      return {
        end,
        ...shared,
        ...(script !== undefined && { script: parse(scriptOutcomeSchema, script, "The user's script") }),
        ...((fault === "empty" || fault === "left") && { fault }),
      };
    }
    if (typeof say === "string") {
      return {
        say,
        ...shared,
        ...(typeof thenEnd === "string" && { thenEnd }),
        ...(metadata !== undefined && { metadata: metadataOf(metadata) }),
        ...(typeof unfinished === "string" && { unfinished }),
      };
    }
  }
  const shown = typeof move === "object" && move !== null ? `an object with the keys ${keysOf(move)}` : String(move);
  throw new RehearsalError(
    "invalid_input",
    `it answered ${shown}; allowed are { say: "…" }, { say: "…", thenEnd: "why" } and { end: "why" }, each with texts`,
  );
}

type Given = Readonly<Record<string, unknown>>;

function enderOf(by: unknown): { readonly by?: UserEnder } {
  const ender = userEnders.find((each) => each === by);
  return ender === undefined ? {} : { by: ender };
}

function insertOf(insert: unknown): { readonly insert?: readonly Turn[] } {
  if (!Array.isArray(insert) || insert.length === 0) return {};
  return { insert: insert.map((turn: unknown) => parse(turnSchema, turn, "The turn that the user puts in")) };
}

/** JSON only, and kept as it is now: it becomes part of the turn. */
function metadataOf(metadata: unknown): JsonObject {
  const kept = toJson(metadata, (path, message) => {
    throw new RehearsalError(
      "invalid_input",
      `the metadata of its turn can't be kept: ${[...path, message].join(": ")}`,
    );
  });
  if (typeof kept === "object" && kept !== null && !Array.isArray(kept)) return deepFreeze(kept as JsonObject);
  throw new RehearsalError("invalid_input", "the metadata of its turn is no object");
}

const keysOf = (move: object): string => Object.keys(move).join(", ") || "none";
