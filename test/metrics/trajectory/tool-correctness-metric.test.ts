import { expect } from "chai";
import { matchToolCalls, ToolCorrectnessMetric, type ToolCorrectnessOptions } from "../../../src/metrics/index.js";
import {
  ConversationalTestCase,
  LLMTestCase,
  type ConversationalTestCaseInput,
  type LLMTestCaseInput,
} from "../../../src/test-case/index.js";

const single = (testCase: Partial<LLMTestCaseInput>, options?: ToolCorrectnessOptions) =>
  new ToolCorrectnessMetric(options).measure(new LLMTestCase({ input: "q", actualOutput: "a", ...testCase }));
const talk = (testCase: Partial<ConversationalTestCaseInput>, options?: ToolCorrectnessOptions) =>
  new ToolCorrectnessMetric(options).measure(
    new ConversationalTestCase({ turns: [{ role: "user", content: "x" }], ...testCase }),
  );

describe("ToolCorrectnessMetric", () => {
  it("compares expectedTools with the calls, and says what matchToolCalls says", async () => {
    const result = await single({ expectedTools: ["a", "b"], toolsCalled: ["b"] });
    const { reason } = matchToolCalls(["b"], ["a", "b"]);
    expect(result).to.include({
      name: "Tool Correctness",
      verdict: "failed",
      score: 0.5,
      threshold: 1,
      field: "expectedTools",
      reason,
    });
    expect(result).to.deep.include({ expected: ["a", "b"], actual: ["b"] });
    expect(await single({ expectedTools: ["a"], toolsCalled: ["a", "b"] })).to.include({ verdict: "passed", score: 1 });
  });

  it("refuses an option that is written wrong when it is made, and names the nearest mode", () => {
    const make = (options: object) => () => new ToolCorrectnessMetric(options);
    expect(make({ mode: "inorder" })).to.throw(
      'there is no mode "inorder"; did you mean "inOrder"? Modes: exact, inOrder, superset',
    );
    expect(make({ mode: "zigzag" })).to.throw('there is no mode "zigzag"; modes: exact');
    expect(make({ args: "partial" })).to.throw('args can\'t be "partial"');
  });

  it("puts the nearest miss beside what was expected", async () => {
    const expectedTools = [{ name: "refund", inputParameters: { amount: 59.9 } }];
    const result = await single({
      expectedTools,
      toolsCalled: [{ name: "refund", inputParameters: { amount: 60 }, output: "long" }],
    });
    expect(result).to.deep.include({
      expected: expectedTools[0],
      actual: { name: "refund", inputParameters: { amount: 60 } },
      call: 1,
    });
  });

  it("passes a fraction at its threshold", async () => {
    const toolsCalled = Array.from({ length: 9 }, (_, index) => `t${String(index)}`);
    expect(await single({ expectedTools: [...toolsCalled, "t9"], toolsCalled }, { threshold: 0.9 })).to.include({
      verdict: "passed",
      score: 0.9,
    });
  });

  it("takes an empty list for no call allowed in every mode", async () => {
    for (const mode of ["exact", "inOrder", "superset", "subset", "sameMultiset", "forbid", "none"] as const) {
      expect(await single({ expectedTools: [], toolsCalled: ["a"] }, { mode }), mode).to.include({ verdict: "failed" });
      expect(await single({ expectedTools: [], toolsCalled: [] }, { mode }), mode).to.include({ verdict: "passed" });
    }
  });

  it("decides of calls that are known in part only what others could not change", async () => {
    const turns = [
      { role: "assistant" as const, content: "1", toolsCalled: ["a", "b"] },
      { role: "user" as const, content: "?" },
      { role: "assistant" as const, content: "2" },
    ];
    const table = [
      ["superset", ["a"], "passed"],
      ["inOrder", ["a", "b"], "passed"],
      ["superset", ["c"], "errored"],
      ["inOrder", ["b", "a"], "errored"],
      ["subset", ["a", "b"], "errored"],
      ["subset", ["a"], "failed"],
      ["exact", ["a", "b"], "errored"],
      ["exact", ["a"], "failed"],
      ["sameMultiset", ["b", "a", "c"], "errored"],
      ["sameMultiset", ["b"], "failed"],
      ["forbid", ["c"], "errored"],
      ["forbid", ["a"], "failed"],
      ["none", [], "failed"],
    ] as const;
    for (const [mode, expectedTools, verdict] of table)
      expect((await talk({ turns, expectedTools }, { mode })).verdict, `${mode} ${expectedTools.join()}`).to.equal(
        verdict,
      );
    const unknown = await talk({ turns, expectedTools: ["c"] });
    expect(unknown).to.deep.include({
      verdict: "errored",
      score: null,
      missing: ["toolsCalled"],
      field: "expectedTools",
    });
    expect(unknown.reason).to.include("it is not known which tools were called in turn 3: ");
  });

  it("looks at no turn that the golden began with", async () => {
    const turns = [
      { role: "assistant" as const, content: "1", toolsCalled: ["a"], expectedTools: ["b"] },
      { role: "user" as const, content: "?" },
      { role: "assistant" as const, content: "2", toolsCalled: [] },
    ];
    expect(await talk({ turns, seededTurns: 1, expectedTools: ["a"] })).to.include({ verdict: "failed" });
    expect(await talk({ turns, seededTurns: 1, expectedTools: [] })).to.include({ verdict: "passed" });
    expect(await talk({ turns, seededTurns: 1 })).to.include({ verdict: "skipped" });
  });

  it("reads toolMatch, and its own options before that", async () => {
    const testCase = { expectedTools: ["a", "b"], toolsCalled: ["b", "a"], toolMatch: { mode: "inOrder" } } as const;
    expect(await single(testCase)).to.include({ verdict: "failed" });
    expect(await single(testCase, { mode: "superset" })).to.include({ verdict: "passed" });
    const args = {
      expectedTools: [{ name: "a", inputParameters: { x: 1 } }],
      toolsCalled: [{ name: "a", inputParameters: { x: 2 } }],
    };
    expect(await single({ ...args, toolMatch: { args: "ignore" } })).to.include({ verdict: "passed" });
  });

  it("tells nothing expected from no call allowed", async () => {
    expect(await single({ toolsCalled: ["a"] })).to.deep.include({
      verdict: "skipped",
      score: null,
      missing: ["expectedTools"],
    });
    expect(await single({ expectedTools: [], toolsCalled: ["a"] })).to.include({
      verdict: "failed",
      score: 0,
      call: 1,
    });
    expect(await single({ expectedTools: [], toolsCalled: [] })).to.include({ verdict: "passed", score: 1 });
    expect(await single({ expectedTools: [], toolsCalled: ["a"] }, { mode: "inOrder" })).to.include({
      verdict: "failed",
    });
  });

  it("errs where it is not known which tools were called, and says how to find out", async () => {
    const result = await single({ expectedTools: [] });
    expect(result).to.deep.include({ verdict: "errored", score: null, missing: ["toolsCalled"] });
    expect(result.reason).to.include("observe(").and.include("wrapOpenAI()");
  });

  it("looks at the whole conversation, with turn pins", async () => {
    const turns = [
      { role: "user", content: "x" },
      { role: "assistant", content: "y", toolsCalled: ["a"], traceId: "t-1" },
      { role: "user", content: "x" },
      { role: "assistant", content: "y", toolsCalled: ["b", "c"], traceId: "t-2" },
    ] as const;
    expect(await talk({ turns, expectedTools: ["c", { name: "a", turn: 2 }] })).to.include({ verdict: "passed" });
    const late = await talk({ turns, expectedTools: [{ name: "b", turn: 2 }] });
    expect(late).to.include({ verdict: "failed", turn: 4, call: 1 });
    expect(late.details).to.include("trace t-2");
  });

  it("looks at the calls of a turn that expects some, and lets the worst decide", async () => {
    const turns = (expectedTools: string[], rest = {}) => [
      { role: "user" as const, content: "x" },
      { role: "assistant" as const, content: "y", toolsCalled: ["a"] },
      { role: "user" as const, content: "x" },
      { role: "assistant" as const, content: "y", toolsCalled: ["b"], expectedTools, ...rest },
    ];
    expect(await talk({ turns: turns(["b"]) })).to.include({ verdict: "passed" });
    const wrong = await talk({ turns: turns(["a"]), expectedTools: ["a", "b"] });
    expect(wrong).to.include({ verdict: "failed", score: 0, turn: 4, field: "turns[3].expectedTools" });
    expect(wrong.reason).to.match(/^in turn 4: a was not called/);
    expect(await talk({ turns: turns([]) })).to.include({ verdict: "failed", turn: 4, call: 1 });
    expect(await talk({ turns: turns(["a"], { shouldEvaluate: false }) })).to.include({ verdict: "skipped" });
  });

  it("does not fail for a call that a conversation broke off before, but for what was wrong by then", async () => {
    const turns = [
      { role: "user", content: "x" },
      { role: "assistant", content: "y", toolsCalled: ["a"] },
    ] as const;
    const broken = { turns, error: "the agent threw" };
    expect(await talk({ ...broken, expectedTools: ["a", "b"] })).to.include({ verdict: "errored", score: null });
    expect(await talk({ ...broken, expectedTools: [] })).to.include({ verdict: "failed" });
    expect(await talk({ ...broken, expectedTools: ["a"] })).to.include({ verdict: "passed" });
  });

  it("answers errored for a case that can't be compared, and never throws", async () => {
    const testCase = { expectedTools: [{ name: "a", inputParameters: { x: { $regex: "(" } } }], toolsCalled: [] };
    const result = await single(testCase);
    expect(result.verdict).to.equal("errored");
    expect(result.reason).to.include("expected[0].inputParameters.x");
    expect(() => new ToolCorrectnessMetric({ threshold: 2 })).to.throw("threshold must be from 0 to 1");
  });

  it("says that it is flaky where it is", async () => {
    expect(await single({ expectedTools: ["a"], toolsCalled: [] }, { flaky: true })).to.include({
      verdict: "failed",
      flaky: true,
    });
    expect(await single({ expectedTools: ["a"], toolsCalled: [] })).not.to.have.property("flaky");
  });
});
