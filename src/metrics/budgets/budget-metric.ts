import { budgetsSchema, type Budgets } from "../../test-case/budgets.js";
import { parse } from "../../test-case/checking.js";
import type { Metric, MetricResult, TestCase } from "../../test-case/metric.js";
import { measuredNow, scored, skipped, thresholdOf, type Finding, type MetricOptions } from "../measured.js";
import { checkBudgets } from "./budget-checks.js";
import type { BudgetCheck } from "./budget-check.js";

export interface BudgetOptions extends MetricOptions {
  /** Absent: the test case's `budgets`. */
  readonly budgets?: Budgets;
}

/**
 * Did the conversation keep within its budgets? The score is the share of bounds that held, of those that could be
 * measured. A bound that can't be measured but should be makes it `errored`, unless another one failed; one that has no
 * meaning here (interruptions in writing) is listed as skipped, and leaves the verdict to the others.
 */
export class BudgetMetric implements Metric {
  readonly name = "Budget";
  readonly threshold: number;
  readonly flaky?: boolean;
  readonly #budgets: Budgets | undefined;

  constructor(options: BudgetOptions = {}) {
    this.threshold = thresholdOf(this.name, options, ["budgets"]);
    if (options.flaky !== undefined) this.flaky = options.flaky;
    if (options.budgets !== undefined) this.#budgets = parse(budgetsSchema, options.budgets, "Budget: budgets");
  }

  async measure(testCase: TestCase): Promise<MetricResult> {
    return this.measureNow(testCase);
  }

  measureNow(testCase: TestCase): MetricResult {
    return measuredNow(this, () => budget(testCase, this.#budgets ?? testCase.budgets, this.threshold));
  }
}

const SIGNS = { passed: "✓", failed: "✗", errored: "?", skipped: "-" } as const;

function budget(testCase: TestCase, budgets: Budgets = {}, threshold: number): Finding {
  const checks = checkBudgets(testCase, budgets);
  if (checks.length === 0) return skipped("the test case states no budgets", ["budgets"]);
  const of = (verdict: BudgetCheck["verdict"]) => checks.filter((check) => check.verdict === verdict);
  const [passed, failed, errored] = [of("passed"), of("failed"), of("errored")];
  const details = checks.map(({ verdict, budget: name, text }) => `${SIGNS[verdict]} ${name}: ${text}`);
  const decisive = failed[0] ?? errored[0] ?? passed[0] ?? checks[0];
  const field = `budgets.${decisive?.budget ?? ""}`;
  const reason = `${decisive?.budget ?? ""}: ${decisive?.text ?? ""}`;
  const sum = passed.length + failed.length;
  const score = sum === 0 ? null : scored(passed.length / sum, threshold);
  if (score?.verdict === "failed") {
    const { actual, bound, turn } = decisive ?? {};
    const more = failed.length === 1 ? "" : ` (and ${String(failed.length - 1)} more)`;
    return {
      ...score,
      reason: `over budget: ${reason}${more}`,
      field,
      ...(turn === undefined ? {} : { turn }),
      ...(actual === undefined ? {} : { actual }),
      ...(bound === undefined ? {} : { expected: bound }),
      details,
    };
  }
  if (errored.length > 0)
    return { verdict: "errored", score: null, reason, field: `budgets.${errored[0]?.budget ?? ""}`, details };
  if (score === null) return { verdict: "skipped", score: null, reason, field, details };
  return {
    ...score,
    reason: `within budget: ${passed.map(({ budget: name, text }) => `${name} ${text}`).join("; ")}`,
    field: "budgets",
    details,
  };
}
