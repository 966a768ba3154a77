import { blamedParties, type Blame } from "../../src/evaluation/blame.js";
import { gateOutcome } from "../../src/evaluation/gate-outcome.js";
import { ratesOf } from "../../src/evaluation/rates.js";
import type { CaseResult, RunRecord } from "../../src/evaluation/run-record.js";
import type { ToolCall } from "../../src/test-case/tool-call.js";
import type { Verdict } from "../../src/test-case/metric.js";
import { caseOf, metric, runOf } from "./run-of.js";

const verdicts: readonly Verdict[] = ["failed", "errored", "skipped", "passed"];

/** A run in which every field is set that a report or a message may print, each text made by `text`. */
export function fullRecord(text: () => string): RunRecord {
  const calls = (): ToolCall[] => [
    { name: text(), inputParameters: { [text()]: text() }, output: { [text()]: [text()] }, durationMs: 3 },
    { name: text(), inputParameters: text(), error: text() },
    { name: text(), executed: false },
  ];
  const retrievalContext = () => [text(), { context: text(), source: text(), id: text() }];
  const conversation = (error: boolean) => ({
    turns: [
      { role: "user" as const, content: text() },
      { role: "assistant" as const, content: text(), toolsCalled: calls(), retrievalContext: retrievalContext() },
    ],
    seed: text(),
    ...(error ? { error: text() } : { endReason: { by: "user" as const, reason: text() } }),
  });
  const answer = (error: boolean) => ({
    input: text(),
    actualOutput: text(),
    toolsCalled: calls(),
    retrievalContext: retrievalContext(),
    ...(error ? { error: text() } : {}),
  });
  const metrics = () =>
    verdicts.flatMap((verdict) => {
      const base = { name: text(), verdict, score: verdict === "failed" ? 0.5 : null, reason: text() };
      const found = { actual: { [text()]: text() }, expected: [text()], missing: [text()] };
      return [
        metric({ ...base, field: text(), turn: 2, call: 1, details: [text(), `${text()}\n${text()}`] }),
        metric({ ...base, ...found, threshold: 1 }),
        metric({ ...base, ...found, flaky: true }),
      ];
    });
  const blame = (index: number): Blame => ({ party: blamedParties[index % 4] ?? "agent", reason: text() });
  const results = verdicts.flatMap((verdict) =>
    [conversation(false), conversation(true), answer(false), answer(true)].flatMap((testCase, index): CaseResult[] => {
      const result = caseOf({ name: text(), verdict, reason: text(), notYetAsserted: [text(), text()], testCase });
      return [
        {
          ...result,
          metrics: metrics(),
          goldenId: text(),
          trial: index + 1,
          flaky: index % 2 === 0,
          blame: blame(index),
        },
        { ...result, metrics: [] },
      ];
    }),
  );
  const options = { seed: text(), maxInfrastructureShare: 0.05 };
  const golden = text();
  const trials = results.map((result) => ({ ...result, goldenId: golden, flaky: false }));
  const gate = { ...gateOutcome({ passRate: 0.5 }, trials, options), reason: text() };
  return runOf(results, { seed: text(), path: text(), id: text(), rates: ratesOf(trials, options), gate });
}
