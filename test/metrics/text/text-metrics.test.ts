import { expect } from "chai";
import { z } from "zod";
import { ExactMatchMetric, JsonCorrectnessMetric, PatternMatchMetric } from "../../../src/metrics/index.js";
import { ConversationalTestCase, LLMTestCase, type Metric } from "../../../src/test-case/index.js";

const measure = (metric: Metric, actualOutput?: string, expectedOutput?: string) =>
  metric.measure(
    new LLMTestCase({
      input: "q",
      ...(actualOutput === undefined ? {} : { actualOutput }),
      ...(expectedOutput === undefined ? {} : { expectedOutput }),
    }),
  );

describe("ExactMatchMetric", () => {
  const exact = new ExactMatchMetric();

  it("compares texts, white space around them and Unicode composition aside", async () => {
    expect(await measure(exact, " café\n", "cafe\u0301")).to.include({ verdict: "passed", score: 1 });
    expect(await measure(exact, "a", "A")).to.include({ verdict: "failed", score: 0 });
    expect(await measure(new ExactMatchMetric({ ignoreCase: true }), "a", "A")).to.include({ verdict: "passed" });
    expect(await measure(new ExactMatchMetric({ trim: false }), " a", "a")).to.include({ verdict: "failed" });
    expect(await measure(exact, "x²", "x2")).to.include({ verdict: "failed" });
    expect(await measure(new ExactMatchMetric({ form: "NFKC" }), "x²", "x2")).to.include({ verdict: "passed" });
  });

  it("says where they part", async () => {
    expect((await measure(exact, "Within 30 days.", "Within 14 days.")).reason).to.equal(
      'the answer differs from the expected one at character 8: "Within 30 days.", expected "Within 14 days."',
    );
    expect((await measure(exact, "Yes, and more", "Yes")).reason).to.include("goes on after the expected one");
    expect((await measure(exact, "Yes", "Yes, and more")).reason).to.include("ends before the expected one");
    expect((await measure(exact, " ", "Yes")).reason).to.equal("the answer is empty");
  });

  it("compares JSON by value when asked", async () => {
    const json = new ExactMatchMetric({ json: true });
    expect(await measure(json, '{"a":1,"b":[2]}', '{ "b": [2], "a": 1.0 }')).to.include({ verdict: "passed" });
    expect((await measure(json, '{"a":1}', '{"a":2}')).reason).to.include("a: expected 2, got 1");
    expect(await measure(json, "none", '{"a":2}')).to.include({ verdict: "failed", reason: "the answer is no JSON" });
    expect(await measure(json, "{}", "none")).to.include({ verdict: "errored", score: null });
  });

  it("skips what it does not find, and errs for a conversation", async () => {
    expect(await measure(exact, "a")).to.deep.include({ verdict: "skipped", missing: ["expectedOutput"] });
    expect(await measure(exact, undefined, "a")).to.deep.include({ verdict: "skipped", missing: ["actualOutput"] });
    const conversation = await exact.measure(new ConversationalTestCase({ turns: [{ role: "user", content: "x" }] }));
    expect(conversation.verdict).to.equal("errored");
    expect(conversation.reason).to.include("this is a conversation");
  });
});

describe("PatternMatchMetric", () => {
  it("must cover the whole answer, unless it need only be found", async () => {
    expect(await measure(new PatternMatchMetric({ pattern: "\\d+ days" }), " 30 days\n")).to.include({
      verdict: "passed",
    });
    const part = await measure(new PatternMatchMetric({ pattern: "\\d+ days" }), "in 30 days");
    expect(part).to.include({
      verdict: "failed",
      reason: "the pattern /\\d+ days/u matches only a part of the answer",
    });
    expect(await measure(new PatternMatchMetric({ pattern: "\\d+ days", full: false }), "in 30 days")).to.include({
      verdict: "passed",
    });
    expect(await measure(new PatternMatchMetric({ pattern: "a|b" }), "ab")).to.include({ verdict: "failed" });
    expect(await measure(new PatternMatchMetric({ pattern: /^a$/m }), "a\nb")).to.include({ verdict: "failed" });
  });

  it("takes flags from the pattern or the option, and has no memory", async () => {
    expect(await measure(new PatternMatchMetric({ pattern: /yes/i }), "YES")).to.include({ verdict: "passed" });
    expect(await measure(new PatternMatchMetric({ pattern: "yes", ignoreCase: true }), "YES")).to.include({
      verdict: "passed",
    });
    expect(await measure(new PatternMatchMetric({ pattern: /yes/i, ignoreCase: false }), "YES")).to.include({
      verdict: "failed",
    });
    const global = new PatternMatchMetric({ pattern: /a/g, full: false });
    for (let run = 0; run < 3; run += 1) expect(await measure(global, "a")).to.include({ verdict: "passed" });
  });

  it("errs rather than hang, and refuses what is no pattern", async () => {
    const result = await measure(new PatternMatchMetric({ pattern: "(a+)+" }), `${"a".repeat(50)}!`);
    expect(result.verdict).to.equal("errored");
    expect(result.reason).to.include("ran for more than a second");
    expect(() => new PatternMatchMetric({ pattern: "(" })).to.throw("Pattern Match: Invalid regular expression");
  });
});

describe("JsonCorrectnessMetric", () => {
  const jsonSchema = {
    type: "object",
    properties: {
      items: { type: "array", items: { type: "object", properties: { "a/b": { type: "number" } }, required: ["a/b"] } },
    },
    required: ["items"],
  };
  const schema = z.object({ items: z.array(z.object({ "a/b": z.number() })) });
  const standard = {
    "~standard": { version: 1, vendor: "x", validate: (value: unknown) => schema["~standard"].validate(value) },
  };
  const duck = { safeParse: (value: unknown) => schema.safeParse(value) };

  for (const [kind, given] of Object.entries({
    zod: schema,
    "JSON Schema": jsonSchema,
    "Standard Schema": standard,
    safeParse: duck,
  })) {
    it(`validates with ${kind}, and points at what is wrong`, async () => {
      const metric = new JsonCorrectnessMetric({ schema: given });
      expect(await measure(metric, '{"items":[{"a/b":1}]}')).to.include({ verdict: "passed", score: 1 });
      const wrong = await measure(metric, '{"items":[{"a/b":1},{"a/b":"1"}]}');
      expect(wrong).to.include({ verdict: "failed", score: 0 });
      expect(wrong.reason).to.match(/^the answer does not fit the schema at \/items\/1\/a~1b: .*number/);
    });
  }

  it("looks into a fence only when told to, and says that it could", async () => {
    const fenced = '```json\n{"items":[]}\n```';
    const strict = await measure(new JsonCorrectnessMetric({ schema }), fenced);
    expect(strict.verdict).to.equal("failed");
    expect(strict.reason).to.include("stripFence: true");
    expect(await measure(new JsonCorrectnessMetric({ schema, stripFence: true }), fenced)).to.include({
      verdict: "passed",
    });
    expect(await measure(new JsonCorrectnessMetric({ schema, stripFence: true }), '{"items":[]}')).to.include({
      verdict: "passed",
    });
  });

  it("fails for what is no JSON, and errs for what is no schema", async () => {
    expect((await measure(new JsonCorrectnessMetric({ schema }), "hello")).reason).to.include("the answer is no JSON");
    expect(await measure(new JsonCorrectnessMetric({ schema: 5 }), "{}")).to.include({ verdict: "errored" });
    expect(await measure(new JsonCorrectnessMetric({ schema: { type: "nonsense" } }), "{}")).to.include({
      verdict: "errored",
    });
  });
});
