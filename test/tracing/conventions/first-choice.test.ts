import { expect } from "chai";
import { knowsTools, readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { flat, json, openInference } from "../support/flat.js";
import { asking, parts, span, text } from "../support/spans.js";

const message = (words: string, more: object = {}) => ({ role: "assistant", parts: [text(words)], ...more });
const chat = (messages: readonly object[], more: Record<string, unknown> = {}): SpanInput =>
  span("chat", 0, { "gen_ai.operation.name": "chat", "gen_ai.output.messages": json(messages), ...more });
const output = (given: SpanInput) => readTrace({ spans: [given] }).output;

describe("of several choices of a model", () => {
  const [one, two] = [message("one", { finish_reason: "stop" }), message("two", { finish_reason: "tool_calls" })];

  it("the first is the answer, in whichever way the span tells that there were several", () => {
    expect(output(chat([one, two]))).to.equal("one");
    expect(output(chat([message("one"), message("two")], { "gen_ai.request.choice.count": 2 }))).to.equal("one");
    const reasons = { "gen_ai.response.finish_reasons": ["stop", "stop"] };
    expect(output(chat([message("one"), message("two")], reasons))).to.equal("one");
  });

  it("what the others ask for is not asked for, nor hidden", () => {
    const other = { role: "assistant", parts: [{ type: "tool_call", id: "c", name: "find", arguments: {} }] };
    const trace = readTrace({ spans: [chat([one, { ...other, finish_reason: "tool_calls" }])] });
    expect([trace.toolsCalled, knowsTools(trace)]).to.deep.equal([[], true]);
  });

  it("messages that are pieces of one answer stay whole", () => {
    const call = { role: "assistant", parts: [{ type: "tool_call", id: "c", name: "find", arguments: {} }] };
    const pieces = chat([message("Let me see."), call], { "gen_ai.response.finish_reasons": ["tool_calls"] });
    const trace = readTrace({ spans: [pieces] });
    expect([trace.output, trace.toolsCalled.map(({ name }) => name)]).to.deep.equal(["Let me see.", ["find"]]);
    expect(readTrace({ spans: [asking(0, [{ id: "a", name: "find" }])] }).toolsCalled).to.have.lengthOf(1);
  });

  it("is so for OpenLLMetry of old and for OpenInference", () => {
    const choices = ["one", "two"].map((content) => ({
      message: { role: "assistant", content },
      finish_reason: "stop",
    }));
    const completions = choices.map(({ message: said, finish_reason }) => ({ ...said, finish_reason }));
    expect(
      output(span("chat", 0, { "llm.request.type": "chat", ...flat({ "gen_ai.completion": completions }) })),
    ).to.equal("one");
    const messages = flat({ "llm.output_messages": choices.map(({ message: said }) => ({ message: said })) });
    expect(output(openInference("LLM", 0, { ...messages, "output.value": json({ choices }) }))).to.equal("one");
    const items = flat({ "llm.output_messages": choices.map(({ message: said }) => ({ message: said })) });
    expect(output(openInference("LLM", 0, { ...items, "output.value": json({ output: choices }) }))).to.equal("two");
  });

  it("an agent's own messages are no choices", () => {
    const agent = span("a", 0, {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.output.messages": json([one, message("two", { finish_reason: "stop" })]),
    });
    expect(output(agent)).to.equal("two");
    expect(
      output(
        span("chat", 0, { "gen_ai.operation.name": "chat", "gen_ai.output.messages": parts("assistant", text("x")) }),
      ),
    ).to.equal("x");
  });
});
