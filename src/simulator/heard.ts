import { setUpFaultIn } from "../environment/set-up-fault.js";
import { RehearsalError } from "../errors.js";
import type { Outcome } from "./attempt.js";
import { failureKindOf } from "./failure-kind.js";
import { nameOf, type LoopEvent, type Party } from "./loop.js";
import { placeOf } from "./place-of.js";
import { describeThrown, quietly } from "./thrown.js";

/** What came of asking a party. */
export interface Heard {
  readonly event: LoopEvent;
  /** When, on the clock: what we do with an answer does not make it late. */
  readonly at: number;
  /** Where a failure was thrown. */
  readonly place?: string | undefined;
}

/** An outcome as an event of the loop; `read` may throw where the answer is none. */
export function heard<T>(party: Party, outcome: Outcome<T>, read: (value: T) => LoopEvent): Heard {
  const { at } = outcome;
  if (outcome.type === "late" || outcome.type === "aborted") return { event: outcome, at };
  if (outcome.type === "threw") return failed(party, outcome.thrown, at);
  try {
    return { event: read(outcome.value), at };
  } catch (thrown) {
    return failed(party, thrown, at);
  }
}

function failed(party: Party, thrown: unknown, at: number): Heard {
  // Such an error is ours: it says all there is to say, and its place is in our own code.
  const kind = failureKindOf(thrown);
  if (isOurs(thrown)) {
    return { event: { type: "failed", reason: thrown.message, kind: kind === "threw" ? "no_reply" : kind }, at };
  }
  const fault = quietly(() => setUpFaultIn(thrown));
  if (fault !== undefined) {
    return {
      event: { type: "failed", reason: fault, kind: party === "agent" ? "setup" : "threw", party: "environment" },
      at,
      place: placeOf(thrown),
    };
  }
  const reason = `${nameOf(party)} failed: ${describeThrown(thrown)}`;
  return { event: { type: "failed", reason, kind }, at, place: placeOf(thrown) };
}

function isOurs(thrown: unknown): thrown is RehearsalError {
  try {
    return thrown instanceof RehearsalError && thrown.code === "agent_failed";
  } catch {
    // A proxy that does not want to be looked at.
    return false;
  }
}
