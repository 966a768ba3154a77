import type { CaseResult, RunRecord } from "../evaluation/run-record.js";
import { runPassed, summarize } from "../evaluation/status.js";
import type { ConversationalTestCase } from "../test-case/conversational-test-case.js";

type Ended = Pick<ConversationalTestCase, "endReason" | "turns" | "seededTurns">;

/** Whether a conversation was given up: by its journal it can go on. */
export const isUnfinished = ({ endReason }: Ended): boolean => endReason?.by === "abort";

/** Why a run was stopped that nobody interrupted: a ceiling was reached. Undefined: it was not. */
export const stoppedBy = (testCases: readonly ConversationalTestCase[]): string | undefined => {
  const reason = testCases.find(isUnfinished)?.endReason?.reason;
  return reason === undefined ? undefined : `${reason.charAt(0).toLowerCase()}${reason.slice(1).replace(/\.$/, "")}`;
};

/** How many are not finished, as in `3 of 40 conversations are not finished`. Undefined: all are. */
export function unfinishedText(testCases: readonly ConversationalTestCase[]): string | undefined {
  const count = testCases.filter(isUnfinished).length;
  if (count === 0) return undefined;
  const all = `${String(testCases.length)} ${testCases.length === 1 ? "conversation" : "conversations"}`;
  return `${String(count)} of ${all} ${count === 1 ? "is" : "are"} not finished`;
}

/**
 * The run as far as there is something to see in it: conversations that a ceiling stopped, or that had not begun, are
 * told as a number, and not one by one.
 */
export function asFarAsBegun(run: RunRecord): RunRecord {
  const results = run.results.filter(({ testCase }) => isWorthSeeing(conversationOf(testCase)));
  if (results.length === run.results.length) return run;
  const { gate: _, rates: __, ...others } = run;
  return { ...others, results, summary: summarize(results), passed: runPassed(results) };
}

/** Whether something that has finished did not pass. */
export function finishedFailed(run: RunRecord): boolean {
  const finished = run.results.filter(({ testCase }) => !isUnfinished(conversationOf(testCase)));
  if (finished.length === run.results.length) return !run.passed;
  return finished.length > 0 && !runPassed(finished);
}

const isWorthSeeing = (ended: Ended): boolean =>
  !isUnfinished(ended) || (ended.turns.length > (ended.seededTurns ?? 0) && !isByCeiling(ended));

const isByCeiling = ({ endReason }: Ended): boolean => endReason?.reason.startsWith("The ceiling of ") === true;

const conversationOf = (testCase: CaseResult["testCase"]): Ended => ("turns" in testCase ? testCase : { turns: [] });
