import { knownCalls } from "../../test-case/located-calls.js";
import type { Metric, MetricResult, TestCase } from "../../test-case/metric.js";
import {
  callsUnknown,
  errored,
  measuredNow,
  scored,
  skipped,
  thresholdOf,
  type Finding,
  type MetricOptions,
} from "../measured.js";
import { describeCall } from "./describe-match.js";
import { findForbiddenCalls, type ForbiddenCall, type ToolPolicy } from "./forbidden-calls.js";
import { placeOf } from "./near-miss.js";
import { slipIn, slipReason } from "./spelling-notes.js";

/** What is given here goes before what the test case states. */
export type ForbiddenToolsOptions = MetricOptions & ToolPolicy;

/**
 * Was a tool called, or only attempted, that `forbiddenTools` rules out or `permittedTools` leaves out? The score is the
 * share of calls that were allowed, and 1 where there were none.
 */
export class ForbiddenToolsMetric implements Metric {
  readonly name = "Forbidden Tools";
  readonly threshold: number;
  readonly flaky?: boolean;
  readonly #policy: ToolPolicy;

  constructor(options: ForbiddenToolsOptions = {}) {
    this.threshold = thresholdOf(this.name, options, ["forbidden", "permitted"]);
    const { threshold: _, flaky, ...policy } = options;
    if (flaky !== undefined) this.flaky = flaky;
    this.#policy = policy;
  }

  async measure(testCase: TestCase): Promise<MetricResult> {
    return this.measureNow(testCase);
  }

  measureNow(testCase: TestCase): MetricResult {
    return measuredNow(this, () => forbiddenTools(testCase, this.#policy, this.threshold));
  }
}

function forbiddenTools(testCase: TestCase, policy: ToolPolicy, threshold: number): Finding {
  const forbidden = policy.forbidden ?? testCase.forbiddenTools;
  const permitted = policy.permitted ?? testCase.permittedTools;
  if ((forbidden === undefined || forbidden.length === 0) && permitted === undefined) {
    return skipped("the test case states neither forbiddenTools nor permittedTools", [
      "forbiddenTools",
      "permittedTools",
    ]);
  }
  const field = permitted === undefined ? "forbiddenTools" : "permittedTools";
  const found = findForbiddenCalls(testCase, {
    ...(forbidden === undefined ? {} : { forbidden }),
    ...(permitted === undefined ? {} : { permitted }),
  });
  if (found === null) return { ...errored(callsUnknown(testCase), ["toolsCalled"]), field };
  const [first, ...more] = found;
  if (first === undefined) {
    const called = knownCalls(testCase).calls.map(({ call }) => call.name);
    const slip = slipIn(forbidden ?? [], called, testCase);
    if (slip !== undefined) return { ...errored(slipReason("forbiddenTools", slip)), field: "forbiddenTools" };
    return { verdict: "passed", score: 1, reason: "no tool was called that may not be", field };
  }
  return {
    ...scored(1 - found.length / knownCalls(testCase).calls.length, threshold),
    reason: sentence(first),
    field: first.why === "forbidden" ? "forbiddenTools" : "permittedTools",
    ...(first.turn === null ? {} : { turn: first.turn }),
    call: first.position,
    actual: first.call.name,
    ...(first.why === "not permitted" ? { expected: [...(permitted ?? [])] } : {}),
    details: more.slice(0, 20).map((call) => `also ${placeOf(call)}: ${describeCall(call.call)}, ${call.why}`),
  };
}

function sentence({ call, turn, position, why, named }: ForbiddenCall): string {
  const did = call.executed === false ? "was requested" : "was called";
  const where = placeOf({ turn, position });
  if (why === "forbidden")
    return `${named === undefined ? `${call.name} ${did}` : `${named} ${did} as ${JSON.stringify(call.name)}`} (${where}), which is forbidden`;
  const hint = named === undefined ? "" : `: they name ${named}, spelled so`;
  return `${named === undefined ? call.name : JSON.stringify(call.name)} ${did} (${where}), which is not among the permitted tools${hint}`;
}
