import { expect } from "chai";
import { statedMetrics } from "../../src/metrics/index.js";
import { ConversationalTestCase, LLMTestCase, type AssertedFieldsInput } from "../../src/test-case/index.js";

const turns = [{ role: "user", content: "x" }] as const;
const names = (asserted: AssertedFieldsInput) =>
  statedMetrics(new ConversationalTestCase({ turns, ...asserted })).metrics.map(({ name }) => name);

describe("statedMetrics", () => {
  it("gives one metric for each thing that is stated", () => {
    expect(
      names({
        expectedTools: ["a"],
        forbiddenTools: ["b"],
        permittedTools: ["a"],
        confirmBefore: ["a"],
        mustCommunicate: ["x"],
        mustNotCommunicate: ["y"],
        budgets: { maxTurns: 3 },
      }),
    ).to.deep.equal(["Tool Correctness", "Forbidden Tools", "Confirm Before", "Must Communicate", "Budget"]);
    expect(names({})).to.deep.equal([]);
  });

  it("takes an empty list for a statement only where it says something", () => {
    expect(names({ expectedTools: [], permittedTools: [] })).to.deep.equal(["Tool Correctness", "Forbidden Tools"]);
    expect(names({ forbiddenTools: [], confirmBefore: [], mustCommunicate: [], budgets: {} })).to.deep.equal([]);
    expect(names({ budgets: { latencyMs: {} } })).to.deep.equal([]);
  });

  it("finds the calls that single turns expect", () => {
    const withTools = [...turns, { role: "assistant" as const, content: "y", expectedTools: ["a"] }];
    const { metrics } = statedMetrics(new ConversationalTestCase({ turns: withTools }));
    expect(metrics.map(({ name }) => name)).to.deep.equal(["Tool Correctness"]);
  });

  it("names what is stated and not looked at, each once", () => {
    const asserted: AssertedFieldsInput = {
      expectedState: { orders: [] },
      goldenActions: ["a"],
      expectations: { must: ["be kind"] },
      expectedLabels: { tone: "kind" },
    };
    const said = { role: "assistant" as const, content: "y", expectedOutput: "z" };
    const conversation = new ConversationalTestCase({
      turns: [...turns, said, said],
      ...asserted,
      expectedOutcome: "done",
    });
    const fields = statedMetrics(conversation).notYetAsserted.map((text) => text.split(" ")[0]);
    expect(fields).to.deep.equal([
      "expectedOutput",
      "expectedOutcome",
      "expectations",
      "expectedLabels",
      "expectedState",
      "goldenActions",
    ]);
    const single = statedMetrics(new LLMTestCase({ input: "q", expectedOutput: "a", expectations: { must: [] } }));
    expect(single.metrics).to.deep.equal([]);
    expect(single.notYetAsserted).to.have.length(1);
  });
});
