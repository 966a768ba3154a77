import { messageOf } from "../../errors.js";
import type { Metric, MetricResult, TestCase } from "../../test-case/metric.js";
import { measured, thresholdOf, type Finding, type MetricOptions } from "../measured.js";
import { answerOf } from "./single-turn.js";
import { validatorOf } from "./validator.js";

export interface JsonCorrectnessOptions extends MetricOptions {
  /** Of zod or anything with `safeParse`, of a Standard Schema library, or a JSON Schema object. */
  readonly schema: unknown;
  /** Take the JSON out of a Markdown fence around the whole answer. Absent means false: who parses the answer can't either. */
  readonly stripFence?: boolean;
}

/** Is the answer JSON of this schema? For single answers. The score is 1 or 0. */
export class JsonCorrectnessMetric implements Metric {
  readonly name = "Json Correctness";
  readonly threshold: number;
  readonly flaky?: boolean;
  readonly #options: JsonCorrectnessOptions;

  constructor(options: JsonCorrectnessOptions) {
    this.threshold = thresholdOf(this.name, options, ["schema", "stripFence"]);
    if (options.flaky !== undefined) this.flaky = options.flaky;
    this.#options = options;
  }

  measure(testCase: TestCase): Promise<MetricResult> {
    return measured(this, () => jsonCorrectness(this.name, testCase, this.#options));
  }
}

/** What a Markdown fence around the whole answer holds; undefined where there is none. */
function insideFence(answer: string): string | undefined {
  const text = answer.trim();
  const fence = /^(?:`{3,}|~{3,})/.exec(text)?.[0];
  if (fence === undefined || text.length < 2 * fence.length || !text.endsWith(fence)) return undefined;
  return text
    .slice(fence.length, -fence.length)
    .replace(/^[ \t]*[\w+-]*[ \t]*\r?\n?/, "")
    .replace(/\r?\n?$/, "");
}

async function jsonCorrectness(
  name: string,
  given: TestCase,
  { schema, stripFence = false }: JsonCorrectnessOptions,
): Promise<Finding> {
  const looked = answerOf(name, given);
  if (!("answer" in looked)) return looked;
  const { answer } = looked;
  const validate = await validatorOf(schema);
  const fenced = insideFence(answer);
  const text = stripFence ? (fenced ?? answer) : answer;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const hint =
      fenced !== undefined && !stripFence ? "; it is fenced in Markdown, and stripFence: true would look inside" : "";
    const reason = `the answer is no JSON: ${messageOf(error)}${hint}`;
    return { verdict: "failed", score: 0, reason, actual: answer.slice(0, 2000) };
  }
  const violations = await validate(value);
  const [first] = violations;
  if (first === undefined) return { verdict: "passed", score: 1, reason: "the answer is valid JSON of the schema" };
  const inWords = ({ pointer, message }: typeof first) =>
    `${pointer === "" ? "the whole answer" : pointer}: ${message}`;
  const more = violations.length === 1 ? "" : ` (and ${String(violations.length - 1)} more)`;
  return {
    verdict: "failed",
    score: 0,
    reason: `the answer does not fit the schema at ${inWords(first)}${more}`,
    actual: answer.slice(0, 2000),
    details: violations.slice(0, 20).map(inWords),
  };
}
