import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { span } from "../support/spans.js";

const json = JSON.stringify;
const operation = (name: string, at: number, attributes: object = {}, parentSpanId: string | null = null): SpanInput =>
  span(name, at, { "ai.operationId": name, ...attributes }, { parentSpanId });

describe("the AI SDK", () => {
  it("tells of a call that version 7 refused to make as one that failed, not by what it returned", () => {
    const refused = "AI_NoSuchToolError: Model tried to call unavailable tool 'find'. Available tools: look.";
    const asked = { role: "assistant", parts: [{ type: "tool_call", id: "a", name: "find", arguments: { n: 1 } }] };
    const told = { role: "tool", parts: [{ type: "tool_call_response", id: "a", response: refused }] };
    const chat = (at: number, input: object[], output: object) =>
      span("chat m", at, {
        "gen_ai.operation.name": "chat",
        "gen_ai.input.messages": json(input),
        "gen_ai.output.messages": json([output]),
      });
    const answer = { role: "assistant", parts: [{ type: "text", content: "oops" }] };
    const [call] = readTrace({ spans: [chat(0, [], asked), chat(20, [asked, told], answer)] }).toolsCalled;
    expect([call?.error, call?.output]).to.deep.equal([refused, undefined]);
  });

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
