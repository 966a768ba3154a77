import type { MetricResult, Verdict } from "../test-case/metric.js";
import { joinLines } from "./join-lines.js";
import type { GateOutcome } from "./gate-outcome.js";
import type { CaseResult, RunSummary } from "./run-record.js";
import { trialOutcome } from "./trial-outcome.js";

/** What the rules of status look at in a case. */
export interface Judged {
  readonly metrics: readonly MetricResult[];
  /** The conversation broke off, or the agent threw: what happened. */
  readonly error?: string | undefined;
  readonly flaky?: boolean | undefined;
  readonly notYetAsserted?: readonly string[];
}

export interface CaseStatus {
  readonly verdict: Verdict;
  readonly flaky: boolean;
  /** One line: why this verdict. */
  readonly reason: string;
}

/** Whether a result decides: it is not flaky, it has a threshold, and it says passed or failed. */
export const hasVote = ({ verdict, threshold, flaky }: MetricResult): boolean =>
  flaky !== true && threshold !== null && (verdict === "passed" || verdict === "failed");

/** Whether a result keeps a case from passing although it has no vote. */
export const isTrouble = ({ verdict, flaky }: MetricResult): boolean => flaky !== true && verdict === "errored";

/** Nothing voted and nothing went wrong: too little is stated for the case to be asserted. */
export const nothingAsserted = ({ metrics, error }: Judged): boolean =>
  error === undefined && !metrics.some((metric) => hasVote(metric) || isTrouble(metric));

/**
 * The one rule of what becomes of a case. Failed: a vote failed. Else errored: a metric that is not flaky could not be
 * measured, the conversation broke off, or nothing voted. Else passed. A flaky case keeps its verdict.
 */
export function caseStatus(judged: Judged): CaseStatus {
  const { metrics, error, flaky = false } = judged;
  const of = (verdict: Verdict, reason: string): CaseStatus => ({
    verdict,
    flaky,
    reason: joinLines(reason, " "),
  });
  const votes = metrics.filter(hasVote);
  const failed = votes.filter((metric) => metric.verdict === "failed");
  const errored = metrics.filter(isTrouble);
  const [failure] = failed;
  const [trouble] = errored;
  if (failure !== undefined) return of("failed", failure.reason + andMore(failed.length - 1, "failed"));
  if (error !== undefined) return of("errored", `broke off: ${error}`);
  if (trouble !== undefined) {
    const more = andMore(errored.length - 1, "could not be measured");
    return of("errored", `${trouble.name} could not be measured: ${trouble.reason}${more}`);
  }
  if (votes.length === 0) return of("errored", whyNothingVoted(judged));
  return of("passed", `${String(votes.length)} ${votes.length === 1 ? "assertion" : "assertions"} held`);
}

const andMore = (count: number, what: string): string => (count === 0 ? "" : ` (and ${String(count)} more ${what})`);

function whyNothingVoted({ metrics, notYetAsserted = [] }: Judged): string {
  const unread = notYetAsserted.length === 0 ? "" : ` (not looked at by this version: ${notYetAsserted.join(", ")})`;
  if (metrics.length === 0) {
    return `nothing was asserted${unread}: state what should happen in the golden, for example expectedTools or mustCommunicate, or give metrics`;
  }
  const why = metrics.map((metric) => `${metric.name}: ${whyNoVote(metric)}`).join("; ");
  return `nothing was asserted${unread}, since no metric had a vote (${why}): give at least one that has a threshold, is not flaky and finds what it needs`;
}

function whyNoVote({ verdict, threshold, flaky, reason }: MetricResult): string {
  if (verdict === "skipped") return `skipped, ${reason}`;
  if (flaky === true) return "flaky";
  return threshold === null ? "has no threshold" : verdict;
}

type Ruled = Pick<CaseResult, "verdict" | "flaky" | "blame">;

/** Whether a case did not pass and is let off: flaky is what sometimes fails, and not what could not be judged. */
export const isForgiven = ({ verdict, flaky }: Ruled): boolean => flaky && verdict === "failed";

export function summarize(results: readonly Ruled[]): RunSummary {
  const count = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length;
  return {
    passed: count("passed"),
    failed: count("failed"),
    errored: count("errored"),
    skipped: count("skipped"),
    flakyFailures: results.filter(isForgiven).length,
  };
}

/**
 * Whether a run is green: it has cases, and each of them passed or is a flaky one that failed. With a gate that passed,
 * failures and what infrastructure broke off have been counted, and only what could not be judged is held against it.
 */
export const runPassed = (results: readonly Ruled[], gate?: Pick<GateOutcome, "verdict">): boolean =>
  results.length > 0 &&
  (gate === undefined
    ? results.every((result) => result.verdict === "passed" || isForgiven(result))
    : gate.verdict === "passed" && results.every(isCounted));

/** Whether a gate has taken a case into account: all but what could not be judged. */
export const isCounted = (result: Ruled): boolean => trialOutcome(result) !== "unjudged";
