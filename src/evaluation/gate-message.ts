import { SENTENCE } from "./detail-lines.js";
import { figureName, gateText, type Gate } from "./gate.js";
import type { GateOutcome } from "./gate-outcome.js";
import { excerpt, neutralise } from "./neutralise.js";
import { goldenRates, type GoldenRates } from "./rates.js";
import { range, share } from "./share-text.js";
import { tally, trialOutcome, trialsByGolden, type Trial } from "./trial-outcome.js";
import { whose } from "./whose.js";

export interface GateStory {
  readonly outcome: GateOutcome;
  readonly results: readonly (Trial & { readonly reason: string; readonly trial?: number })[];
  /** How many trials were not held, since they could no longer change the outcome. */
  readonly notHeld: number;
  /** The command that runs the first failing trial again. */
  readonly replay?: string | undefined;
}

/** More than a person reads. */
const GOLDENS = 20;
const TRIALS = 5;

/** Why a gate did not pass, for a person: figures, the goldens that failed, how often and by whose fault. */
export function gateMessage({ outcome, results, notHeld, replay }: GateStory): string {
  const { gate, verdict, reason } = outcome;
  const errored = verdict === "errored" ? "an error, which says nothing about the agent: " : "";
  const failing = [...trialsByGolden(results).values()].filter((trials) => trials.some(isAmiss));
  const left = failing.length - GOLDENS;
  const notes = [
    ...(left > 0 ? [`  … and ${String(left)} more ${left === 1 ? "golden" : "goldens"}`] : []),
    ...(notHeld === 0 ? [] : [`  ${notHeldText(notHeld)}`]),
  ];
  return [
    [`${errored}gate ${gateText(gate)}: ${excerpt(reason, SENTENCE)}`],
    failing.slice(0, GOLDENS).flatMap((trials) => goldenLines(trials, outcome)),
    notes,
    replay === undefined ? [] : [`replay:  ${neutralise(replay)}`],
  ]
    .filter((part) => part.length > 0)
    .map((part) => part.join("\n"))
    .join("\n\n");
}

/** `3 trials were not held: they could no longer change the outcome`. */
export const notHeldText = (count: number): string =>
  `${count === 1 ? "1 trial was" : `${String(count)} trials were`} not held: ${count === 1 ? "it" : "they"} could no longer change the outcome`;

const isAmiss = (trial: Trial): boolean => trialOutcome(trial) !== "success";

function goldenLines(trials: GateStory["results"], { gate, figure }: GateOutcome): string[] {
  const rates = goldenRates(tally(trials));
  const amiss = trials.filter(isAmiss);
  const more = amiss.length - TRIALS;
  return [
    `  ${excerpt(rates.name)}  ${countsText(rates, figure === null ? undefined : gate)}`,
    ...amiss.slice(0, TRIALS).map((each) => `      ${trialLine(each)}`),
    ...(more > 0 ? [`      … and ${String(more)} more`] : []),
  ];
}

/** Where not all trials are held, what a golden's pass^k will be is not known: `gate` is absent. */
function countsText(rates: GoldenRates, gate: Gate | undefined): string {
  const { successes, trials, passHatK, interval, infrastructure, unjudged } = rates;
  const hatK = gate !== undefined && "passHatK" in gate ? passHatK[gate.passHatK - 1] : undefined;
  return [
    `${String(successes)} of ${String(trials)} passed`,
    ...(gate !== undefined && hatK !== undefined ? [`${figureName(gate)} ${share(hatK)}`] : []),
    ...(interval === null ? [] : [`95 %: ${range(interval)}`]),
    ...(infrastructure > 0 ? [`${String(infrastructure)} left out (infrastructure)`] : []),
    ...(unjudged > 0 ? [`${String(unjudged)} not judged`] : []),
  ].join(", ");
}

/** `#2  agent: refund_order was called before the user agreed`; of another's fault also why it is that one's. */
function trialLine(each: GateStory["results"][number]): string {
  const { trial, verdict, blame, reason } = each;
  const number = trial === undefined ? "" : `#${String(trial)}  `;
  const by = blame === undefined ? verdict : whose(blame.party);
  const why = blame === undefined || blame.party === "agent" ? "" : `${blame.reason} `;
  return `${number}${by}: ${excerpt(`${why}${reason}`, 300)}`;
}
