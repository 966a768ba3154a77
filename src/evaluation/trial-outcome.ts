import type { CaseResult } from "./run-record.js";

/** What is looked at of a trial to count it. */
export type Trial = Pick<CaseResult, "name" | "goldenId" | "verdict" | "flaky" | "blame">;

/**
 * What a trial tells of how often the agent succeeds. A trial that the simulated user spoiled is no success either, whether
 * it failed or could not be judged for it: whoever left those out would find the better rate the worse their users play.
 * `infrastructure` and `unjudged`, where it can't be told, say nothing of the agent and are counted by themselves.
 */
export type TrialOutcome = "success" | "failure" | "infrastructure" | "unjudged";

export function trialOutcome({ verdict, blame }: Pick<Trial, "verdict" | "blame">): TrialOutcome {
  if (verdict === "passed") return "success";
  if (blame?.party === "infrastructure") return "infrastructure";
  // What the test itself kept from succeeding says nothing of the agent.
  if (blame?.party === "test") return "unjudged";
  const isSpoiled = verdict === "errored" && (blame?.party === "agent" || blame?.party === "user");
  return verdict === "failed" || isSpoiled ? "failure" : "unjudged";
}

/** The trials of one golden, counted. */
export interface Tally {
  /** Id of the golden, or the name of a case that has none. */
  readonly name: string;
  /** That say something: successes and failures. */
  readonly trials: number;
  readonly successes: number;
  /** Left out: infrastructure broke them off. */
  readonly infrastructure: number;
  /** Left out: for another reason it can't be told whether they passed. */
  readonly unjudged: number;
  /** The golden is flaky, and left out of what is said of all goldens. Absent: it is not. */
  readonly flaky?: true;
}

/** The trials by golden, in order of appearance; a case without a golden stands for itself. */
export function trialsByGolden<T extends Trial>(results: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  results.forEach((result, index) => {
    const key = result.goldenId === undefined ? `case ${String(index)}` : `golden ${result.goldenId}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [result]);
    else group.push(result);
  });
  return groups;
}

export const tallies = (results: readonly Trial[]): Tally[] => [...trialsByGolden(results).values()].map(tally);

/** Counts the trials of one golden. */
export function tally(trials: readonly Trial[]): Tally {
  const outcomes = trials.map(trialOutcome);
  const count = (wanted: TrialOutcome): number => outcomes.filter((outcome) => outcome === wanted).length;
  const successes = count("success");
  return {
    name: trials[0]?.goldenId ?? trials[0]?.name ?? "",
    trials: successes + count("failure"),
    successes,
    infrastructure: count("infrastructure"),
    unjudged: count("unjudged"),
    ...(trials[0]?.flaky === true && { flaky: true }),
  };
}
