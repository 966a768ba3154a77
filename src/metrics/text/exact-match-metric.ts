import type { JsonValue } from "../../test-case/json.js";
import type { Metric, MetricResult, TestCase } from "../../test-case/metric.js";
import { measured, skipped, thresholdOf, type Finding, type MetricOptions } from "../measured.js";
import { sameJson } from "../trajectory/arguments/canonical-form.js";
import { similarity } from "../trajectory/arguments/similarity.js";
import { answerOf } from "./single-turn.js";

export interface ExactMatchOptions extends MetricOptions {
  /** Leave out white space around both texts. Absent means true. */
  readonly trim?: boolean;
  /** The Unicode form in which texts are compared, so that an accent is one whichever way it is encoded. Absent means `"NFC"`. */
  readonly form?: "NFC" | "NFKC" | "none";
  /** Absent means false. */
  readonly ignoreCase?: boolean;
  /** Compare both as JSON: the order of keys and white space do not count. Absent means false. */
  readonly json?: boolean;
}

/** Is the answer just the `expectedOutput`? For single answers. The score is 1 or 0. */
export class ExactMatchMetric implements Metric {
  readonly name = "Exact Match";
  readonly threshold: number;
  readonly flaky?: boolean;
  readonly #options: ExactMatchOptions;

  constructor(options: ExactMatchOptions = {}) {
    this.threshold = thresholdOf(this.name, options, ["trim", "form", "ignoreCase", "json"]);
    if (options.flaky !== undefined) this.flaky = options.flaky;
    this.#options = options;
  }

  measure(testCase: TestCase): Promise<MetricResult> {
    return measured(this, () => exactMatch(this.name, testCase, this.#options));
  }
}

function exactMatch(name: string, given: TestCase, options: ExactMatchOptions): Finding {
  const looked = answerOf(name, given);
  if (!("answer" in looked)) return looked;
  const { expectedOutput } = looked.testCase;
  if (expectedOutput === undefined) return skipped("the test case states no expectedOutput", ["expectedOutput"]);
  const field = "expectedOutput";
  if (options.json === true) return { ...jsonMatch(looked.answer, expectedOutput), field };
  const [actual, expected] = [normal(looked.answer, options), normal(expectedOutput, options)];
  if (actual === expected) return { verdict: "passed", score: 1, reason: "the answer is the expected one", field };
  return { verdict: "failed", score: 0, reason: firstDifference(actual, expected), field, actual, expected };
}

function normal(text: string, { trim = true, form = "NFC", ignoreCase = false }: ExactMatchOptions): string {
  const trimmed = trim ? text.trim() : text;
  const formed = form === "none" ? trimmed : trimmed.normalize(form);
  return ignoreCase ? formed.toLowerCase() : formed;
}

function firstDifference(actual: string, expected: string): string {
  if (actual === "") return "the answer is empty";
  const [a, e] = [Array.from(actual), Array.from(expected)];
  const at = a.findIndex((sign, index) => sign !== e[index]);
  const from = at === -1 ? a.length : at;
  const excerpt = (signs: readonly string[]) => JSON.stringify(signs.slice(Math.max(0, from - 10), from + 20).join(""));
  if (from >= e.length) return `the answer goes on after the expected one: ${excerpt(a)}`;
  if (from >= a.length) return `the answer ends before the expected one does: …${excerpt(e)} is expected`;
  return `the answer differs from the expected one at character ${String(from + 1)}: ${excerpt(a)}, expected ${excerpt(e)}`;
}

function jsonMatch(answer: string, expectedOutput: string): Finding {
  const expected = parsed(expectedOutput);
  if (expected === undefined) {
    return {
      verdict: "errored",
      score: null,
      reason: "expectedOutput is no JSON; leave out the option json, or correct it",
    };
  }
  const actual = parsed(answer);
  if (actual === undefined)
    return { verdict: "failed", score: 0, reason: "the answer is no JSON", actual: answer, expected };
  const differences: string[] = [];
  if (sameJson(actual, expected)) return { verdict: "passed", score: 1, reason: "the answer is the expected JSON" };
  similarity(actual, expected, "exact", ({ path, message }) =>
    differences.push(path === "" ? message : `${path}: ${message}`),
  );
  return {
    verdict: "failed",
    score: 0,
    reason: `the answer is other JSON than expected: ${differences[0] ?? ""}`,
    details: differences.slice(0, 20),
    actual,
    expected,
  };
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
