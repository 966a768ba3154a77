import type { ConversationalGolden } from "../golden/conversational-golden.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";
import type { Violation } from "./judge.js";
import type { Script } from "../simulator/script/script.js";

/** A fault of the agent, with the least conversation that shows it. */
export interface FoundViolation extends Violation {
  /** That conversation as a golden that carries its script: for a file of goldens, and for `replay`. */
  readonly golden: ConversationalGolden;
  readonly script: Script;
  /** What happened in it. */
  readonly testCase: ConversationalTestCase;
  /** The conversation that it was shrunk from, from 1. */
  readonly run: number;
  /** How many of the conversations show it. */
  readonly seen: number;
  /** How many turns the user had before it was shrunk. */
  readonly turnsBefore: number;
  /** How many conversations were held to shrink it, and how often the agent was called for that. */
  readonly shrinks: number;
  readonly agentCalls: number;
  /** It is shrunk as far as it goes. False: the calls for that were spent (`maxShrinkCalls`). */
  readonly minimal: boolean;
  /** It happened again when its conversation was held once more. False: the agent does not do the same twice. */
  readonly reproduced: boolean;
  /** The file that it was written to. Absent: to none. */
  readonly file?: string;
  /** What holds it again: a command, where `save` and `agentModule` are given, else code to be pasted into a test. */
  readonly replay: string;
}

export interface FuzzResult {
  /** How many conversations were held, those to shrink others aside. */
  readonly runs: number;
  /** How many of them say nothing about the agent, since a service, a key or Rehearsal itself failed. */
  readonly errored: number;
  readonly seed: string;
  /** How often the agent was called, shrinking included. */
  readonly agentCalls: number;
  /** One for each fault, in the order in which they were found. */
  readonly violations: readonly FoundViolation[];
  /** Invariants that no conversation could be held against, since it is not known which tools were called. */
  readonly untold: readonly string[];
  /** Why it ended early. Absent: it did not. */
  readonly aborted?: string;
  /**
   * Returns where every invariant held. Else throws: an AssertionError with the least conversation of the first violation, a
   * RehearsalError where it can't be told.
   */
  assertNoViolations(): void;
}
