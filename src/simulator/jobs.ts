import type { ConversationalGolden } from "../golden/conversational-golden.js";
import { stableId } from "./random.js";

/** One conversation to hold. */
export interface Job {
  readonly golden: ConversationalGolden;
  /** Position of the golden in the call, from 0. */
  readonly index: number;
  /** From 1. */
  readonly trial: number;
  readonly seed: string;
  /** Which golden of its id this is, from 2. Absent: the first, mostly the only one. */
  readonly twin?: number;
  /** Derived from seed, golden and trial; tells conversations apart, and its random streams hang on it. */
  readonly threadId: string;
}

/** The conversations of a call: goldens in order, the trials of one golden adjacent; or of each golden one trial only. */
export function jobsOf(goldens: readonly ConversationalGolden[], seed: string, only?: number): Job[] {
  const seen = new Map<string, number>();
  return goldens.flatMap((golden, index) => {
    // A second golden of the same id is another conversation; the first keeps the id that it has without the second.
    const before = seen.get(golden.id) ?? 0;
    seen.set(golden.id, before + 1);
    const twin = before === 0 ? [] : [before + 1];
    const count = only === undefined ? (golden.trials ?? 1) : 1;
    return Array.from({ length: count }, (_, at): Job => {
      const trial = only ?? at + 1;
      return {
        golden,
        index,
        trial,
        seed,
        ...(before > 0 && { twin: before + 1 }),
        threadId: stableId(seed, golden.id, trial, ...twin),
      };
    });
  });
}
