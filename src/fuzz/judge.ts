import { messageOf, RehearsalError } from "../errors.js";
import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import { knownCalls } from "../test-case/located-calls.js";
import { toolsOf } from "./arbitraries/conversations.js";
import type { Stage } from "./hold.js";
import type { Breach, Invariant, InvariantContext } from "./invariants/invariant.js";

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

export function contextOf(golden: ConversationalGolden, { environment, intercept }: Stage): InvariantContext {
  const named = [...toolsOf(golden), ...(golden.forbiddenTools ?? []), ...(intercept?.rules.keys() ?? [])];
  const declared = Object.entries(
    (environment?.tools ?? {}) as { readonly [name: string]: { readonly write?: boolean } },
  );
  return {
    golden,
    tools: new Map<string, boolean | undefined>([
      ...named.map((name) => [name, undefined] as const),
      ...declared.map(([name, { write = false }]) => [name, write] as const),
    ]),
  };
}

/** Something else than the two who talked ended it, so that it says nothing about the agent. */
export const saysNothing = ({ error, failure }: ConversationalTestCase): boolean =>
  error !== undefined && (failure?.party !== "agent" || failure.kind === "provider" || failure.kind === "setup");

export const callsAreKnown = (testCase: ConversationalTestCase): boolean => knownCalls(testCase).complete;
