import { messageOf, RehearsalError } from "../errors.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import { knownCalls } from "../test-case/located-calls.js";
import type { Breach, Invariant, InvariantContext } from "../evaluation/invariants/invariant.js";

/** A breach, and of what. */
export interface Violation extends Breach {
  readonly invariant: string;
}

/** What a conversation breaks: of each invariant the first breach. */
export function violationsIn(
  testCase: ConversationalTestCase,
  context: InvariantContext,
  invariants: readonly Invariant[],
): readonly Violation[] {
  return invariants.flatMap((invariant) => {
    const breach = checked(invariant, testCase, context);
    return breach === null ? [] : [{ invariant: invariant.name, ...breach }];
  });
}

function checked(invariant: Invariant, testCase: ConversationalTestCase, context: InvariantContext): Breach | null {
  try {
    return invariant.check(testCase, context);
  } catch (cause) {
    const what = `the invariant "${invariant.name}" could not be checked in golden "${context.golden.id}"`;
    throw new RehearsalError("not_measured", `fuzz: ${what}: ${messageOf(cause)}`, { cause });
  }
}

/** Two violations of the same key are taken to be the same fault of the agent. */
export const keyOf = ({ invariant, about = "" }: Violation): string => `${invariant}\n${about}`;

/** Something else than the two who talked ended it, so that it says nothing about the agent. */
export const saysNothing = ({ error, failure }: ConversationalTestCase): boolean =>
  error !== undefined && (failure?.party !== "agent" || failure.kind === "provider" || failure.kind === "setup");

export const callsAreKnown = (testCase: ConversationalTestCase): boolean => knownCalls(testCase).complete;
