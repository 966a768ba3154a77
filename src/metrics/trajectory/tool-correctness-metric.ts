import { locatedCalls, type LocatedCall } from "../../test-case/located-calls.js";
import { isConversational, type Metric, type MetricResult, type TestCase } from "../../test-case/metric.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import {
  brokeOff,
  callsUnknown,
  errored,
  measuredNow,
  skipped,
  thresholdOf,
  type Finding,
  type MetricOptions,
} from "../measured.js";
import { checkOptions, matchToolCalls } from "./match-tool-calls.js";
import type { ToolMatchOptions, ToolMatchResult } from "./tool-match-result.js";

/** What is given here goes before what the test case states in `toolMatch`. */
export type ToolCorrectnessOptions = MetricOptions & ToolMatchOptions;

/**
 * Were the expected tools called? Compares the calls of a test case with its `expectedTools` as `matchToolCalls` does; in
 * a conversation all calls together, and besides those of each assistant turn that has `expectedTools` of its own (the
 * worst of these decides). `expectedTools: []` means that nothing may be called. The score is the part that agrees.
 *
 * Throws a RehearsalError (`invalid_input`) for an option that is written wrong.
 */
export class ToolCorrectnessMetric implements Metric {
  readonly name = "Tool Correctness";
  readonly threshold: number;
  readonly flaky?: boolean;
  readonly #options: ToolMatchOptions;

  constructor(options: ToolCorrectnessOptions = {}) {
    const { threshold: _, flaky, ...matching } = options;
    this.threshold = thresholdOf(this.name, options);
    if (flaky !== undefined) this.flaky = flaky;
    this.#options = { ...matching, threshold: this.threshold };
    checkOptions(this.#options);
  }

  async measure(testCase: TestCase): Promise<MetricResult> {
    return this.measureNow(testCase);
  }

  measureNow(testCase: TestCase): MetricResult {
    return measuredNow(this, () => toolCorrectness(testCase, this.#options));
  }
}

interface Part {
  readonly expected: readonly ToolCall[];
  readonly actual: readonly LocatedCall[];
  /** Set where the part is one turn. */
  readonly turn?: number;
}

function toolCorrectness(testCase: TestCase, options: ToolMatchOptions): Finding {
  const turns = isConversational(testCase) ? testCase.turns : [];
  const pinned = turns.flatMap(({ expectedTools, shouldEvaluate, toolsCalled }, index) =>
    expectedTools === undefined || shouldEvaluate === false
      ? []
      : [{ expected: expectedTools, toolsCalled, turn: index + 1 }],
  );
  if (testCase.expectedTools === undefined && pinned.length === 0) {
    return skipped("the test case states no expectedTools", ["expectedTools"]);
  }
  const calls = locatedCalls(testCase);
  if (calls === null || pinned.some(({ toolsCalled }) => toolsCalled === undefined)) {
    return { ...errored(callsUnknown(testCase), ["toolsCalled"]), field: "expectedTools" };
  }
  const parts: Part[] = [
    ...(testCase.expectedTools === undefined ? [] : [{ expected: testCase.expectedTools, actual: calls }]),
    ...pinned.map(({ expected, turn }) => ({ expected, actual: calls.filter((call) => call.turn === turn), turn })),
  ];
  const results = parts.map((part) => ({ part, result: matchPart(part, testCase, options) }));
  const order = ["failed", "errored", "passed", "skipped"] as const;
  const [decisive] = results.toSorted((a, b) => order.indexOf(a.result.verdict) - order.indexOf(b.result.verdict));
  if (decisive === undefined) return skipped("the test case states no expectedTools", ["expectedTools"]);
  const scores = results.filter(({ result }) => result.verdict !== "skipped").map(({ result }) => result.score);
  const score = scores.reduce<number | null>(
    (least, one) => (least === null || one === null ? null : Math.min(least, one)),
    scores[0] ?? null,
  );
  return { ...findingOf(decisive.result, decisive.part, testCase), score };
}

function matchPart(
  { expected, actual }: Part,
  { toolMatch, error }: TestCase,
  options: ToolMatchOptions,
): ToolMatchResult {
  const mode = options.mode ?? toolMatch?.mode;
  const args = options.args ?? toolMatch?.args;
  // "At least none" would say nothing; a list that is given and empty says that nothing may be called.
  const nothing = expected.length === 0 && (mode === "superset" || mode === "inOrder");
  const result = matchToolCalls(actual, expected, {
    ...options,
    ...(nothing ? { mode: "none" } : mode === undefined ? {} : { mode }),
    ...(args === undefined ? {} : { args }),
  });
  const mightStillCome = result.verdict === "failed" && error !== undefined && isOnlyMissing(result);
  return mightStillCome ? { ...result, verdict: "errored", score: null, reason: brokeOff(result.reason) } : result;
}

/** Whether more calls could still have made it right. */
const isOnlyMissing = ({ mode, missing, unexpected }: ToolMatchResult): boolean =>
  missing.length > 0 && (mode === "superset" || mode === "inOrder" || (mode !== "subset" && unexpected.length === 0));

function findingOf(result: ToolMatchResult, part: Part, testCase: TestCase): Finding {
  const { verdict, score, reason, details, turn = part.turn, call } = result;
  const trace = isConversational(testCase) && turn !== undefined ? testCase.turns[turn - 1]?.traceId : undefined;
  return {
    verdict,
    score,
    reason: part.turn === undefined ? reason : `in turn ${String(part.turn)}: ${reason}`,
    field: part.turn === undefined ? "expectedTools" : `turns[${String(part.turn - 1)}].expectedTools`,
    ...(turn === undefined ? {} : { turn }),
    ...(call === undefined ? {} : { call }),
    ...(verdict === "failed" ? sides(result, part) : {}),
    details: [...details, ...(trace === undefined ? [] : [`trace ${trace}`])],
  };
}

/** For a diff: the first missing call and the one that comes nearest, else the names on both sides. */
function sides(
  { nearMisses: [near] }: ToolMatchResult,
  { expected, actual }: Part,
): Pick<Finding, "actual" | "expected"> {
  const small = ({ name, inputParameters }: ToolCall) => ({
    name,
    ...(inputParameters === undefined ? {} : { inputParameters }),
  });
  if (near !== undefined) return { expected: small(near.expected), actual: small(near.actual) };
  const names = (calls: readonly ToolCall[]) => calls.slice(0, 50).map(({ name }) => name);
  return { expected: names(expected), actual: names(actual.map(({ call }) => call)) };
}
