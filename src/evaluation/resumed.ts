import { isConversational, type TestCase } from "../test-case/metric.js";
import type { CaseResult } from "./run-record.js";

type Told = Pick<CaseResult, "verdict" | "blame" | "testCase">;

/** That a later run went on with a conversation, as one sentence without its full stop. Undefined: one run held it all. */
export function resumed({ verdict, blame, testCase }: Told): string | undefined {
  const turns = [...turnsOf(testCase)].map(String);
  const last = turns.pop();
  if (last === undefined) return undefined;
  const at = turns.length === 0 ? `turn ${last}` : `turns ${turns.join(", ")} and ${last}`;
  const open =
    verdict !== "passed" && blame === undefined
      ? ", so that it can't be told whether the agent itself is to blame"
      : "";
  return `the conversation was gone on with at ${at}, by another run, mostly in another process: what the agent had kept in its own memory may be gone${open}`;
}

/** Whether what was decided in a turn (`Infinity`: over all) may come of it that the agent had lost its memory. */
export const mayHaveForgotten = (testCase: TestCase, decidedAt: number): boolean =>
  turnsOf(testCase).some((turn) => turn <= decidedAt);

const turnsOf = (testCase: TestCase): readonly number[] =>
  isConversational(testCase) ? (testCase.resumedAt ?? []) : [];
