import { cut } from "../test-case/cut.js";
import { happenedTurns } from "../test-case/agent-turns.js";
import { isConversational, type Metric, type TestCase } from "../test-case/metric.js";
import { BudgetMetric } from "./budgets/budget-metric.js";
import { MustCommunicateMetric } from "./communicate/must-communicate-metric.js";
import { ScriptMetric } from "./script-metric.js";
import { StateMetric } from "./state/state-metric.js";
import { ConfirmBeforeMetric } from "./trajectory/confirmation/confirm-before-metric.js";
import { ForbiddenToolsMetric } from "./trajectory/forbidden-tools-metric.js";
import { ToolCorrectnessMetric } from "./trajectory/tool-correctness-metric.js";

export interface StatedMetrics {
  /** Code alone decides all of them. */
  readonly metrics: readonly (Metric & Required<Pick<Metric, "measureNow">>)[];
  /** What the case states and no metric of this version looks at by itself, each once, in plain words. */
  readonly notYetAsserted: readonly string[];
}

/** Whether a list or an object is there and has something in it: an empty one states nothing. */
const given = (value: object | undefined): boolean => value !== undefined && Object.keys(value).length > 0;

/** The metrics for what a test case itself states, mostly copied from its golden. */
export function statedMetrics(testCase: TestCase): StatedMetrics {
  const { expectedTools, forbiddenTools, permittedTools, confirmBefore, mustCommunicate, mustNotCommunicate, budgets } =
    testCase;
  const turns = isConversational(testCase) ? happenedTurns(testCase) : [];
  const toolsByTurn = turns.some(({ turn }) => turn.expectedTools !== undefined && turn.shouldEvaluate !== false);
  return {
    metrics: [
      ...(isConversational(testCase) && testCase.script !== undefined ? [new ScriptMetric()] : []),
      // Empty lists that do state something: nothing is to be called, nothing is permitted.
      ...(expectedTools !== undefined || toolsByTurn ? [new ToolCorrectnessMetric()] : []),
      ...(given(forbiddenTools) || permittedTools !== undefined ? [new ForbiddenToolsMetric()] : []),
      ...(given(confirmBefore) ? [new ConfirmBeforeMetric()] : []),
      ...(given(mustCommunicate) || given(mustNotCommunicate) ? [new MustCommunicateMetric()] : []),
      ...(given(budgets) &&
      (budgets?.latencyMs === undefined || given(budgets.latencyMs) || Object.keys(budgets).length > 1)
        ? [new BudgetMetric()]
        : []),
      ...(statesAState(testCase) && hasState(testCase) ? [new StateMetric()] : []),
    ],
    notYetAsserted: notYetAsserted(testCase),
  };
}

const statesAState = ({ expectedState, goldenActions }: TestCase): boolean =>
  expectedState !== undefined || given(goldenActions);

const hasState = (testCase: TestCase): boolean => isConversational(testCase) && testCase.finalState !== undefined;

const NO_STATE = "the state at the end is not known without the simulator's environment";

function notYetAsserted(testCase: TestCase): string[] {
  const { expectedState, goldenActions, expectations, expectedLabels } = testCase;
  const outcome = isConversational(testCase) ? testCase.expectedOutcome : undefined;
  const outputs = isConversational(testCase)
    ? happenedTurns(testCase).flatMap(({ turn }) => (turn.shouldEvaluate === false ? [] : [turn.expectedOutput]))
    : [testCase.expectedOutput];
  const conditions = given(expectations?.must) || given(expectations?.mustNot);
  return [
    ...(outputs.some((output) => output !== undefined)
      ? ["expectedOutput (only a metric that you give compares it, such as ExactMatchMetric)"]
      : []),
    ...(outcome !== undefined && outcome.trim() !== "" ? ["expectedOutcome (needs a judge)"] : []),
    ...(conditions ? ["expectations (need a judge)"] : []),
    ...(given(expectedLabels) ? ["expectedLabels (need classifiers)"] : []),
    ...(expectedState === undefined || hasState(testCase) ? [] : [`expectedState (${NO_STATE})`]),
    ...(!given(goldenActions) || hasState(testCase) ? [] : [`goldenActions (${NO_STATE})`]),
    ...goalsLeft(testCase),
  ];
}

/** How a user that plays its golden's goals by rules says that it left with one of them open. */
const LEFT_OPEN =
  /^no progress in \d+ turns?: .*the goal's done test waits for |^the agent (?:said goodbye before |refused twice)|^\d+ of \d+ goals (?:was|were) reached; /s;

/** A goal is what the user wants and no assertion; that it was never reached is told. */
function goalsLeft(testCase: TestCase): string[] {
  const end = isConversational(testCase) ? testCase.endReason : undefined;
  if (end?.by !== "user" || !LEFT_OPEN.test(end.reason)) return [];
  return [`goals (the user left with one open: ${cut(end.reason, 200)})`];
}
