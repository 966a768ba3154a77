import type { Budgets } from "../../test-case/budgets.js";
import { happenedTurns, repliesOf } from "../../test-case/agent-turns.js";
import { knownCalls } from "../../test-case/located-calls.js";
import { isConversational, type TestCase } from "../../test-case/metric.js";
import type { Trace } from "../../test-case/trace.js";
import { callsUnknown } from "../measured.js";
import { checkBound, unmeasured, type BudgetCheck } from "./budget-check.js";
import { listed } from "./least-latency.js";
import { latencyChecks } from "./latency-checks.js";

/** Every bound that is set, measured. What is not known is never taken for 0. */
export function checkBudgets(testCase: TestCase, budgets: Budgets): BudgetCheck[] {
  const { maxTurns, maxToolCalls, latencyMs, maxTokens, maxCost, maxInterruptions } = budgets;
  return [
    ...(maxTurns === undefined ? [] : [checkTurns(testCase, maxTurns)]),
    ...(maxToolCalls === undefined ? [] : [checkToolCalls(testCase, maxToolCalls)]),
    ...(latencyMs === undefined ? [] : latencyChecks(testCase, latencyMs)),
    ...(maxTokens === undefined ? [] : [checkTokens(testCase, maxTokens)]),
    ...(maxCost === undefined ? [] : [checkCost(testCase, maxCost)]),
    ...(maxInterruptions === undefined ? [] : [checkInterruptions(testCase, maxInterruptions)]),
  ];
}

/** The user turns that were generated, without those that the golden began with. */
function checkTurns(testCase: TestCase, bound: number): BudgetCheck {
  const turns = isConversational(testCase)
    ? happenedTurns(testCase).filter(({ turn }) => turn.role === "user").length
    : 1;
  return checkBound("maxTurns", turns, bound, " user turns");
}

/** Every call that ran, retries and failures included. */
function checkToolCalls(testCase: TestCase, bound: number): BudgetCheck {
  const { calls, complete } = knownCalls(testCase);
  const ran = calls.filter(({ call }) => call.executed !== false);
  // Enough are known to know that there are too many.
  if (!complete && ran.length <= bound) return unmeasured("maxToolCalls", "errored", callsUnknown(testCase));
  return checkBound("maxToolCalls", ran.length, bound, " calls", ran[bound]?.turn ?? undefined);
}

function checkTokens(testCase: TestCase, bound: number): BudgetCheck {
  const traces = tracesOf(testCase);
  const counts = traces.map(tokensOf);
  const total = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  // Enough are known to know that there are too many.
  if (total > bound) return checkBound("maxTokens", total, bound, " tokens");
  if (traces.length === 0)
    return unmeasured("maxTokens", "errored", `no trace was recorded, so no tokens are known${HOW}`);
  const unknown = counts.filter((count) => count === null).length;
  if (unknown === 0) return checkBound("maxTokens", total, bound, " tokens");
  return unmeasured(
    "maxTokens",
    "errored",
    `${String(unknown)} of ${String(traces.length)} traces recorded no tokens${HOW}`,
  );
}

const HOW =
  ": use wrapOpenAI() or the telemetry of the agent's framework, or updateCurrentSpan({ inputTokens, outputTokens })";

function tracesOf(testCase: TestCase): readonly Trace[] {
  if (isConversational(testCase)) return testCase.traces ?? [];
  return testCase.trace === undefined ? [] : [testCase.trace];
}

function tokensOf({ usage: { totalTokens, inputTokens, outputTokens } }: Trace): number | null {
  if (totalTokens !== null) return totalTokens;
  return inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens;
}

/** In US dollars, as recorded: a cost counts once it is known for every model call of a trace. */
function checkCost(testCase: TestCase, bound: number): BudgetCheck {
  const traces = tracesOf(testCase);
  const costs =
    isConversational(testCase) || testCase.tokenCost === undefined
      ? traces.map(({ usage }) => usage.costUsd)
      : [testCase.tokenCost];
  const total = costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
  // Enough is known to know that it is too much.
  if (total > bound) return checkBound("maxCost", total, bound, " USD");
  const unknown = costs.filter((cost) => cost === undefined).length;
  if (costs.length > 0 && unknown === 0) return checkBound("maxCost", total, bound, " USD");
  const which =
    costs.length === 0 ? "no trace was recorded" : `${String(unknown)} of ${String(costs.length)} traces tell none`;
  return unmeasured(
    "maxCost",
    "errored",
    `the cost is not known (${which}): give observe({ type: "llm", costPerInputToken, costPerOutputToken }), or updateCurrentSpan({ costUsd })`,
  );
}

function checkInterruptions(testCase: TestCase, bound: number): BudgetCheck {
  const replies = isConversational(testCase) ? repliesOf(testCase) : [];
  const untold = replies.filter((reply) => reply.every(({ turn }) => turn.interrupted === undefined));
  const cut = replies.flat().filter(({ turn }) => turn.interrupted === true);
  // Enough are known to know that there are too many.
  if (untold.length === 0 ? replies.length > 0 : cut.length > bound)
    return checkBound("maxInterruptions", cut.length, bound, " interrupted replies", cut[bound]?.number);
  const voice = isConversational(testCase) && testCase.voice === true;
  if (untold.length < replies.length || voice) {
    const which =
      untold.length === replies.length
        ? "no reply tells"
        : `${String(untold.length)} of ${String(replies.length)} replies do not tell`;
    const where = untold.length === replies.length ? "" : listed(untold.map(([first]) => first?.number ?? null));
    const text = `${which} whether it was interrupted${where}: give interrupted on those turns`;
    return unmeasured("maxInterruptions", "errored", text);
  }
  const text = "no reply tells whether it was interrupted; in writing nobody can be";
  return unmeasured("maxInterruptions", "skipped", text);
}
