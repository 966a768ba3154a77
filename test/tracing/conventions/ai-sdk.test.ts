import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { span } from "../support/spans.js";

const json = JSON.stringify;
const operation = (name: string, at: number, attributes: object = {}, parentSpanId: string | null = null): SpanInput =>
  span(name, at, { "ai.operationId": name, ...attributes }, { parentSpanId });

describe("the AI SDK", () => {
  it("tells a call's arguments in the next prompt where they are recorded nowhere else", () => {
    const call = { type: "tool-call", toolCallId: "a", toolName: "look", input: { n: 1 } };
    const result = {
      type: "tool-result",
      toolCallId: "a",
      toolName: "look",
      output: { type: "json", value: { t: 2 } },
    };
    const prompt = [
      { role: "user", content: [{ type: "text", text: "q" }] },
      { role: "assistant", content: [call] },
      { role: "tool", content: [result] },
    ];
    const model = { "ai.response.finishReason": "stop" };
    const spans = [
      operation("ai.generateText.doGenerate", 0, { "ai.prompt.messages": json(prompt.slice(0, 1)) }),
      operation("ai.toolCall", 20, { "ai.toolCall.name": "look", "ai.toolCall.id": "a" }),
      operation("ai.generateText.doGenerate", 40, { ...model, "ai.prompt.messages": json(prompt) }),
    ];
    const { toolsCalled } = readTrace({ spans });
    expect(toolsCalled.map(({ id, inputParameters, output }) => ({ id, inputParameters, output }))).to.deep.equal([
      { id: "a", inputParameters: { n: 1 }, output: { t: 2 } },
    ]);
  });

  describe("ranks passages", () => {
    const rank = (documents: unknown[] | undefined, ranking: unknown[] | undefined) =>
      readTrace({
        spans: [
          operation("ai.rerank", 0),
          operation(
            "ai.rerank.doRerank",
            1,
            { "ai.documents": documents?.map((each) => json(each)), "ai.ranking": ranking?.map((each) => json(each)) },
            "ai.rerank@0",
          ),
        ],
      });
    const ranking = [
      { index: 1, relevanceScore: 0.9 },
      { index: 0, relevanceScore: 0.2 },
    ];

    it("into their new order", () => {
      expect(rank(["a", "b"], ranking).retrievalContext).to.deep.equal(["b", "a"]);
      expect(rank([{ text: "a" }, { text: "b" }], ranking.slice(0, 1)).retrievalContext).to.deep.equal([
        { context: "b", score: 0.9 },
      ]);
    });

    it("without saying which where their recording is off", () => {
      for (const { retrievalContext, missing } of [rank(undefined, ranking), rank(["a", "b"], undefined)]) {
        expect(retrievalContext).to.deep.equal([]);
        expect(missing.join()).to.include('retrievalContext: documents not recorded by reranker "ai.rerank.doRerank"');
      }
    });
  });
});
