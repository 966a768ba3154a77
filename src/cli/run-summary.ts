import type { CaseResult, RunRecord } from "../evaluation/run-record.js";
import { locatedCalls } from "../test-case/located-calls.js";
import { isConversational } from "../test-case/metric.js";
import { limitInFlags } from "./in-flags.js";
import type { SimulateFlags } from "./simulate-flags.js";
import { safeJson } from "./safe-output.js";

export interface Told {
  readonly dataset: string;
  readonly agent: string;
  /** Who plays the users, in a line. */
  readonly users: string;
  /** A line for each fault in the rows that could not be read. */
  readonly unreadable: readonly string[];
  /** What was not run of what was asked for, such as `2 single questions were not asked`. Such a run has not passed. */
  readonly incomplete: readonly string[];
  /** How many goldens of the dataset were not run. */
  readonly leftOut: number;
  readonly warnings: readonly string[];
  /** The command by which the run goes on. */
  readonly resume: string | undefined;
  /** Whose conversations are given in full. */
  readonly conversations: SimulateFlags["conversations"];
  /** The command that holds the conversation of a result again. */
  readonly replay: (result: CaseResult) => string | undefined;
}

/**
 * What `--json` prints: all that the report says, with the conversations that it shows. The others, and all traces, are in
 * the record.
 */
export function runSummaryLine(run: RunRecord, told: Told): string {
  const { id, startedAt, passed, summary, seed, rates, gate, durationMs, path, results, hyperparameters } = run;
  const { dataset, agent, users, unreadable, incomplete, leftOut, warnings, resume } = told;
  return safeJson({
    id,
    startedAt,
    dataset,
    agent,
    users: users.replace(/^users: /, ""),
    passed: passed && incomplete.length === 0,
    complete: incomplete.length === 0,
    incomplete,
    leftOut,
    unreadable,
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(resume === undefined ? {} : { resume }),
    summary,
    ...(gate === undefined ? {} : { gate: { ...gate, reason: limitInFlags(run, gate.reason) } }),
    ...(rates === undefined ? {} : { rates }),
    ...(seed === undefined ? {} : { seed }),
    hyperparameters,
    durationMs,
    record: path ?? null,
    results: results.map((result) => resultOf(result, told)),
  });
}

/** The result without its test case, but for what the report shows of that. */
function resultOf({ testCase, ...result }: CaseResult, { conversations, replay }: Told) {
  const isShown = conversations === "all" || (conversations === "failing" && result.verdict !== "passed");
  const command = result.verdict === "passed" ? undefined : replay({ testCase, ...result });
  return {
    ...result,
    ...(isConversational(testCase) && {
      turnCount: testCase.turns.length,
      toolCallCount: locatedCalls(testCase)?.length ?? null,
      ...(testCase.endReason !== undefined && { endReason: testCase.endReason }),
      ...(isShown && { turns: testCase.turns }),
    }),
    ...(command !== undefined && { replay: command }),
  };
}
