import { AssertionError } from "node:assert";
import { RehearsalError } from "../../errors.js";
import { anyTestCase, nameOf } from "../../evaluation/any-test-case.js";
import { errorOf, withFrames } from "../../evaluation/assertion-error.js";
import { warnFlaky } from "../../evaluation/assert-with.js";
import { evaluateCase, type StatedMetrics } from "../../evaluation/evaluate-case.js";
import { failureMessage } from "../../evaluation/failure-message.js";
import { metricList } from "../../evaluation/metric-list.js";
import { excerpt } from "../../evaluation/neutralise.js";
import type { CaseResult } from "../../evaluation/run-record.js";
import { isForgiven } from "../../evaluation/status.js";
import { laidOut, whereabouts } from "../../evaluation/whereabouts.js";
import type { Check } from "./async-matcher.js";

const nothingStated: StatedMetrics = () => ({ metrics: [], notYetAsserted: [] });

/** Rejects unless the test case passes these metrics, and with `.not` unless it fails one. What it states is left out. */
export async function passMetrics(value: unknown, [metrics]: readonly unknown[], check: Check): Promise<void> {
  const testCase = anyTestCase(value, "the value of passMetrics");
  const given = metricList(metrics, "passMetrics");
  if (given.length === 0) {
    throw new RehearsalError("nothing_asserted", "passMetrics was given no metrics, and nothing asserted is no pass");
  }
  settleCase(await evaluateCase(testCase, { name: nameOf(testCase, 0), metrics: given, stated: nothingStated }), check);
}

/** Throws where the result of a case is not the wanted one. What could not be judged is neither a pass nor a failure. */
export function settleCase(result: CaseResult, { negated, frames }: Check): void {
  const { verdict, reason, metrics } = result;
  if (verdict === (negated ? "failed" : "passed")) return;
  const where = whereabouts(result, frames);
  if (negated && verdict === "passed") {
    const held = metrics.map((it) => `\n  ${excerpt(it.name)}: ${excerpt(it.reason)}`).join("");
    const message = laidOut(`expected the test case to fail, but ${reason}${held}`);
    throw withFrames(new AssertionError({ message }), frames);
  }
  if (!isForgiven(result)) throw errorOf(result, frames, where);
  warnFlaky(failureMessage(result, where));
}
