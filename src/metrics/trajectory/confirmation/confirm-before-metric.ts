import { knownCalls } from "../../../test-case/located-calls.js";
import type { Metric, MetricResult, TestCase } from "../../../test-case/metric.js";
import {
  callsUnknown,
  errored,
  measuredNow,
  scored,
  skipped,
  thresholdOf,
  type Finding,
  type MetricOptions,
} from "../../measured.js";
import { describeCall } from "../describe-match.js";
import { placeOf } from "../near-miss.js";
import { findUnconfirmedCalls, type UnconfirmedCall } from "./unconfirmed-calls.js";

export interface ConfirmBeforeOptions extends MetricOptions {
  /** Names of the tools that need consent. Absent: the test case's `confirmBefore`. */
  readonly tools?: readonly string[];
}

/**
 * Did the user agree before a tool of `confirmBefore` was called? See `findUnconfirmedCalls` for what that means. The
 * score is the share of such calls that were agreed to, and 1 where there were none; where it can't be told and would decide,
 * the result is `errored`.
 */
export class ConfirmBeforeMetric implements Metric {
  readonly name = "Confirm Before";
  readonly threshold: number;
  readonly flaky?: boolean;
  readonly #tools: readonly string[] | undefined;

  constructor(options: ConfirmBeforeOptions = {}) {
    this.threshold = thresholdOf(this.name, options);
    if (options.flaky !== undefined) this.flaky = options.flaky;
    this.#tools = options.tools;
  }

  async measure(testCase: TestCase): Promise<MetricResult> {
    return this.measureNow(testCase);
  }

  measureNow(testCase: TestCase): MetricResult {
    return measuredNow(this, () => confirmBefore(testCase, this.#tools ?? testCase.confirmBefore, this.threshold));
  }
}

function confirmBefore(testCase: TestCase, tools: readonly string[] = [], threshold: number): Finding {
  const field = "confirmBefore";
  if (tools.length === 0) return skipped("the test case states no confirmBefore", [field]);
  const { calls, complete } = knownCalls(testCase);
  const made = calls.filter(({ call }) => tools.includes(call.name)).length;
  const found = findUnconfirmedCalls(testCase, tools);
  if (found === null) return { ...errored(callsUnknown(testCase), ["toolsCalled"]), field };
  if (made === 0) {
    return {
      verdict: "passed",
      score: 1,
      reason: `${tools.join(", ")}: not called, so there was nothing to agree to`,
      field,
    };
  }
  const failed = found.filter(({ verdict }) => verdict === "failed");
  const doubtful = found.filter(({ verdict }) => verdict === "errored");
  const [first, ...more] = [...failed, ...doubtful];
  if (first === undefined)
    return { verdict: "passed", score: 1, reason: "the user agreed before each call that needs it", field };
  const atBest = scored(1 - failed.length / made, threshold);
  const atWorst = scored(complete ? 1 - found.length / made : 0, threshold);
  const isOpen = atBest.verdict !== atWorst.verdict;
  return {
    ...(isOpen ? { verdict: "errored", score: null } : atWorst),
    reason: isOpen ? (doubtful[0]?.why ?? callsUnknown(testCase)) : first.why,
    field,
    ...(first.turn === null ? {} : { turn: first.turn }),
    call: first.position,
    details: [
      stateOf(first),
      ...more.slice(0, 20).map((call) => `also ${placeOf(call)}: ${describeCall(call.call)}: ${call.why}`),
    ],
  };
}

function stateOf({ proposal, consent }: UnconfirmedCall): string {
  const turn = (number: number | null) => (number === null ? "none" : `turn ${String(number)}`);
  return `last proposal by the assistant: ${turn(proposal)}        last consent of the user: ${turn(consent)}`;
}
