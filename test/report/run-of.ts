import type { CaseResult, RunRecord } from "../../src/evaluation/run-record.js";
import type { ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";
import type { MetricResult } from "../../src/test-case/metric.js";

export const conversation: ConversationalTestCase = {
  turns: [
    { role: "user", content: "Hi, my headphones broke." },
    {
      role: "assistant",
      content: "I have refunded $59.90.",
      latencyMs: 12,
      toolsCalled: [
        { name: "lookup_order", inputParameters: { order_id: "A-1042" }, output: { total: 59.9 }, durationMs: 3 },
        { name: "refund_order", inputParameters: { order_id: "A-1042" }, output: { ok: true }, durationMs: 8 },
      ],
      retrievalContext: [{ context: "Refunds within 30 days.", source: "refunds.md" }],
    },
  ],
};

export const metric = (over: Partial<MetricResult> = {}): MetricResult => ({
  name: "Tool calls",
  verdict: "passed",
  score: 1,
  threshold: 1,
  reason: "2 of 2 expected calls were made",
  ...over,
});

export const caseOf = (over: Partial<CaseResult> = {}): CaseResult => ({
  name: "broken-headphones",
  verdict: "passed",
  flaky: false,
  reason: "1 assertion held",
  metrics: [metric()],
  notYetAsserted: [],
  testCase: conversation,
  ...over,
});

/** A run of these cases, with the totals that follow from them. */
export function runOf(results: readonly CaseResult[], over: Partial<RunRecord> = {}): RunRecord {
  const count = (verdict: CaseResult["verdict"]) => results.filter((result) => result.verdict === verdict).length;
  return {
    version: 2,
    id: "run-1",
    startedAt: "2026-01-01T00:00:00.000Z",
    durationMs: 42,
    rehearsal: "0.1.0",
    hyperparameters: {},
    passed:
      results.length > 0 &&
      results.every(({ verdict, flaky }) => verdict === "passed" || (flaky && verdict === "failed")),
    summary: {
      passed: count("passed"),
      failed: count("failed"),
      errored: count("errored"),
      skipped: count("skipped"),
      flakyFailures: results.filter(({ verdict, flaky }) => flaky && verdict === "failed").length,
    },
    results,
    ...over,
  };
}
