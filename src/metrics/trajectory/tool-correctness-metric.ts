import { RehearsalError } from "../../errors.js";
import { happenedTurns } from "../../test-case/agent-turns.js";
import { knownCalls, type KnownCalls, type LocatedCall } from "../../test-case/located-calls.js";
import { matcherSlip } from "../../test-case/matcher-names.js";
import { isConversational, type Metric, type MetricResult, type TestCase } from "../../test-case/metric.js";
import type { ToolCall } from "../../test-case/tool-call.js";
import {
  brokeOff,
  callsUnknown,
  errored,
  isBrokenOff,
  measuredNow,
  skipped,
  thresholdOf,
  type Finding,
  type MetricOptions,
} from "../measured.js";
import { matchKnownCalls } from "./match-known-calls.js";
import { checkOptions } from "./match-tool-calls.js";
import { keptFromRunning } from "./switched-off.js";
import type { ToolMatchOptions, ToolMatchResult } from "./tool-match-result.js";

/** What is given here goes before what the test case states in `toolMatch`. */
export type ToolCorrectnessOptions = MetricOptions & ToolMatchOptions;

/**
 * Were the expected tools called? Compares the calls of a test case with its `expectedTools` as `matchToolCalls` does; in
 * a conversation all calls together, and besides those of each assistant turn that has `expectedTools` of its own (the
 * worst of these decides). `expectedTools: []` means that nothing may be called. The score is the part that agrees.
 *
 * A call that failed did not do what was expected, unless the expected one states its `error`; the same call, made once
 * more without a fault, did. Where an expected call states its `output`, that is compared as arguments are.
 *
 * Throws a RehearsalError (`invalid_input`) for an option that is written wrong.
 */
export class ToolCorrectnessMetric implements Metric {
  readonly name = "Tool Correctness";
  readonly threshold: number;
  readonly flaky?: boolean;
  readonly #options: ToolMatchOptions;

  constructor(options: ToolCorrectnessOptions = {}) {
    this.threshold = thresholdOf(this.name, options, ["mode", "args", "include", "retries", "failed"]);
    const { threshold: _, flaky, ...matching } = options;
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

const NOT_RUN =
  "expectedTools: a call that is expected has to run: leave `executed` out (forbiddenTools says that a tool must not even be attempted)";

interface Part {
  readonly expected: readonly ToolCall[];
  readonly actual: KnownCalls;
  /** Set where the part is one turn. */
  readonly turn?: number;
}

function toolCorrectness(testCase: TestCase, options: ToolMatchOptions): Finding {
  const calls = knownCalls(testCase);
  const byTurn = groupedByTurn(calls.calls);
  const pinned = (isConversational(testCase) ? happenedTurns(testCase) : []).flatMap(({ turn, number }): Part[] => {
    const { expectedTools: expected, shouldEvaluate, toolsCalled } = turn;
    if (expected === undefined || shouldEvaluate === false) return [];
    return [
      { expected, actual: { calls: byTurn.get(number) ?? [], complete: toolsCalled !== undefined }, turn: number },
    ];
  });
  const { expectedTools } = testCase;
  const parts: Part[] = [
    ...(expectedTools === undefined ? [] : [{ expected: expectedTools, actual: calls }]),
    ...pinned,
  ];
  if (parts.length === 0) return skipped("the test case states no expectedTools", ["expectedTools"]);
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

function groupedByTurn(calls: readonly LocatedCall[]): ReadonlyMap<number | null, readonly LocatedCall[]> {
  const byTurn = new Map<number | null, LocatedCall[]>();
  for (const call of calls) {
    const group = byTurn.get(call.turn);
    if (group === undefined) byTurn.set(call.turn, [call]);
    else group.push(call);
  }
  return byTurn;
}

function matchPart({ expected, actual }: Part, testCase: TestCase, options: ToolMatchOptions): ToolMatchResult {
  if (expected.some(({ executed }) => executed === false)) throw new RehearsalError("invalid_input", NOT_RUN);
  const slip = matcherSlip(expected);
  if (slip !== undefined) {
    const [index, ...path] = slip.path;
    throw new RehearsalError("invalid_input", `expectedTools[${String(index)}].${path.join(".")}: ${slip.message}`);
  }
  const { toolMatch } = testCase;
  const mode = options.mode ?? toolMatch?.mode;
  const args = options.args ?? toolMatch?.args;
  // "At least none" and "none of none" would say nothing; a list that is given and empty says that nothing may be called.
  const nothing = expected.length === 0 && (mode === "superset" || mode === "inOrder" || mode === "forbid");
  const how: ToolMatchOptions = {
    ...(options.include === undefined ? { failed: "differ" } : {}),
    ...options,
    ...(nothing ? { mode: "none" } : mode === undefined ? {} : { mode }),
    ...(args === undefined ? {} : { args }),
  };
  const result = matchKnownCalls(actual, expected, how, callsUnknown(testCase));
  const kept = result.verdict === "failed" ? keptFromRunning(result, actual.calls, how) : undefined;
  if (kept !== undefined) return { ...result, verdict: "errored", score: null, reason: kept };
  const mightStillCome = result.verdict === "failed" && isBrokenOff(testCase) && isOnlyMissing(result);
  return mightStillCome ? { ...result, verdict: "errored", score: null, reason: brokeOff(result.reason) } : result;
}

/** Whether more calls could still have made it right. */
const isOnlyMissing = ({ mode, missing, unexpected }: ToolMatchResult): boolean =>
  missing.length > 0 && (mode === "superset" || mode === "inOrder" || (mode !== "subset" && unexpected.length === 0));

function findingOf(result: ToolMatchResult, part: Part, testCase: TestCase): Finding {
  const { verdict, score, reason, details, turn = part.turn, call } = result;
  const field = part.turn === undefined ? "expectedTools" : `turns[${String(part.turn - 1)}].expectedTools`;
  if (verdict === "errored" && !part.actual.complete) return { ...errored(reason, ["toolsCalled"]), field };
  const trace = isConversational(testCase) && turn !== undefined ? testCase.turns[turn - 1]?.traceId : undefined;
  return {
    verdict,
    score,
    reason: part.turn === undefined ? reason : `in turn ${String(part.turn)}: ${reason}`,
    field,
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
  return { expected: names(expected), actual: names(actual.calls.map(({ call }) => call)) };
}
