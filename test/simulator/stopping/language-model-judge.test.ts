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

  const judged = async (answer: string, quotes: object[]) => {
    const judge = languageModelJudge(new ScriptedModel([verdict(answer, quotes)]));
    return (await judge.decide({ evidence, questions }))[0];
  };

  const unfit: readonly (readonly [why: string, quote: object, flaw: RegExp])[] = [
    ["is of one letter", { turn: 2, quote: "e" }, /too little/],
    ["names a role", { turn: 2, quote: "assistant" }, /not in turn 2/],
    ["names a field", { turn: 2, quote: "toolsCalled" }, /not in turn 2/],
    ["was said in another turn", { turn: 2, quote: "Refund, please" }, /not in turn 2/],
    ["is of a turn that is not there", { turn: 99, quote: "It is refunded." }, /turn 99, and there is none/],
    ["is of turn 0", { turn: 0, quote: "Refund, please" }, /turn 0, and there is none/],
    ["is of no whole turn", { turn: -1.5, quote: "refunded" }, /turn -1.5, and there is none/],
    ["goes over two turns", { turn: 1, quote: "please. It is" }, /not in turn 1/],
    ["has no turn", { quote: "It is refunded." }, /there is none/],
  ];
  for (const [why, quote, flaw] of unfit)
    it(`believes nothing with a quote that ${why}, also beside a good one`, async () => {
      const good = { turn: 2, quote: "It is refunded." };
      for (const quotes of [[quote], [good, quote], [quote, good]])
        for (const said of ["met", "not_met"]) {
          const answer = await judged(said, quotes);
          expect(answer?.answer, JSON.stringify(quotes)).to.equal("cannot_determine");
          expect(answer?.reason).to.match(flaw);
        }
    });

  it("believes quotes of words, calls and values, however they are spaced and quoted", async () => {
    const quotes = ["IT IS refunded", "“It is refunded.”", "…is refunded", "refund_order", '{"ok": true}', "true"];
    for (const quote of quotes) expect((await judged("met", [{ turn: 2, quote }]))?.answer, quote).to.equal("met");
  });

  it("believes a not_met without a quote, since what was never said can't be quoted", async () => {
    expect((await judged("not_met", []))?.answer).to.equal("not_met");
  });

  it("can't tell where it answers one question in two ways, in either order", async () => {
    const quotes = [{ turn: 2, quote: "It is refunded." }];
    const both = ["met", "not_met"].map((answer) => ({ id: "outcome", quotes, reason: "why", answer }));
    for (const given of [both, both.toReversed()]) {
      const judge = languageModelJudge(new ScriptedModel([{ json: { answers: given } as never }]));
      const [answer] = await judge.decide({ evidence, questions });
      expect(answer).to.deep.include({ answer: "cannot_determine", reason: "it contradicts itself (why)" });
    }
  });

  it("rejects where it leaves out a question", async () => {
    const judge = languageModelJudge(new ScriptedModel([verdict("met", [], "other")]));
    expect(await judge.decide({ evidence, questions }).then(String, String)).to.match(
      /gave no answer to ".+"; it answered (?:\{|\[|"|null|nothing)/,
    );
  });
});
