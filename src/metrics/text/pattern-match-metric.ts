import { cut } from "../../test-case/cut.js";
import { RehearsalError } from "../../errors.js";
import type { Metric, MetricResult, TestCase } from "../../test-case/metric.js";
import { testPattern } from "../../test-case/test-pattern.js";
import { described } from "../../test-case/unknown-option.js";
import { measured, thresholdOf, type Finding, type MetricOptions } from "../measured.js";
import { answerOf } from "./single-turn.js";

export interface PatternMatchOptions extends MetricOptions {
  /** A regular expression of JavaScript. Text is compiled with the flags `u` or, with `ignoreCase`, `iu`. */
  readonly pattern: string | RegExp;
  /** Absent means as the pattern says. */
  readonly ignoreCase?: boolean;
  /** The pattern must cover the whole answer, white space around it aside; false: be found in it. Absent means true. */
  readonly full?: boolean;
}

/** Does the answer match a pattern? For single answers of at most 100,000 characters. The score is 1 or 0. */
export class PatternMatchMetric implements Metric {
  readonly name = "Pattern Match";
  readonly threshold: number;
  readonly flaky?: boolean;
  readonly #pattern: RegExp;
  readonly #full: boolean;

  constructor(options: PatternMatchOptions) {
    this.threshold = thresholdOf(this.name, options, ["pattern", "ignoreCase", "full"]);
    if (options.flaky !== undefined) this.flaky = options.flaky;
    this.#full = options.full ?? true;
    this.#pattern = compile(options, this.#full);
  }

  measure(testCase: TestCase): Promise<MetricResult> {
    return measured(this, () => patternMatch(this.name, testCase, this.#pattern, this.#full));
  }
}

function compile({ pattern, ignoreCase }: PatternMatchOptions, full: boolean): RegExp {
  if (typeof pattern !== "string" && !((pattern as unknown) instanceof RegExp))
    throw new RehearsalError(
      "invalid_input",
      `Pattern Match: pattern must be a text or a regular expression; got ${described(pattern)}`,
    );
  const source = typeof pattern === "string" ? pattern.trim() : pattern.source;
  const given = typeof pattern === "string" ? "u" : pattern.flags;
  const flags = ignoreCase === undefined ? given : given.replace("i", "") + (ignoreCase ? "i" : "");
  try {
    new RegExp(source, flags);
    // Whole means the whole text, not a line of it.
    return full ? new RegExp(`^(?:${source})$`, flags.replace("m", "")) : new RegExp(source, flags);
  } catch (cause) {
    throw new RehearsalError("invalid_input", `Pattern Match: ${(cause as Error).message}`, { cause });
  }
}

function patternMatch(name: string, given: TestCase, pattern: RegExp, full: boolean): Finding {
  const looked = answerOf(name, given);
  if (!("answer" in looked)) return looked;
  const answer = looked.answer.trim();
  if (testPattern(pattern, answer)) return { verdict: "passed", score: 1, reason: "the answer matches the pattern" };
  const part = full && testPattern(new RegExp(pattern.source.slice(4, -2), pattern.flags), answer);
  return {
    verdict: "failed",
    score: 0,
    reason: part
      ? `the pattern ${shown(pattern, full)} matches only a part of the answer`
      : `the answer does not match the pattern ${shown(pattern, full)}`,
    actual: answer.slice(0, 2000),
    expected: String(pattern),
  };
}

/** As it was given, in one line. */
function shown(pattern: RegExp, full: boolean): string {
  const source = full ? pattern.source.slice(4, -2) : pattern.source;
  return cut(String(new RegExp(source, pattern.flags)), 120);
}
