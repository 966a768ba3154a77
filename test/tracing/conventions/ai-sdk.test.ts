import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { parts, span } from "../support/spans.js";

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

  it("takes a bare result of its old versions as it is, though it has a type and a value", () => {
    const result = { type: "order", value: 12, status: "open" };
    const told = [
      { role: "user", content: "look" },
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "a", toolName: "look", args: {} }] },
      { role: "tool", content: [{ type: "tool-result", toolCallId: "a", toolName: "look", result }] },
    ];
    const asked = json([{ toolCallType: "function", toolCallId: "a", toolName: "look", args: "{}" }]);
    const spans = [
      operation("ai.generateText.doGenerate", 0, { "ai.response.toolCalls": asked }),
      operation("ai.generateText.doGenerate", 20, { "ai.prompt.messages": json(told), "ai.response.text": "Open." }),
    ];
    expect(readTrace({ spans }).toolsCalled[0]?.output).to.deep.equal(result);
  });

  it("shows that a call which somebody turned down did not run, in its old spans and its new ones", () => {
    const call = { type: "tool-call", toolCallId: "a", toolName: "drop", input: {} };
    const output = { type: "execution-denied", reason: "not today" };
    const told = [
      { role: "user", content: "drop it" },
      { role: "assistant", content: [call] },
      { role: "tool", content: [{ type: "tool-result", toolCallId: "a", toolName: "drop", output }] },
    ];
    const old = [
      operation("ai.generateText.doGenerate", 0, { "ai.response.toolCalls": json([{ ...call, input: "{}" }]) }),
      operation("ai.generateText.doGenerate", 20, { "ai.prompt.messages": json(told), "ai.response.text": "Kept." }),
    ];
    const chat = (at: number, attributes: object): SpanInput =>
      span("chat", at, { "gen_ai.operation.name": "chat", ...attributes }, { scope: { name: "gen_ai" } });
    const response = { denied: true, reason: "not today" };
    const answered = { "gen_ai.input.messages": parts("tool", { type: "tool_call_response", id: "a", response }) };
    const asked = parts("assistant", { type: "tool_call", id: "a", name: "drop", arguments: {} });
    const now = [chat(0, { "gen_ai.output.messages": asked }), chat(20, answered)];
    for (const spans of [old, now])
      expect(readTrace({ spans }).toolsCalled).to.deep.equal([
        { name: "drop", inputParameters: {}, id: "a", executed: false },
      ]);
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
