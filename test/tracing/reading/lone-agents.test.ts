import { expect } from "chai";
import { knowsTools, readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { span, text } from "../support/spans.js";

const call = { type: "tool_call", id: "c1", name: "look", arguments: { n: 1 } };
const answer = { type: "tool_call_response", id: "c1", response: { t: 2 } };
const message = (role: string, ...parts: object[]) => ({ role, parts });
const agent = (at: number, messages: object[], more: Record<string, unknown> = {}): SpanInput =>
  span("invoke_agent", at, {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.output.messages": JSON.stringify(messages),
    "gen_ai.usage.input_tokens": 6,
    "gen_ai.usage.output_tokens": 2,
    ...more,
  });
const worked = [message("assistant", call), message("tool", answer), message("assistant", text("ok"))];

describe("an agent of whose work there is no other span", () => {
  it("tells of its calls, their results and its tokens itself", () => {
    const trace = readTrace({ spans: [agent(0, worked)] });
    expect(trace.toolsCalled).to.deep.equal([{ name: "look", id: "c1", inputParameters: { n: 1 }, output: { t: 2 } }]);
    expect(trace.output).to.equal("ok");
    expect(trace.usage).to.deep.equal({ inputTokens: 6, outputTokens: 2, totalTokens: 8 });
    expect(trace.missing).to.deep.equal([]);
  });

  it("did not run what it stopped at", () => {
    const { toolsCalled } = readTrace({ spans: [agent(0, [message("assistant", call)])] });
    expect(toolsCalled.map(({ executed }) => executed)).to.deep.equal([false]);
  });

  it("may have called tools that its final answer alone does not show", () => {
    const trace = readTrace({ spans: [agent(0, [message("assistant", text("ok"))])] });
    expect(knowsTools(trace)).to.equal(false);
  });

  it("is one of several, whose tokens are known if all tell theirs", () => {
    expect(readTrace({ spans: [agent(0, worked), agent(20, worked)] }).usage.totalTokens).to.equal(16);
    const silent = agent(20, worked, {
      "gen_ai.usage.input_tokens": undefined,
      "gen_ai.usage.output_tokens": undefined,
    });
    expect(readTrace({ spans: [agent(0, worked), silent] }).usage.totalTokens).to.equal(null);
  });
});
