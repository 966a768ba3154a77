import { expect } from "chai";
import { evaluate } from "../../../src/evaluation/evaluate.js";
import type { DecisionModel } from "../../../src/models/decision-model.js";
import { ScriptedModel } from "../../../src/models/scripted-model.js";
import { choice, node, walk } from "./walk.js";

describe("edges in words", () => {
  it("asks a model anew that answers nonsense, then is errored with the node's name, and never stays for that", async () => {
    const graph = () => {
      const start = node("start");
      start.addNode(node("a", { terminal: true }), "The agent refuses.");
      return start;
    };
    const judged = async (...given: Parameters<typeof walk>) => {
      const testCase = await walk(given[0], { ...given[1], golden: { forbiddenTools: ["t"] } });
      return { testCase, result: (await evaluate([testCase], { record: false })).results[0] };
    };
    const deciding = (answers: unknown[]): DecisionModel => ({ id: "d", decide: async () => answers.shift() as never });
    const certain = [{ id: "edge", probabilities: { "1": 1, none: 0 } }];
    const models = [
      { model: new ScriptedModel([choice(7), { json: { choice: "first" } }]) },
      ...[
        {},
        undefined,
        [],
        [{}],
        [{ id: "edge", probabilities: {} }],
        [{ id: "edge", probabilities: { "1": "x" } }],
      ].map((nonsense) => ({ decisionModel: deciding([nonsense, nonsense, certain]) })),
    ];
    for (const options of models) {
      const { testCase, result } = await judged(graph(), options);
      expect(testCase.error).to.contain(
        'leads on from the node "start", and answered nothing that can be read 2 times',
      );
      expect(testCase.error).to.match(/times in a row, at last (?:\{|\[|"|nothing)/);
      expect(testCase.path).to.deep.equal(["start"]);
      expect(result?.verdict).to.equal("errored");
      expect(result?.blame?.party).to.equal("user");
    }
    expect((await walk(graph(), { decisionModel: deciding([{}, certain]) })).path).to.deep.equal(["start", "a"]);
    const thrower: DecisionModel = { id: "d", decide: () => Promise.reject(new Error("no weights")) };
    expect((await judged(graph(), { decisionModel: thrower })).result?.blame?.party).to.equal("infrastructure");
  });
});
