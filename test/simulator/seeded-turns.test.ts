import { expect } from "chai";
import { statedMetrics } from "../../src/metrics/stated-metrics.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import { conversationalTestCaseSchema } from "../../src/test-case/conversational-test-case.js";
import { parse } from "../../src/test-case/schema.js";

describe("what a golden began with", () => {
  it("is marked in the test case, survives JSON, and counts as nothing that the agent did", async () => {
    const simulator = new ConversationSimulator({ agent: () => "Done.", user: new ScriptedUser(["And now?"]) });
    const [testCase] = await simulator.simulate({
      conversationalGoldens: [
        {
          scenario: "A customer asks for the price.",
          turns: [
            { role: "user", content: "Hi" },
            { role: "assistant", content: "It is $59.90.", toolsCalled: ["lookup"] },
          ],
          expectedTools: ["lookup"],
          forbiddenTools: ["delete"],
          mustCommunicate: ["$59.90"],
        },
      ],
    });
    expect(testCase).to.include({ seededTurns: 2 });
    const read = parse(conversationalTestCaseSchema, JSON.parse(JSON.stringify(testCase)), "the test case");
    expect(read.seededTurns).to.equal(2);
    const verdicts = statedMetrics(read).metrics.map((metric) => metric.measureNow(read).verdict);
    expect(verdicts).to.deep.equal(["errored", "errored", "failed"]);
  });

  it("is nothing where the golden has no turns", async () => {
    const simulator = new ConversationSimulator({ agent: () => "Done.", user: new ScriptedUser(["Hi"]) });
    const [testCase] = await simulator.simulate({ conversationalGoldens: [{ scenario: "A customer says hi." }] });
    expect(testCase).not.to.have.property("seededTurns");
  });
});
