import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { parts, span, text } from "../support/spans.js";

const agent = (name: string, at: number, more: object, over: Partial<SpanInput> = {}): SpanInput =>
  span(name, at, { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": name, ...more }, over);
const said = (words: string) => ({ "gen_ai.output.messages": parts("assistant", text(words)) });
const asked = (words: string) => ({ "gen_ai.input.messages": parts("user", text(words)) });

describe("turns", () => {
  it("belong to the agent that answered, which is the last after a handoff", () => {
    const spans = [
      agent("triage", 0, { ...asked("my bill?"), ...said("One moment.") }),
      agent("billing", 20, said("5 EUR.")),
    ];
    expect(readTrace({ spans }).turns).to.deep.equal([
      { traceId: "t1", agent: "billing", input: "my bill?", output: "5 EUR.", latencyMs: 30, interrupted: null },
    ]);
  });

  it("take from the model calls what the agent's span does not hold", () => {
    const outer = { ...agent("a", 0, {}), endTimeUnixMs: 100 };
    const chat = span(
      "chat",
      10,
      { "gen_ai.operation.name": "chat", ...asked("hi"), ...said("Hello") },
      { parentSpanId: "a@0" },
    );
    expect(readTrace({ spans: [outer, chat] }).turns[0]).to.deep.include({ input: "hi", output: "Hello" });
  });

  it("of voice agents in one trace are one each, and say how they ended", () => {
    const run = (at: number, end: string) =>
      agent("a", at, { ...asked(`q${String(at)}`), ...said("s"), "gen_ai.agent.invocation.end_reason": end });
    const { turns } = readTrace({ spans: [run(0, "interrupted"), run(20, "completed")] });
    expect(turns.map(({ input, interrupted }) => [input, interrupted])).to.deep.equal([
      ["q0", true],
      ["q20", false],
    ]);
  });

  it("have no agent where none is named", () => {
    const { "gen_ai.agent.name": _, ...attributes } = agent("a", 0, said("s")).attributes as Record<string, unknown>;
    expect(readTrace({ spans: [span("a", 0, attributes)] }).turns[0]).to.not.have.property("agent");
  });
});

describe("the id of the conversation", () => {
  const idOf = (...attributes: readonly object[]) =>
    readTrace({ spans: attributes.map((each, at) => span("s", at, { ...each })) }).conversationId;

  it("is found under the names of many conventions", () => {
    const named = [
      { "gen_ai.conversation.id": "c" },
      { "session.id": "c" },
      { "langfuse.session.id": "c" },
      { "langwatch.thread.id": "c" },
      { "confident.trace.thread_id": "c" },
      { "traceloop.association.properties.chat_id": "c" },
      { "ai.telemetry.metadata.sessionId": "c" },
      { "lk.pii.room_name": "c" },
      { metadata: '{"thread_id":"c"}' },
    ];
    for (const attributes of named) expect(idOf(attributes), JSON.stringify(attributes)).to.equal("c");
    expect(idOf({ "conversation.id": 7 })).to.equal("7");
    expect(idOf({ "session.id": "" }, { metadata: "{" })).to.equal(undefined);
  });

  it("is the surest one, wherever it stands", () => {
    expect(idOf({ "session.id": "browser" }, { "gen_ai.conversation.id": "chat" })).to.equal("chat");
    expect(idOf({ "session.id": "first" }, { "session.id": "second" })).to.equal("first");
  });
});
