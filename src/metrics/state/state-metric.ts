import { messageOf as inWords } from "../../environment/state/compare-state.js";
import { judgeState } from "../../environment/state/judge-state.js";
import type { Matching } from "../../environment/state/state-matching.js";
import { RehearsalError } from "../../errors.js";
import { isConversational, type Metric, type MetricResult, type TestCase } from "../../test-case/metric.js";
import {
  brokeOff,
  checkOptionKeys,
  errored,
  isBrokenOff,
  measuredNow,
  skipped,
  type Finding,
  type MetricOptions,
} from "../measured.js";
import { hasMatchers, matcherTag } from "../trajectory/arguments/check-matcher.js";
import { testMatcher } from "../trajectory/arguments/test-matcher.js";

export interface StateMetricOptions extends Pick<MetricOptions, "flaky"> {
  /** Paths of the state that do not count, as `orders.*.updated_at`; see `compareState`. Absent: all count. */
  readonly ignore?: readonly string[];
}

/**
 * Did the conversation leave its world as it should? `expectedState` is to be part of the state at the end, and that is to
 * equal the state which `goldenActions` lead to, whatever the way there (as tau-bench compares databases). The score is
 * 1 or 0. Needs a simulator with an `environment`.
 */
export class StateMetric implements Metric {
  readonly name = "State";
  readonly threshold = 1;
  readonly flaky?: boolean;
  readonly #ignore: readonly string[];

  constructor(options: StateMetricOptions = {}) {
    checkOptionKeys(this.name, options, ["ignore", "flaky"] satisfies (keyof StateMetricOptions)[]);
    const { ignore = [], flaky } = options;
    if (flaky !== undefined) this.flaky = flaky;
    this.#ignore = ignore;
  }

  async measure(testCase: TestCase): Promise<MetricResult> {
    return this.measureNow(testCase);
  }

  measureNow(testCase: TestCase): MetricResult {
    return measuredNow(this, () => state(testCase, this.#ignore));
  }
}

/** Those of expected arguments. A list in any order has as many items. */
const matching: Matching = {
  check: (matcher, place) => {
    if (matcherTag(matcher) !== null) return void hasMatchers(matcher, place);
    const message = `the matcher at ${place} is written wrong: it has keys that it does not know (${Object.keys(matcher).join(", ")})`;
    throw new RehearsalError("invalid_input", message);
  },
  matches: (actual, matcher, equal) => {
    const tag = matcherTag(matcher);
    return tag !== null && testMatcher(tag, { actual, matcher, equal, how: "exact" });
  },
};

function state(testCase: TestCase, ignore: readonly string[]): Finding {
  if (!isConversational(testCase)) return skipped("only a conversation has a world", ["finalState"]);
  const { finalState, replayedState, expectedState, goldenActions } = testCase;
  const { verdict, reason, differences, field } = judgeState({
    ...{ expectedState, goldenActions, ignore },
    actual: finalState,
    replayed: replayedState,
    matching,
  });
  if (verdict === "skipped") return skipped(reason, ["expectedState", "goldenActions"]);
  const decided = field === undefined ? {} : { field };
  if (verdict === "errored") {
    const { failures = [] } = replayedState ?? {};
    const missing = finalState === undefined ? ["finalState"] : undefined;
    return { ...errored(reason, missing), ...decided, ...(failures.length > 1 && { details: failures }) };
  }
  if (verdict === "passed") return { verdict, score: 1, reason, ...decided };
  if (isBrokenOff(testCase)) return { ...errored(brokeOff(reason)), ...decided };
  const [first] = differences;
  return {
    ...{ verdict, score: 0, reason, ...decided },
    ...(first?.actual !== undefined && { actual: first.actual }),
    ...(first?.expected !== undefined && { expected: first.expected }),
    ...(differences.length > 1 && { details: inWords(differences).split("\n") }),
  };
}
