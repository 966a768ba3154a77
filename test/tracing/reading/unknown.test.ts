import { expect } from "chai";
import { knowsTools, readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { openInference } from "../support/flat.js";
import { asking, parts, span, text, toolSpan } from "../support/spans.js";

const read = (...spans: readonly SpanInput[]) => readTrace({ spans });
const look = { id: "a", name: "look", arguments: { n: 1 } };
const chat = (at: number, said: Record<string, unknown>, more: Partial<SpanInput> = {}) =>
  span("chat", at, { "gen_ai.operation.name": "chat", ...said }, more);
const answer = (words: string) => ({ "gen_ai.output.messages": parts("assistant", text(words)) });
const told = (...given: readonly object[]) => ({ "gen_ai.input.messages": JSON.stringify(given) });
const question = { role: "user", parts: [text("hi")] };

describe("a model call that failed", () => {
  it("asked for no tools, and lacks no content: there was no answer", () => {
    const trace = read(chat(0, told(question), { status: { code: 2, message: "overloaded" } }));
    expect(knowsTools(trace)).to.equal(true);
    expect(trace.missing.join()).to.not.include("content was not captured");
    expect(knowsTools(read(chat(0, told(question))))).to.equal(false);
  });
});

describe("a call that nothing shows to have run", () => {
  it("did not run where a later model call was told nothing of it, or none followed", () => {
    for (const later of [[], [chat(20, { ...told(question), ...answer("ok") })]]) {
      const trace = read(asking(0, [look]), ...later);
      expect(trace.toolsCalled[0]?.executed).to.equal(false);
      expect(knowsTools(trace)).to.equal(true);
    }
  });

  it("may have run where what later model calls were told is not on record", () => {
    for (const input of [{}, { "gen_ai.input.messages": '[{"role":"user","parts":[{"type' }]) {
      const trace = read(asking(0, [look]), chat(20, { ...input, ...answer("ok") }));
      expect(trace.toolsCalled).to.deep.equal([{ name: "look", id: "a", inputParameters: { n: 1 } }]);
      expect(knowsTools(trace)).to.equal(false);
      expect(trace.missing).to.include("result not recorded: call 1 (look)");
      expect(trace.missing).to.include(
        "toolsCalled: whether these ran is not known, since what later model calls were told is not on record: call 1 (look)",
      );
    }
  });

  it("is judged by the model calls of its own agent, where that asked again", () => {
    const agent = (name: string) =>
      span(name, 0, { "gen_ai.operation.name": "invoke_agent", ...answer("done") }, { endTimeUnixMs: 100 });
    const under = (parent: string, each: SpanInput) => ({
      ...each,
      spanId: `${parent}${each.spanId ?? ""}`,
      parentSpanId: `${parent}@0`,
    });
    const asked = (name: string, more: object) => [
      agent(name),
      under(name, asking(1, [look])),
      under(name, chat(20, { ...more, ...answer("ok") })),
    ];
    const ran = read(...asked("a", told(question)), ...asked("b", {})).toolsCalled.map(({ executed }) => executed);
    expect(ran).to.deep.equal([false, undefined]);
  });

  it("may have run where results without ids are not as many as the calls", () => {
    const results = told(question, { role: "tool", parts: [{ type: "tool_call_response", response: 1 }] });
    const calls = ["x", "y"].map((name) => ({ name, arguments: {} }));
    const trace = read(asking(0, calls), chat(20, { ...results, ...answer("ok") }));
    expect(trace.toolsCalled.map(({ executed }) => executed)).to.deep.equal([undefined, undefined]);
    expect(knowsTools(trace)).to.equal(false);
  });

  it("is not the only one where a last model call hides what it asked for", () => {
    const shown = chat(20, told(question));
    expect(knowsTools(read(asking(0, [look]), shown))).to.equal(false);
    expect(knowsTools(read(asking(0, [look]), { ...shown, attributes: { ...shown.attributes, ...answer("ok") } })))
      .to //
      .equal(true);
  });
});

describe("a result of which the text is hidden", () => {
  it("is not known, rather than empty", () => {
    const hidden = [
      { role: "tool", tool_call_id: "a", content: [{ type: "text" }] },
      { role: "tool", tool_call_id: "a", content: "__REDACTED__" },
      { role: "tool", tool_call_id: "a", content: [{ type: "text", text: "[REDACTED]" }] },
      { role: "tool", tool_call_id: "a" },
    ];
    for (const message of hidden) {
      const trace = read(asking(0, [look]), chat(20, { ...told(question, message), ...answer("ok") }));
      expect(trace.toolsCalled, JSON.stringify(message)).to.deep.equal([
        { name: "look", id: "a", inputParameters: { n: 1 } },
      ]);
      expect(trace.missing).to.include("result not recorded: call 1 (look)");
      expect(knowsTools(trace)).to.equal(true);
    }
    const empty = { role: "tool", tool_call_id: "a", content: [{ type: "text", text: "" }] };
    const trace = read(asking(0, [look]), chat(20, { ...told(question, empty), ...answer("ok") }));
    expect(trace.toolsCalled[0]?.output).to.equal("");
  });
});

describe("the final answer, where the last to speak does not show it", () => {
  const failed = { status: { code: 2, message: "500" } };
  const speaking = asking(0, [look], { ...told(question) });
  const first: SpanInput = {
    ...speaking,
    attributes: {
      ...speaking.attributes,
      "gen_ai.output.messages": parts("assistant", text("Let me look."), { type: "tool_call", ...look }),
    },
  };

  it("is none of what was said before", () => {
    const lost = [
      [chat(30, told(question))],
      [chat(30, told(question), failed)],
      [toolSpan("look", 20, { "gen_ai.tool.call.id": "a", "gen_ai.tool.call.result": "1" })],
    ];
    for (const after of lost) {
      const trace = read(first, ...after);
      expect(trace.output).to.equal(null);
      expect(trace.missing.some((each) => each.startsWith("output: "))).to.equal(true);
    }
    expect(read(first).output).to.equal("Let me look.");
  });

  it("is what came of it where it failed in between, which is told", () => {
    const trace = read(chat(0, answer("It is su"), failed));
    expect(trace.output).to.equal("It is su");
    expect(trace.missing).to.include('llm "chat": output cut short (it failed before it was complete)');
  });

  const agent = (name: string, at: number, end: number, more: Partial<SpanInput> = {}, words?: string) =>
    span(
      name,
      at,
      { "gen_ai.operation.name": "invoke_agent", ...(words === undefined ? {} : answer(words)) },
      { endTimeUnixMs: end, ...more },
    );

  it("is that of the outermost agent's own last model call, not of an agent within", () => {
    const within = { parentSpanId: "root@0" };
    const draft = agent("sub", 10, 20, within, "draft");
    const own = chat(30, answer("final"), within);
    expect(read(agent("root", 0, 100), draft, own).output).to.equal("final");
    expect(read(agent("root", 0, 100, failed), draft).output).to.equal(null);
    expect(read(agent("root", 0, 100, {}, "__REDACTED__"), draft, own).output).to.equal("final");
  });

  it("is none of what a guardrail or a judge said", () => {
    const model = (at: number, words: string, parentSpanId: string) =>
      openInference(
        "LLM",
        at,
        { "llm.output_messages.0.message.role": "assistant", "llm.output_messages.0.message.content": words },
        { parentSpanId },
      );
    for (const kind of ["GUARDRAIL", "EVALUATOR"]) {
      const root = openInference("AGENT", 0, {}, { endTimeUnixMs: 100 });
      const guard = openInference(kind, 30, {}, { parentSpanId: "agent@0", endTimeUnixMs: 60 });
      const trace = read(root, model(10, "final", "agent@0"), guard, model(40, "safe", `${kind.toLowerCase()}@30`));
      expect(trace.output, kind).to.equal("final");
    }
  });
});
