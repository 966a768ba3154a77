import { isConversational, type Metric, type MetricResult, type TestCase } from "../test-case/metric.js";
import { errored, measuredNow, scored, skipped, type Finding } from "./measured.js";

/** Did all that the steps of a hand-written scenario assert hold? */
export class ScriptMetric implements Metric {
  readonly name = "Script";
  readonly threshold = 1;

  async measure(testCase: TestCase): Promise<MetricResult> {
    return this.measureNow(testCase);
  }

  measureNow(testCase: TestCase): MetricResult {
    return measuredNow(this, () => finding(testCase));
  }
}

function finding(testCase: TestCase): Finding {
  const script = isConversational(testCase) ? testCase.script : undefined;
  if (script === undefined)
    return skipped("the conversation was not held by a script that asserts anything", ["script"]);
  const { verdict, reason, turn, actual, expected, failure } = script;
  const about = {
    reason,
    ...(turn !== undefined && { turn }),
    ...(actual !== undefined && { actual }),
    ...(expected !== undefined && { expected }),
  };
  if (verdict === "errored" && failure !== undefined) return { ...errored(reason), ...about, failure };
  // What was never asserted, no judge could have judged.
  const rest = isConversational(testCase) && testCase.path !== undefined ? "graph" : "script";
  if (verdict === "errored") return { ...errored(reason, [`the rest of the ${rest}`]), ...about };
  return { ...scored(verdict === "passed" ? 1 : 0, 1), ...about };
}
