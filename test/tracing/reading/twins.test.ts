import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { asking, parts, text, toolSpan } from "../support/spans.js";

const usage = { "gen_ai.usage.input_tokens": 3, "gen_ai.usage.output_tokens": 4 };
const by = (name: string, spanned: SpanInput, more: Partial<SpanInput> = {}): SpanInput => ({
  ...spanned,
  traceId: name,
  scope: { name },
  ...more,
});
const call = { id: "a", name: "look", arguments: { n: 1 } };
const tokens = (...spans: SpanInput[]) => readTrace({ spans }).usage.totalTokens;

describe("work that two instrumentations recorded beside each other", () => {
  it("is counted once where the answers have one id", () => {
    const id = { "gen_ai.response.id": "r1", ...usage };
    expect(tokens(by("one", asking(0, [], id)), by("two", asking(1, [], id)))).to.equal(7);
  });

  it("is counted once where the answers say the same, and tokens come from whoever has them", () => {
    const said = {
      "gen_ai.input.messages": parts("user", text("hi")),
      "gen_ai.output.messages": parts("assistant", text("Hello.")),
    };
    const trace = readTrace({
      spans: [by("one", asking(0, [], said)), by("two", asking(1, [], { ...said, ...usage }))],
    });
    expect(trace.usage.totalTokens).to.equal(7);
    expect(trace.missing).to.be.empty;
  });

  it("is counted once where the times of one are cut down to milliseconds, and so seem to end before the other began", () => {
    const id = { "gen_ai.response.id": "r1", ...usage };
    const cut = by("one", asking(0, [], id), { startTimeUnixMs: 5, endTimeUnixMs: 5 });
    expect(tokens(cut, by("two", asking(0, [], id), { startTimeUnixMs: 5.4, endTimeUnixMs: 5.9 }))).to.equal(7);
  });

  it("is two calls where it does not overlap, has one recorder, or contradicts itself", () => {
    const id = { "gen_ai.response.id": "r1", ...usage };
    expect(tokens(by("one", asking(0, [], id)), by("two", asking(20, [], id)))).to.equal(14);
    expect(tokens(by("one", asking(0, [], id)), by("one", asking(1, [], id)))).to.equal(14);
    const sums = [7, 9].map((sum) => ({ "gen_ai.response.id": "r1", "gen_ai.usage.total_tokens": sum }));
    expect(tokens(...sums.map((sum, index) => by(String(index), asking(index, [], sum))))).to.equal(16);
    const other = { ...id, "gen_ai.usage.input_tokens": 5 };
    expect(tokens(by("one", asking(0, [], id)), by("two", asking(1, [], other)))).to.equal(16);
  });

  it("is counted once where one leaves out what was answered, and tokens, question and time are the same", () => {
    const asked = (given: object[], more: Record<string, unknown> = {}) =>
      asking(1, given, { "gen_ai.input.messages": parts("user", text("hi")), ...usage, ...more });
    const around = { startTimeUnixMs: 0, endTimeUnixMs: 20 };
    const silent = by("one", asked([], { "gen_ai.output.messages": parts("assistant", text("")) }), around);
    expect(tokens(silent, by("two", asked([call])))).to.equal(7);
    const unseen = { "gen_ai.output.messages": undefined, "gen_ai.input.messages": undefined };
    expect(tokens(by("one", asked([], unseen), around), by("two", asked([], unseen)))).to.equal(7);
    // One that goes on after the other is another call, and so is one with another answer or question.
    expect(tokens(silent, by("two", asked([call]), { startTimeUnixMs: 5, endTimeUnixMs: 30 }))).to.equal(14);
    const other = { name: "look", arguments: { n: 2 } };
    expect(tokens(by("one", asked([other]), around), by("two", asked([call])))).to.equal(14);
    const question = { "gen_ai.input.messages": parts("user", text("bye")) };
    expect(tokens(silent, by("two", asked([call], question)))).to.equal(14);
  });

  it("is paired one to one where it was done at the same time", () => {
    const id = { "gen_ai.response.id": "r1", ...usage };
    const spans = ["one", "one", "two", "two"].map((name, index) => by(name, asking(index, [], id)));
    expect(tokens(...spans)).to.equal(14);
  });

  it("asks for calls and runs tools once, with what either knows", () => {
    const nameless = { name: "look", arguments: { n: 1 } };
    const { toolsCalled } = readTrace({
      spans: [
        by("one", asking(0, [nameless])),
        by("two", asking(1, [call])),
        by("one", toolSpan("look", 20, { "gen_ai.tool.call.arguments": '{"n":1}' })),
        by("two", toolSpan("look", 21, { "gen_ai.tool.call.arguments": '{"n":1}', "gen_ai.tool.call.result": "7" })),
      ],
    });
    expect(toolsCalled).to.deep.equal([
      { name: "look", inputParameters: { n: 1 }, output: 7, id: "a", durationMs: 10, startTimeMs: 20 },
    ]);
  });
});
