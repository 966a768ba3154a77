import { expect } from "chai";
import { LLMTestCase } from "../../../src/test-case/llm-test-case.js";
import type { Metric } from "../../../src/test-case/metric.js";
import { captureTrace, observe, testCaseFromTrace, updateCurrentSpan } from "../../../src/tracing/index.js";
import { spanTestCases } from "../../../src/tracing/cases/span-test-cases.js";
import { stageNextSpan } from "../../../src/tracing/observe/stage.js";

const metric = (name: string): Metric<LLMTestCase> => ({
  name,
  threshold: 1,
  measure: async () => ({ name, verdict: "passed", score: 1, threshold: 1, reason: "" }),
});
const [found, routed, staged] = [metric("found"), metric("routed"), metric("staged")];

const search = observe({ type: "retriever", name: "search", metrics: [found] }, async (_query: string) => ["a", "b"]);
const look = observe({ type: "tool", name: "look" }, (args: { id: number }) => ({ ...args, ok: true }));
const sub = observe({ type: "agent", name: "sub", metrics: [routed] }, async (_question: string) => {
  look({ id: 1 });
  updateCurrentSpan({ expectedOutput: "found", expectedTools: ["look"], context: ["c"], tags: ["x"] });
  return "found";
});
const agent = observe({ type: "agent", name: "main" }, async (question: string) => {
  look({ id: 2 });
  await search(question);
  await stageNextSpan({ type: "tool", metrics: [staged] }, async () => look({ id: 3 }));
  return sub("where?");
});

describe("spans as test cases", () => {
  const traced = async () => (await captureTrace(() => agent("q"))).trace;

  it("are those with metrics, each with what it did itself", async () => {
    const cases = spanTestCases(await traced());
    expect(cases.map(({ span, metrics }) => [span.name, metrics])).to.deep.equal([
      ["search", [found]],
      ["look", [staged]],
      ["sub", [routed]],
    ]);
    const [retriever, tool, inner] = cases.map(({ testCase }) => testCase);
    expect(retriever).to.deep.include({ input: "q", retrievalContext: ["a", "b"], name: "search" });
    expect(retriever).to.not.have.any.keys("toolsCalled", "expectedOutput");
    expect(tool).to.deep.include({ input: '{"id":3}', actualOutput: '{"id":3,"ok":true}' });
    expect(inner).to.deep.include({
      input: "where?",
      actualOutput: "found",
      expectedOutput: "found",
      context: ["c"],
      tags: ["x"],
    });
    expect(inner?.toolsCalled?.map(({ inputParameters }) => inputParameters)).to.deep.equal([{ id: 1 }]);
    expect(inner?.expectedTools).to.deep.equal([{ name: "look" }]);
    expect(inner?.completionTimeMs).to.be.at.least(0);
  });

  it("may be chosen by type, by name, by both, or by a function", async () => {
    const trace = await traced();
    const names = (...filter: Parameters<typeof spanTestCases> extends [unknown, ...infer Rest] ? Rest : never) =>
      spanTestCases(trace, ...filter).map(({ span }) => span.name);
    expect(names({ type: "tool" })).to.deep.equal(["look", "look", "look"]);
    expect(names({ type: "agent", name: "sub" })).to.deep.equal(["sub"]);
    expect(names({ name: "none" })).to.deep.equal([]);
    expect(names((span) => span.parentSpanId === null)).to.deep.equal(["main"]);
    expect(() => names({ typ: "tool" } as object)).to.throw('unknown option "typ" (did you mean "type"?)');
    expect(() => names({ type: "tol" as "tool" })).to.throw("unknown type");
  });

  it("say what is missing where nothing is known of what went in", async () => {
    const blind = observe({ type: "llm", name: "m", recordInputs: false, metrics: [found] }, () => "x");
    const [only] = spanTestCases((await captureTrace(blind)).trace);
    expect(only?.testCase).to.equal(undefined);
    expect(only?.missing).to.equal('llm "m" recorded no input, so it can\'t be judged by itself');
  });

  it("keep their metrics in a test case of the trace, and have none in its JSON", async () => {
    const trace = await traced();
    const testCase = new LLMTestCase({ ...testCaseFromTrace(trace) });
    expect(spanTestCases(testCase.trace ?? trace)).to.have.lengthOf(3);
    const json = JSON.stringify(trace);
    expect(json).to.not.include("metrics");
    expect(spanTestCases(JSON.parse(json) as typeof trace)).to.deep.equal([]);
  });
});
