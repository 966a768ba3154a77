import { expect } from "chai";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StatedMetrics } from "../../src/evaluation/evaluate-case.js";
import { isConversational, type Metric, type MetricResult, type TestCase } from "../../src/test-case/metric.js";

export const result = (more: Partial<MetricResult> = {}): MetricResult => {
  const verdict = more.verdict ?? "passed";
  const score = verdict === "passed" ? 1 : verdict === "failed" ? 0 : null;
  return { name: "m", verdict, score, threshold: 1, reason: `it ${verdict}`, ...more };
};

/** A metric that answers what it is told. */
export const metric = (
  name: string,
  answer: Partial<MetricResult> | ((testCase: TestCase) => unknown) = {},
): Metric => ({
  name,
  threshold: 1,
  measure: async (testCase) =>
    typeof answer === "function" ? (answer(testCase) as MetricResult) : result({ name, ...answer }),
});

export const contentOf = (testCase: TestCase): string =>
  isConversational(testCase) ? testCase.turns.map((turn) => turn.content).join("\n") : (testCase.actualOutput ?? "");

/** Stands for what a case states: its mustCommunicate, by plain search. */
export const stated: StatedMetrics = ({ mustCommunicate, expectations }) => ({
  metrics:
    mustCommunicate === undefined
      ? []
      : [
          metric("mustCommunicate", (testCase) => {
            const missing = mustCommunicate.filter((fact) => !contentOf(testCase).includes(fact));
            const told = {
              field: "mustCommunicate",
              actual: contentOf(testCase),
              expected: mustCommunicate.join("\n"),
            };
            return missing.length === 0
              ? result({ name: "mustCommunicate" })
              : result({
                  name: "mustCommunicate",
                  verdict: "failed",
                  reason: `never said: ${missing.join()}`,
                  ...told,
                });
          }),
        ],
  notYetAsserted: expectations === undefined ? [] : ["expectations"],
});

export const nothingStated: StatedMetrics = () => ({ metrics: [], notYetAsserted: [] });

/** A folder that is gone when `use` has ended. */
export async function inScratch<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "rehearsal-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A message without the margin that it has where mocha prints it. */
export const dedented = (message: string): string => message.replace(/^ {5}/gm, "");

/** What a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  const thrown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown, "it resolved").to.be.instanceOf(Error);
  return thrown as Error;
}
