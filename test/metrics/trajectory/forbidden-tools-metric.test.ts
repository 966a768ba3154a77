import { expect } from "chai";
import { findForbiddenCalls, ForbiddenToolsMetric } from "../../../src/metrics/index.js";
import { ConversationalTestCase, LLMTestCase, type LLMTestCaseInput } from "../../../src/test-case/index.js";

const measure = (testCase: Partial<LLMTestCaseInput>) =>
  new ForbiddenToolsMetric().measure(new LLMTestCase({ input: "q", actualOutput: "a", ...testCase }));

describe("ForbiddenToolsMetric", () => {
  it("fails for a forbidden call, and for an attempt at one", async () => {
    const called = await measure({ forbiddenTools: ["delete"], toolsCalled: ["a", "delete"] });
    expect(called).to.include({ verdict: "failed", score: 0.5, field: "forbiddenTools", call: 2, actual: "delete" });
    expect(called.reason).to.equal("delete was called (call 2), which is forbidden");
    const tried = await measure({ forbiddenTools: ["delete"], toolsCalled: [{ name: "delete", executed: false }] });
    expect(tried.reason).to.equal("delete was requested (call 1), which is forbidden");
  });

  it("fails for a call that is not permitted; an empty list permits none", async () => {
    const result = await measure({ permittedTools: ["a"], toolsCalled: ["a", "b", "c"] });
    expect(result).to.deep.include({
      verdict: "failed",
      field: "permittedTools",
      call: 2,
      expected: ["a"],
      details: ["also call 3: c, not permitted"],
    });
    expect(await measure({ permittedTools: [], toolsCalled: ["a"] })).to.include({ verdict: "failed", score: 0 });
    expect(await measure({ permittedTools: [], toolsCalled: [] })).to.include({ verdict: "passed", score: 1 });
  });

  it("says the turn and the call in a conversation", async () => {
    const turns = [
      { role: "user", content: "x" },
      { role: "assistant", content: "y", toolsCalled: ["a", "delete"] },
    ] as const;
    const testCase = new ConversationalTestCase({ turns, forbiddenTools: ["delete"] });
    expect(await new ForbiddenToolsMetric().measure(testCase)).to.include({ turn: 2, call: 2 });
    const found = findForbiddenCalls(testCase, { forbidden: ["delete"], permitted: ["delete"] });
    expect(found?.map(({ call, why }) => [call.name, why])).to.deep.equal([
      ["a", "not permitted"],
      ["delete", "forbidden"],
    ]);
  });

  it("looks at what was recorded beside what the agent states", async () => {
    const trace = {
      traceId: "t",
      spans: [],
      toolsCalled: [{ name: "delete" }],
      retrievalContext: [],
      output: null,
      usage: { inputTokens: null, outputTokens: null, totalTokens: null },
      turns: [],
      missing: [],
    };
    expect(await measure({ forbiddenTools: ["delete"], toolsCalled: [], trace })).to.include({ verdict: "failed" });
    const turns = [{ role: "assistant" as const, content: "y", toolsCalled: ["a"], traceId: "t" }];
    const talk = new ConversationalTestCase({ turns, traces: [trace], forbiddenTools: ["delete"] });
    expect(await new ForbiddenToolsMetric().measure(talk)).to.include({ verdict: "failed", turn: 1, call: 2 });
  });

  it("fails for a known call and errs where others may have been made", async () => {
    const turns = [
      { role: "assistant" as const, content: "y", toolsCalled: ["a"] },
      { role: "user" as const, content: "x" },
      { role: "assistant" as const, content: "z" },
    ];
    const of = (forbidden: string) =>
      new ForbiddenToolsMetric().measure(new ConversationalTestCase({ turns, forbiddenTools: [forbidden] }));
    expect(await of("a")).to.include({ verdict: "failed", turn: 1 });
    expect(await of("b")).to.deep.include({ verdict: "errored", missing: ["toolsCalled"] });
    expect(findForbiddenCalls(new ConversationalTestCase({ turns }), { forbidden: ["b"] })).to.equal(null);
  });

  it("skips where nothing is ruled out, and errs where calls are not known", async () => {
    expect(await measure({ toolsCalled: ["a"] })).to.include({ verdict: "skipped" });
    expect(await measure({ forbiddenTools: [], toolsCalled: ["a"] })).to.include({ verdict: "skipped" });
    expect(await measure({ forbiddenTools: ["a"] })).to.deep.include({ verdict: "errored", missing: ["toolsCalled"] });
  });
});
