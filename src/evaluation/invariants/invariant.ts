import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import type { ConversationalTestCase } from "../../test-case/conversational-test-case.js";

/** How an invariant is broken. */
export interface Breach {
  /** Number of the turn, from 1. Absent: of none in particular. */
  readonly turn?: number;
  /** Number of the call in its turn, from 1. */
  readonly call?: number;
  /** One sentence. */
  readonly message: string;
  /** What it is about, such as the name of a tool: two breaches are the same fault if this and the invariant are the same. */
  readonly about?: string;
}

/** What a conversation is held against beside what is in it. */
export interface InvariantContext {
  readonly golden: ConversationalGolden;
  /** The tools that are known beside those that were called, and whether they write, where that is declared. */
  readonly tools: ReadonlyMap<string, boolean | undefined>;
}

/** Something that holds in every conversation with a right agent, whatever the user says and whatever goes wrong. */
export interface Invariant {
  readonly name: string;
  /** True: it says nothing of conversations of which it is not known which tools were called. Absent means false. */
  readonly needsCalls?: boolean;
  /** Null: it holds, as far as the conversation shows. A pure function; what it throws ends the run. */
  check(testCase: ConversationalTestCase, context: InvariantContext): Breach | null;
}
