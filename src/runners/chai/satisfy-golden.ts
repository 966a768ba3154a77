import { anyTestCase, nameOf } from "../../evaluation/any-test-case.js";
import { caseResult } from "../../evaluation/evaluate-case.js";
import { heldAgainst } from "../../evaluation/held-against.js";
import { measureNow } from "../../evaluation/measure.js";
import { statedMetrics } from "../../metrics/stated-metrics.js";
import type { Check } from "./async-matcher.js";
import { settleCase } from "./pass-metrics.js";

/** Throws unless what happened is what the golden states. What the test case states itself is left out. */
export function satisfyGolden(value: unknown, [golden]: readonly unknown[], check: Check): void {
  const testCase = heldAgainst(anyTestCase(value, "the value of satisfyGolden"), golden, "satisfyGolden");
  const { metrics, notYetAsserted } = statedMetrics(testCase);
  const results = metrics.map((metric) => measureNow(metric, testCase));
  settleCase(caseResult(testCase, nameOf(testCase, 0), results, notYetAsserted), check);
}
