import { expect } from "chai";
import { knowsTools, readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { asking, parts, span, text } from "../support/spans.js";

const knows = (...spans: readonly SpanInput[]) => knowsTools(readTrace({ spans }));
const json = JSON.stringify;

/** A model's span in each convention, with this text for an answer, and why it stopped. */
const conventions: Readonly<Record<string, (answer: string, reason?: string) => Record<string, unknown>>> = {
  "the standard": (answer, reason) => ({
    "gen_ai.operation.name": "chat",
    "gen_ai.output.messages": parts("assistant", text(answer)),
    ...(reason !== undefined && { "gen_ai.response.finish_reasons": [reason] }),
  }),
  OpenLLMetry: (answer, reason) => ({
    "llm.request.type": "chat",
    "gen_ai.completion.0.role": "assistant",
    "gen_ai.completion.0.content": answer,
    ...(reason !== undefined && { "gen_ai.completion.0.finish_reason": reason }),
  }),
  OpenInference: (answer, reason) => ({
    "openinference.span.kind": "LLM",
    "output.value": json({ choices: [{ message: { role: "assistant", content: answer }, finish_reason: reason }] }),
    "output.mime_type": "application/json",
    "llm.output_messages.0.message.role": "assistant",
    "llm.output_messages.0.message.content": answer,
  }),
  "the AI SDK": (answer, reason) => ({
    "ai.operationId": "ai.generateText.doGenerate",
    "ai.prompt.messages": json([{ role: "user", content: "Hi" }]),
    "ai.response.text": answer,
    ...(reason !== undefined && { "ai.response.finishReason": reason }),
  }),
  Langfuse: (answer, reason) => ({
    "langfuse.observation.type": "generation",
    "langfuse.observation.output": json({ role: "assistant", content: answer, finish_reason: reason }),
  }),
  LangWatch: (answer, reason) => ({
    "langwatch.span.type": "llm",
    "langwatch.output": json({
      type: "json",
      value: { choices: [{ message: { role: "assistant", content: answer }, finish_reason: reason }] },
    }),
  }),
  Confident: (answer, reason) => ({
    "confident.span.type": "llm",
    "confident.span.output": json({ role: "assistant", content: answer, finish_reason: reason }),
  }),
  "our own": (answer, reason) => ({
    "rehearsal.span.kind": "llm",
    "rehearsal.output": json({ role: "assistant", content: answer, finish_reason: reason }),
  }),
};

describe("a model's answer of which but an empty text is on record", () => {
  for (const [name, answering] of Object.entries(conventions)) {
    it(`may have asked for calls, in the words of ${name}, unless it says how it ended`, () => {
      expect(knows(span("m", 0, answering("")))).to.equal(false);
      expect(knows(span("m", 0, answering("", "tool_calls")))).to.equal(false);
      expect(knows(span("m", 0, answering("", "stop")))).to.equal(true);
      expect(knows(span("m", 0, answering("Done.")))).to.equal(true);
    });
  }

  it("is not made known by another that is", () => {
    for (const answering of Object.values(conventions))
      expect(knows(span("m", 0, answering("")), span("n", 20, answering("Done.", "stop")))).to.equal(false);
  });

  it("is as unknown where a function observed as a model returns nothing but it", () => {
    const model = (at: number, answer: unknown) =>
      span("m", at, { "rehearsal.span.kind": "llm", "rehearsal.output": json(answer) });
    for (const unshown of ["", null, { content: "" }, { content: null }]) {
      const { missing } = readTrace({ spans: [model(0, unshown), model(20, "Done.")] });
      expect(missing.join("\n"), json(unshown)).to.match(/^toolsCalled: llm "m" may have asked for calls/);
    }
    expect(knows(model(0, { content: "", tool_calls: [] }))).to.equal(true);
  });

  it("is as unknown where another text stands in place of what was said", () => {
    for (const [name, answering] of Object.entries(conventions)) {
      const trace = readTrace({ spans: [span("m", 0, answering("redacted-by-litellm"))] });
      expect([knowsTools(trace), trace.output], name).to.deep.equal([false, null]);
    }
  });

  it("is told by another record of the same call", () => {
    const inner = asking(2, [], { "gen_ai.output.messages": parts("assistant", text("Done.")) });
    const outer = span("m", 0, { "rehearsal.span.kind": "llm", "rehearsal.output": '""' }, { endTimeUnixMs: 40 });
    expect(knows(outer, { ...inner, parentSpanId: "m@0" })).to.equal(true);
  });

  it("is unknown after a mere stop of those who call it so though calls were asked for", () => {
    const hidden = (model: string) =>
      span("m", 0, {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": model,
        "gen_ai.response.finish_reasons": ["stop"],
      });
    expect(knows(hidden("gemini-2.5-flash"))).to.equal(false);
    expect(knows(hidden("gpt-5"))).to.equal(true);
  });
});
