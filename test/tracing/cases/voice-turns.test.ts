import { expect } from "chai";
import { traceSchema } from "../../../src/test-case/trace.js";
import { conversationFromTraces, readTrace, turnFromTrace, type SpanInput } from "../../../src/tracing/index.js";
import { span } from "../support/spans.js";

const voice = (scope: string) => (name: string, at: number, end: number, attributes: object, parent?: SpanInput) =>
  span(
    name,
    at,
    { ...attributes },
    { endTimeUnixMs: end, parentSpanId: parent?.spanId ?? null, scope: { name: scope } },
  );

/** Three exchanges in one trace: a tool in the first, a barge-in in the second, two tools and a retriever in the third. */
function liveKitSession(): readonly SpanInput[] {
  const lk = voice("livekit-agents");
  const session = lk("agent_session", 0, 1000, {});
  const user = (at: number, words: string) => lk("user_turn", at, at + 10, { "lk.user_transcript": words }, session);
  const reply = (at: number, end: number, asked: string, said: string, more: object = {}) =>
    lk("agent_turn", at, end, { "lk.user_input": asked, "lk.response.text": said, ...more }, session);
  const tool = (name: string, at: number, parent: SpanInput) =>
    lk(
      "function_tool",
      at,
      at + 5,
      { "lk.function_tool.name": name, "lk.function_tool.id": `${name}@${String(at)}`, "lk.function_tool.output": "1" },
      parent,
    );
  const first = reply(20, 100, "my order?", "It is on its way.", { "lk.e2e_latency": 0.5 });
  const second = reply(220, 300, "which day?", "On Mon", { "lk.e2e_latency": 0.7, "lk.interrupted": true });
  const third = reply(420, 500, "and the shop?", "Until six.", { "lk.e2e_latency": 0.9, "lk.interrupted": false });
  const model = lk("llm_node", 25, 28, { "lk.chat_ctx": "[]", "lk.response.text": "It is" }, first);
  const found = span(
    "search",
    450,
    { "gen_ai.operation.name": "retrieval", "gen_ai.retrieval.documents": '[{"content":"Open until six."}]' },
    { parentSpanId: third.spanId },
  );
  return [
    session,
    user(0, "my order?"),
    first,
    model,
    tool("look_up", 30, first),
    user(200, "which day?"),
    second,
    user(400, "and the shop?"),
    third,
    tool("hours", 430, third),
    // Nothing around it but the session: it began after the third question.
    tool("log", 440, session),
    found,
  ];
}

describe("several spoken exchanges in one trace", () => {
  const trace = readTrace({ spans: liveKitSession() });

  it("each have their own calls, passages, latency and interruption", () => {
    expect(traceSchema().parse(trace)).to.deep.equal(trace);
    const [made] = conversationFromTraces([trace]);
    const replies = made?.turns.filter(({ role }) => role === "assistant") ?? [];
    expect(replies.map(({ content }) => content)).to.deep.equal(["It is on its way.", "On Mon", "Until six."]);
    expect(replies.map(({ toolsCalled }) => toolsCalled?.map(({ name }) => name))).to.deep.equal([
      ["look_up"],
      [],
      ["hours", "log"],
    ]);
    expect(replies.map(({ retrievalContext }) => retrievalContext)).to.deep.equal([[], [], ["Open until six."]]);
    expect(replies.map(({ latencyMs }) => latencyMs)).to.deep.equal([500, 700, 900]);
    expect(replies.map(({ interrupted }) => interrupted)).to.deep.equal([undefined, true, false]);
  });

  it("are turns by their number, the last by default", () => {
    expect(turnFromTrace(trace, 1).toolsCalled?.map(({ name }) => name)).to.deep.equal(["look_up"]);
    expect(turnFromTrace(trace).content).to.equal("Until six.");
    expect(() => turnFromTrace(trace, 4)).to.throw("there is no turn 4 in the trace; it holds 3");
  });

  it("leave the calls of all unknown where they are not known of one", () => {
    const [session, ...spans] = liveKitSession();
    const hidden = voice("livekit-agents")("llm_node", 225, 228, {}, spans[5]);
    const [made] = conversationFromTraces([
      readTrace({ spans: [session, hidden, ...spans.filter(({ name }) => name !== "function_tool")] as SpanInput[] }),
    ]);
    expect(made?.turns.map(({ toolsCalled }) => toolsCalled)).to.deep.equal(Array(6).fill(undefined));
  });

  it("are the same of Pipecat, also where only what the model is told next shows a call", () => {
    const pc = voice("pipecat");
    const turn = (at: number, end: number, more: object = {}) =>
      pc("turn", at, end, { "turn.number": 1, "turn.user_bot_latency_seconds": at / 1000 + 0.25, ...more });
    const [first, second] = [turn(0, 100), turn(200, 300, { "turn.was_interrupted": true })];
    const llm = (at: number, messages: readonly object[], output: string | undefined, parent: SpanInput) =>
      pc("llm", at, at + 10, { input: JSON.stringify(messages), ...(output !== undefined && { output }) }, parent);
    const asked = { role: "user", content: "weather?" };
    const call = { id: "c1", type: "function", function: { name: "get_weather", arguments: "{}" } };
    const answered = [
      asked,
      { role: "assistant", tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: "7" },
    ];
    const spans = [
      first,
      llm(10, [asked], undefined, first),
      llm(30, answered, "Seven degrees.", first),
      second,
      llm(
        210,
        [...answered, { role: "assistant", content: "Seven degrees." }, { role: "user", content: "thanks" }],
        "Bye.",
        second,
      ),
    ];
    const [made] = conversationFromTraces([readTrace({ spans })]);
    const replies = made?.turns.filter(({ role }) => role === "assistant") ?? [];
    expect(replies.map(({ toolsCalled }) => toolsCalled?.length)).to.deep.equal([1, 0]);
    expect(replies.map(({ latencyMs }) => latencyMs)).to.deep.equal([250, 450]);
    expect(replies.map(({ interrupted }) => interrupted)).to.deep.equal([undefined, true]);
  });
});
