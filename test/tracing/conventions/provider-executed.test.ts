import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { span } from "../support/spans.js";

const json = JSON.stringify;
const call = { toolCallId: "1", toolName: "search", input: '{"q":"x"}' };
const offer = (type: string, id?: string): Record<string, unknown> => ({
  "ai.prompt.tools": [json({ type, name: "search", ...(id !== undefined && { id }) })],
});
const step = (at: number, finish: string, more: Record<string, unknown> = {}): SpanInput =>
  span("ai.generateText.doGenerate", at, {
    "ai.operationId": "ai.generateText.doGenerate",
    "ai.prompt.messages": json([{ role: "user", content: [{ type: "text", text: "news?" }] }]),
    "ai.response.finishReason": finish,
    "ai.response.text": "Found.",
    "ai.response.toolCalls": json([call]),
    ...more,
  });
const executed = (...spans: SpanInput[]) => readTrace({ spans }).toolsCalled.map((each) => each.executed);

describe("calls that the AI SDK's provider ran itself, which generateText does not say of them", () => {
  it("ran where the model went on to its end and no function of the caller's was on offer", () => {
    expect(executed(step(0, "stop"))).to.deep.equal([undefined]);
    expect(executed(step(0, "stop", offer("provider", "acme.look_up")))).to.deep.equal([undefined]);
  });

  it("ran where the provider's own tool was on offer, whatever else the model waits for", () => {
    for (const id of ["openai.web_search", "anthropic.web_search_20250305", "google.google_search", "openai.mcp"])
      expect(executed(step(0, "tool-calls", offer("provider", id))), id).to.deep.equal([undefined]);
  });

  it("did not where it is the caller's to run", () => {
    expect(executed(step(0, "stop", offer("function")))).to.deep.equal([false]);
    expect(executed(step(0, "tool-calls", offer("function")))).to.deep.equal([false]);
    expect(executed(step(0, "tool-calls", offer("provider", "anthropic.bash_20250124")))).to.deep.equal([false]);
    expect(executed(step(0, "tool-calls"))).to.deep.equal([false]);
  });

  it("have the result that the next step was told", () => {
    const result = { type: "tool-result", toolCallId: "1", toolName: "search", output: { type: "json", value: ["h"] } };
    const messages = [
      { role: "user", content: [{ type: "text", text: "news?" }] },
      { role: "assistant", content: [{ type: "tool-call", ...call, providerExecuted: true }, result] },
    ];
    const next = step(20, "stop", { "ai.prompt.messages": json(messages), "ai.response.toolCalls": undefined });
    const { toolsCalled } = readTrace({ spans: [step(0, "tool-calls", offer("provider", "openai.web_search")), next] });
    expect(toolsCalled).to.deep.equal([{ name: "search", id: "1", inputParameters: { q: "x" }, output: ["h"] }]);
  });
});
