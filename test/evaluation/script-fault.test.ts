import { expect } from "chai";
import { RehearsalError } from "../../src/errors.js";
import { evaluate } from "../../src/evaluation/evaluate.js";
import type { Agent } from "../../src/simulator/agent.js";
import { steps } from "../../src/simulator/steps/steps.js";
import type { Check, Step } from "../../src/simulator/steps/step.js";
import type { Judge, JudgeAnswer } from "../../src/test-case/judge.js";
import type { JsonValue } from "../../src/test-case/json.js";
import { play } from "../simulator/steps/play.js";

const agent: Agent = () => ({ role: "assistant", content: "Hello", toolsCalled: [{ name: "lookup_order" }] });
const golden = { expectedTools: ["lookup_order", "refund_order"], mustCommunicate: ["$59.90"] };

async function resultOf(script: readonly (Step | Check)[], more: { judge?: Judge; golden?: object } = {}) {
  const testCase = await play(script, { agent, golden, ...more });
  return (await evaluate([testCase], { record: false })).results[0];
}
const judge = (answers: readonly JudgeAnswer[]): Judge => ({ id: "j", decide: async () => answers });
const down = (): never => {
  throw new RehearsalError("model_failed", "503");
};
const rest = steps.user("Refund it, please.");

describe("a script that could not go on", () => {
  const cases: readonly (readonly [string, string, readonly (Step | Check)[], { judge?: Judge }])[] = [
    ["a failure that no call took", "test", [steps.inject({ tool: "lokup" }), steps.user("Hi"), rest], {}],
    ["a judge without an answer", "judge", [steps.user("Hi"), steps.judge("It greets."), rest], { judge: judge([]) }],
    ["a check that met a dead service", "infrastructure", [steps.user("Hi"), steps.check(down), rest], {}],
    [
      "a check with a slip in it",
      "test",
      [steps.user("Hi"), steps.check(() => (undefined as unknown as string).length), rest],
      {},
    ],
  ];
  for (const [name, party, script, more] of cases) {
    it(`is errored by ${name}, and nothing is failed for want of the rest`, async () => {
      const result = await resultOf(script, more);
      expect(result?.metrics.map((it) => `${it.name}: ${it.verdict}`)).to.deep.equal([
        "Script: errored",
        "Tool Correctness: errored",
        "Must Communicate: errored",
      ]);
      expect(result?.verdict).to.equal("errored");
      expect(result?.blame?.party).to.equal(party);
      expect(result?.blame?.reason).to.match(/^The script could not go on: step \d/);
    });
  }

  it("is still failed for what was wrong until then", async () => {
    const [, , script] = cases[0] ?? [];
    const wrong = await resultOf(script ?? [], { golden: { forbiddenTools: ["lookup_order"] } });
    expect(wrong?.verdict).to.equal("failed");
    expect(wrong?.blame?.party).to.equal("agent");
  });

  it("is no excuse where a step failed, or where the agent hung up before the rest", async () => {
    expect((await resultOf([steps.user("Hi"), steps.agent("Bye"), rest]))?.blame?.party).to.equal("agent");
    const testCase = await play([steps.user("Hi"), steps.agent("Hello"), rest], {
      agent: () => ({ content: "Hello", end: "bye", toolsCalled: [] as JsonValue[] }) as never,
      golden,
    });
    const [result] = (await evaluate([testCase], { record: false })).results;
    expect(result?.verdict).to.equal("failed");
    expect(result?.blame?.party).to.equal("agent");
  });
});
