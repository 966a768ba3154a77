import { readFileSync } from "node:fs";
import { expect } from "chai";
import {
  communicates,
  ExactMatchMetric,
  JsonCorrectnessMetric,
  matchToolCalls,
  ToolCorrectnessMetric,
  type ToolMatchOptions,
} from "../../src/metrics/index.js";
import type { Metric, MetricResult } from "../../src/test-case/index.js";
import { LLMTestCase, type LLMTestCaseInput, type ToolCallInput } from "../../src/test-case/index.js";

interface Fixture {
  readonly report: string;
  readonly kind: string;
  readonly input: unknown;
  readonly expected: unknown;
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../fixtures/reported/${name}.json`, import.meta.url), "utf8")) as Fixture;

interface Partial {
  readonly verdict: string;
  readonly score?: number | null;
  readonly precision?: number;
  readonly recall?: number;
  readonly reason?: string;
}

type Found = Pick<MetricResult, "verdict" | "score" | "reason"> & {
  readonly precision?: number | null;
  readonly recall?: number | null;
};

function check(found: Found, { verdict, score, precision, recall, reason }: Partial): void {
  expect(found.verdict, found.reason).to.equal(verdict);
  if (reason !== undefined) expect(found.reason).to.equal(reason);
  for (const [actual, expected] of [
    [found.score, score],
    [found.precision, precision],
    [found.recall, recall],
  ] as const) {
    if (typeof expected === "number") expect(actual).to.be.closeTo(expected, 1e-9);
    else if (expected === null) expect(actual).to.equal(null);
  }
}

const metrics: { readonly [kind: string]: (options: never) => Metric } = {
  ExactMatchMetric: (options) => new ExactMatchMetric(options),
  JsonCorrectnessMetric: (options) => new JsonCorrectnessMetric(options),
  ToolCorrectnessMetric: (options) => new ToolCorrectnessMetric(options),
};

async function decide({ kind, input, expected }: Fixture): Promise<void> {
  if (kind === "matchToolCalls") {
    const given = input as { actual: ToolCallInput[]; expected: ToolCallInput[]; options?: ToolMatchOptions };
    return check(matchToolCalls(given.actual, given.expected, given.options), expected as Partial);
  }
  if (kind === "communicates") {
    const { text, fact } = input as { text: string; fact: string };
    expect(communicates(text, fact)).to.equal(expected);
    return;
  }
  const make = metrics[kind];
  if (make === undefined) throw new Error(`no such kind: ${kind}`);
  const { testCase, options } = input as { testCase: LLMTestCaseInput; options: never };
  check(await make(options).measure(new LLMTestCase(testCase)), expected as Partial);
}

const names = [
  ...["deepeval-3141", "deepeval-2024", "deepeval-1410", "deepeval-3014", "deepeval-1608", "deepeval-2242"],
  ...["deepeval-greedy-assignment", "deepeval-rounding", "deepeval-absent-arguments", "deepeval-boolean-one"],
  ...["deepeval-3166", "deepeval-3166-strict"],
  ...["ragas-1893", "ragas-1893-exact", "ragas-1658", "ragas-1658-parallel", "ragas-2582"],
  ...["vitest-evals-20", "dokimos-103", "dokimos-103-number", "agentv-294", "agentv-297", "agentv-297-arguments"],
  ...[
    "agentevals-subset-arguments",
    "agentevals-unordered-arguments",
    "agentevals-greedy",
    "agentevals-blank-arguments",
  ],
  ...[
    "agentevals-66",
    "tau2-bench-missing-arguments",
    "tau2-bench-duplicates",
    "tau2-bench-substring",
    "tau2-bench-comma",
  ],
  ...["bfcl-accepted-values", "autoevals-220", "autoevals-key-order"],
];

describe("metrics: what was reported of others", () => {
  for (const name of names) {
    const fixture = read(name);
    it(`${name} (${fixture.report})`, () => decide(fixture));
  }
});
