import { AssertionError } from "node:assert";
import { RehearsalError } from "../errors.js";
import { decisive, failureMessage, type Whereabouts } from "./failure-message.js";
import { diffable } from "./diffable.js";
import { neutraliseLines } from "./neutralise.js";
import { printableCause } from "./printable-cause.js";
import type { CaseResult } from "./run-record.js";
import { nothingAsserted } from "./status.js";
import { laidOut } from "./whereabouts.js";

/**
 * The error for a case that did not pass. Failed: an AssertionError, by which runners and reports tell a failure.
 * Errored: a RehearsalError, for it is none. Its stack begins at the user's own call.
 */
export function errorOf(result: CaseResult, frames: string, whereabouts: Whereabouts, cause?: unknown): Error {
  const message = laidOut(failureMessage(result, whereabouts));
  const error = result.verdict === "failed" ? failure(result, message) : notJudged(result, message, cause);
  // Not enumerable: it is for programs, and too long for a runner that prints all properties of an error.
  Object.defineProperty(error, "result", { value: result, enumerable: false });
  return withFrames(error, frames);
}

/**
 * Gives an error the frames of the user's call, and a message that a terminal does not obey. The stack begins with the
 * bare message, as runners expect it there.
 */
export function withFrames<E extends Error>(error: E, frames: string): E {
  error.message = neutraliseLines(error.message);
  error.stack = frames === "" ? error.message : `${error.message}\n${frames}`;
  return error;
}

function failure(result: CaseResult, message: string): Error {
  const decided = decisive(result);
  const { actual, expected, showDiff } = diffable(decided?.actual, decided?.expected);
  const error = new AssertionError({ message, actual, expected, operator: decided?.name ?? "assertTest" });
  return Object.assign(error, { showDiff });
}

function notJudged(result: CaseResult, message: string, cause: unknown): RehearsalError {
  const code =
    result.testCase.error !== undefined
      ? "agent_failed"
      : nothingAsserted(result)
        ? "nothing_asserted"
        : "not_measured";
  return new RehearsalError(code, message, { cause: printableCause(cause) });
}
