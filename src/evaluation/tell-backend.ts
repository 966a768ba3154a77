import { isConversational, type MetricResult, type TestCase } from "../test-case/metric.js";

/** Shows the verdicts in the tracing backend that saw the agent at work. Loaded only where something was traced. */
export async function tellBackend(testCase: TestCase, results: readonly MetricResult[]): Promise<void> {
  const traced = isConversational(testCase) ? (testCase.traces ?? []).length > 0 : testCase.trace !== undefined;
  if (!traced || results.length === 0) return;
  const { recordVerdicts } = await import("../tracing/run/record-verdicts.js");
  recordVerdicts(testCase, results);
}
