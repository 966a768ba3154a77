import { expect } from "chai";
import { statedMetrics } from "../../src/metrics/index.js";
import { AgendaUser, ConversationSimulator } from "../../src/simulator/index.js";
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

  it("tells where the user left with a goal open, which is no assertion", async () => {
    const golden = { id: "x", scenario: "s", goals: [{ say: "Pay the rent", done: { says: "reference" } }] };
    const left = async (reply: string) => {
      const simulator = new ConversationSimulator({ agent: () => reply, user: new AgendaUser() });
      const [testCase] = await simulator.simulate({ conversationalGoldens: [golden] });
      return statedMetrics(testCase as ConversationalTestCase).notYetAsserted;
    };
    const open = "goals (the user left with one open: ";
    expect((await left("Done.")).join())
      .to.include(open)
      .and.include("waits for a reply that matches /reference/i");
    expect((await left("Goodbye!")).join())
      .to.include(open)
      .and.include("said goodbye before the goal was reached");
    expect((await left("I can't do that.")).join())
      .to.include(open)
      .and.include("refused twice");
    expect(await left("Done. Your reference is 7.")).to.deep.equal([]);
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
