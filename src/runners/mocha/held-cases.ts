import { RehearsalError } from "../../errors.js";
import { anyTestCase } from "../../evaluation/any-test-case.js";
import { given } from "../../evaluation/given.js";
import { heldAgainst } from "../../evaluation/held-against.js";
import { excerpt } from "../../evaluation/neutralise.js";
import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import type { ConversationalTestCase } from "../../test-case/conversational-test-case.js";

/**
 * What a simulator made of one trial of a golden: at least one conversation, each stating what the golden does. A
 * simulator of the user's own may return anything, and what it leaves out would not be asserted.
 */
export function heldCases(
  made: unknown,
  golden: ConversationalGolden,
  trial: number,
): readonly ConversationalTestCase[] {
  const id = excerpt(golden.id);
  if (!Array.isArray(made) || made.length === 0) {
    const message = `the simulator returned ${given(made)} for golden ${id}, where a conversation should be; nothing asserted is no pass`;
    throw new RehearsalError("nothing_asserted", message);
  }
  const cases = made.map((testCase: unknown, index) => {
    const what = `conversation ${String(index + 1)} that the simulator returned for golden ${id}`;
    const kept = anyTestCase(testCase, what);
    if (kept.goldenId !== undefined && kept.goldenId !== golden.id) {
      throw new RehearsalError("invalid_input", `${what} is of golden ${excerpt(kept.goldenId)}`);
    }
    return heldAgainst(kept, golden, what) as ConversationalTestCase;
  });
  return (golden.trials ?? 1) === 1 ? cases : [theTrial(cases, trial, id)];
}

/** One that was asked for this trial returns it alone; one that knows no trials, a new conversation or all of them. */
function theTrial(cases: readonly ConversationalTestCase[], trial: number, id: string): ConversationalTestCase {
  const unnumbered = cases.every((testCase) => testCase.trial === undefined);
  const found = unnumbered
    ? cases[cases.length === 1 ? 0 : trial - 1]
    : cases.find((testCase) => testCase.trial === trial);
  if (found !== undefined) return { ...found, trial };
  const message = `the simulator returned ${String(cases.length)} of golden ${id}, and trial ${String(trial)} is not among them; nothing asserted is no pass`;
  throw new RehearsalError("nothing_asserted", message);
}
