import { messageOf, RehearsalError } from "../errors.js";
import { repliesOf } from "../test-case/agent-turns.js";
import { knownCalls } from "../test-case/located-calls.js";
import { untoldReplies } from "../test-case/untold-replies.js";
import { isConversational, type Metric, type MetricResult, type TestCase } from "../test-case/metric.js";
import { isBrokenByScript } from "../test-case/script-outcome.js";
import { wrongOptions } from "../test-case/unknown-option.js";

/** What every metric takes. */
export interface MetricOptions {
  /** The score that passes, from 0 to 1. Absent means 1. */
  readonly threshold?: number;
  /** Report a failure without letting it decide. Absent means false. */
  readonly flaky?: boolean;
}

/** A result but for what the metric says of itself. */
export type Finding = Omit<MetricResult, "name" | "threshold" | "flaky">;

type About = Pick<Metric, "name" | "threshold" | "flaky">;

/** The result of a metric, whatever happens while it measures: a throw is `errored`. */
export async function measured(metric: About, measure: () => Finding | Promise<Finding>): Promise<MetricResult> {
  try {
    return resultOf(metric, await measure());
  } catch (error) {
    return resultOf(metric, errored(messageOf(error)));
  }
}

/** The same for a metric that code alone decides. */
export function measuredNow(metric: About, measure: () => Finding): MetricResult {
  try {
    return resultOf(metric, measure());
  } catch (error) {
    return resultOf(metric, errored(messageOf(error)));
  }
}

const resultOf = ({ name, threshold, flaky }: About, finding: Finding): MetricResult => ({
  name,
  threshold,
  ...(flaky === true ? { flaky } : {}),
  ...finding,
});

/** It could not be measured. */
export const errored = (reason: string, missing?: readonly string[]): Finding => without("errored", reason, missing);

/** There was nothing to measure. */
export const skipped = (reason: string, missing?: readonly string[]): Finding => without("skipped", reason, missing);

const without = (verdict: "errored" | "skipped", reason: string, missing?: readonly string[]): Finding => ({
  verdict,
  score: null,
  reason,
  ...(missing === undefined ? {} : { missing }),
});

/** The threshold of a metric, and that its options are some, checked where the metric is made. */
export function thresholdOf<Options extends MetricOptions>(
  metric: string,
  options: Options,
  own: readonly Exclude<keyof Options, keyof MetricOptions>[],
): number {
  checkOptionKeys(metric, options, ["threshold", "flaky", ...own.map(String)]);
  const { threshold = 1 } = options;
  if (threshold >= 0 && threshold <= 1) return threshold;
  throw new RehearsalError("invalid_input", `${metric}: threshold must be from 0 to 1; got ${String(threshold)}`);
}

/** Throws for an option that a metric does not have: nobody would read it. */
export function checkOptionKeys(metric: string, options: object, known: readonly string[]): void {
  const wrong = wrongOptions(options, known);
  if (wrong !== undefined) throw new RehearsalError("invalid_input", `${metric}: ${wrong}`);
}

/** Sums of thirds and tenths miss a threshold by less than this. */
const ROUNDING = 1e-9;

/** Verdict and score against a threshold; a score that misses it by rounding alone is the threshold. */
export function scored(score: number, threshold: number): Pick<Finding, "verdict" | "score"> {
  if (Math.abs(score - threshold) <= ROUNDING) return { verdict: "passed", score: threshold };
  return { verdict: score > threshold ? "passed" : "failed", score };
}

const HOW_TO_KNOW =
  'wrap the agent in observe({ type: "agent" }, ...) and its tools in observe({ type: "tool" }, ...), or use wrapOpenAI() around its client or the telemetry of its framework, or give toolsCalled';

/** Said where it is not known which tools were called: why, in the words of the trace, where there is one. */
export function callsUnknown(testCase: TestCase): string {
  if (isConversational(testCase) && repliesOf(testCase).length === 0)
    return "it is not known which tools would have been called: the agent never answered";
  const traces = isConversational(testCase)
    ? (testCase.traces ?? [])
    : testCase.trace === undefined
      ? []
      : [testCase.trace];
  const start = "toolsCalled: ";
  const told = traces.flatMap(({ missing }) => missing).find((each) => each.startsWith(start));
  const why = told?.slice(start.length) ?? othersUnwrapped(testCase) ?? HOW_TO_KNOW;
  return `it is not known which tools were called${untoldTurns(testCase)}: ${why}`;
}

/** Where the tools that are wrapped are the only evidence, and another one is asked for. */
function othersUnwrapped(testCase: TestCase): string | undefined {
  const { observed } = knownCalls(testCase);
  if (observed === undefined) return undefined;
  const names = `${observed.slice(0, 5).join(", ")}${observed.length > 5 ? ", …" : ""}`;
  return `of the tools that are wrapped in observe({ type: "tool" }, ...) in this process (${names}) none ran in this conversation, and others may be called and not be wrapped; wrap the one that is meant, or its model's client in wrapOpenAI(), or give toolsCalled`;
}

/** Named only where other turns do tell. */
function untoldTurns(testCase: TestCase): string {
  if (!isConversational(testCase)) return "";
  const untold = untoldReplies(testCase, "toolsCalled");
  if (untold.length === repliesOf(testCase).length) return "";
  const numbers = untold.map(([first]) => String(first?.number ?? 0));
  const more = numbers.length > 5 ? ` and ${String(numbers.length - 5)} more` : "";
  return ` in ${numbers.length === 1 ? "turn" : "turns"} ${numbers.slice(0, 5).join(", ")}${more}`;
}

/**
 * Whether a conversation was broken off, so that what is missing might still have come: for an error, or by its own script,
 * which ends where a step can't be done. Then that is unknown, not failed. What was wrong until then stays wrong.
 */
export const isBrokenOff = (testCase: TestCase): boolean =>
  testCase.error !== undefined || (isConversational(testCase) && isBrokenByScript(testCase));

/** Said of what is missing where a conversation was broken off. */
export const brokeOff = (reason: string): string =>
  `${reason}; but it broke off before its end, so that it might still have come`;
