import { AssertionError } from "node:assert";
import { RehearsalError } from "../errors.js";
import { withFrames } from "./assertion-error.js";
import { gateMessage, type GateStory } from "./gate-message.js";
import { laidOut } from "./whereabouts.js";

/**
 * The error for a gate that did not pass. Failed: an AssertionError, by which runners tell a failure. Errored: a
 * RehearsalError. Its stack begins at the user's own call.
 */
export function gateError(story: GateStory, frames: string): Error {
  const message = laidOut(gateMessage(story));
  const error =
    story.outcome.verdict === "failed"
      ? Object.assign(new AssertionError({ message, operator: "gate" }), { showDiff: false })
      : new RehearsalError(story.results.length === 0 ? "nothing_asserted" : "not_measured", message);
  return withFrames(error, frames);
}
