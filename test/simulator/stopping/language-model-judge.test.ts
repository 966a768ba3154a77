import { expect } from "chai";
import { ScriptedModel } from "../../../src/models/scripted-model.js";
import { evidenceOf } from "../../../src/simulator/stopping/evidence.js";
import { languageModelJudge } from "../../../src/simulator/stopping/language-model-judge.js";

const evidence = evidenceOf([
  { role: "user", content: "Refund, please." },
  { role: "assistant", content: "It is\n refunded.", toolsCalled: [{ name: "refund_order", output: { ok: true } }] },
]);
const questions = [{ id: "outcome", condition: "The order is refunded." }];
const verdict = (answer: string, quotes: object[], id = "outcome") => ({
  json: { answers: [{ id, quotes, reason: "why", answer }] } as never,
});

describe("a judge that is a language model", () => {
  it("asks once for all questions, with the conversation as data", async () => {
    const model = new ScriptedModel([verdict("met", [{ turn: 2, quote: "it is refunded" }])]);
    const [answer] = await languageModelJudge(model).decide({ evidence, questions });
    expect(answer).to.deep.include({ id: "outcome", answer: "met", reason: "why" });
    expect(model.requests).to.have.length(1);
    expect(model.requests[0]?.messages.at(-1)?.content).to.contain("refund_order").and.contain(questions[0]?.condition);
  });

  it("believes no met whose quote is not in the conversation", async () => {
    for (const quotes of [[], [{ turn: 2, quote: "I sent the money" }], [{ turn: 2, quote: " " }]]) {
      const [answer] = await languageModelJudge(new ScriptedModel([verdict("met", quotes)])).decide({
        evidence,
        questions,
      });
      expect(answer?.answer).to.equal("cannot_determine");
    }
  });

  it("rejects where it leaves out a question", async () => {
    const judge = languageModelJudge(new ScriptedModel([verdict("met", [], "other")]));
    expect(await judge.decide({ evidence, questions }).then(String, String)).to.contain("gave no answer to");
  });
});
