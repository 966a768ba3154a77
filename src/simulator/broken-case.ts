import { RehearsalError } from "../errors.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import { failureKindOf } from "./failure-kind.js";
import { finishedCase } from "./finished-case.js";
import type { Job } from "./jobs.js";
import type { Ending } from "./loop.js";
import { placeOf } from "./place-of.js";
import { describeThrown } from "./thrown.js";

/** How a conversation ends where neither user nor agent is to blame. */
export function brokenOff(thrown: unknown): Ending {
  const reason =
    thrown instanceof RehearsalError ? thrown.message : `Rehearsal itself failed: ${describeThrown(thrown)}`;
  return { by: "error", reason, broke: true, failure: { party: "harness", kind: failureKindOf(thrown) } };
}

/** The test case of a conversation that could not be held, or not be recorded, as with a cassette that can't be read. */
export const brokenCase = (job: Job, thrown: unknown): ConversationalTestCase =>
  finishedCase(job, {
    turns: job.golden.turns ?? [],
    ending: brokenOff(thrown),
    place: thrown instanceof RehearsalError ? undefined : placeOf(thrown),
  });
