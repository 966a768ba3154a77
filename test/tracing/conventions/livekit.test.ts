import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { dumpOf, span } from "../support/spans.js";

const scope = { name: "livekit-agents" };
const lk = (name: string, at: number, end: number, attributes: object, parentSpanId: string | null = null): SpanInput =>
  span(name, at, { ...attributes }, { endTimeUnixMs: end, parentSpanId, scope });
const user = (at: number, end: number, transcript: string): SpanInput =>
  lk("user_turn", at, end, { "lk.user_transcript": transcript });
const agent = (at: number, end: number, more: object): SpanInput => lk("agent_turn", at, end, more);

/** What the dump would be in versions that had no `pii` in their keys, told times in seconds and messages in events. */
function older(): readonly SpanInput[] {
  return dumpOf("livekit-voice-turns-1.7").map((each) => {
    const attributes = Object.fromEntries(
      Object.entries(each.attributes ?? {}).map(([key, value]) => [
        key.replace("lk.pii.", "lk."),
        key.endsWith("_delay") && typeof value === "number" && value > 20 ? value / 1000 : value,
      ]),
    );
    if (each.name !== "llm_request") return { ...each, attributes };
    const call = { id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"city":"Paris"}' } };
    const events = [
      { name: "gen_ai.user.message", attributes: { content: "weather in Paris?" } },
      { name: "gen_ai.choice", attributes: { role: "assistant", content: "", tool_calls: [JSON.stringify(call)] } },
    ];
    return { ...each, attributes, events };
  });
}

describe("spans of LiveKit", () => {
  it("say the same in older versions, whose keys, units and places of messages differ", () => {
    const newer = readTrace({ spans: dumpOf("livekit-voice-turns-1.7") });
    const before = readTrace({ spans: older() });
    for (const field of ["toolsCalled", "output", "usage", "turns", "missing", "conversationId"] as const)
      expect(before[field], field).to.deep.equal(newer[field]);
    expect(newer.turns[0]?.delays).to.deep.equal({
      endOfTurnMs: 550,
      transcriptionMs: 210,
      firstTokenMs: 420,
      firstAudioMs: 190,
    });
  });

  it("take an interruption from the speech that barged in, where the reply tells of none", () => {
    const speaking = (flag: unknown): readonly SpanInput[] => [
      user(0, 100, "hi"),
      agent(100, 900, { "lk.user_input": "hi", "lk.response.text": "Hello" }),
      lk("user_speaking", 500, 700, { "lk.is_interruption": flag }),
    ];
    const interrupted = (flag: unknown) => readTrace({ spans: speaking(flag) }).turns.map((turn) => turn.interrupted);
    expect(interrupted("true")).to.deep.equal([true]);
    expect(interrupted(true)).to.deep.equal([true]);
    // The text "false" is no truth.
    expect(interrupted("false")).to.deep.equal([null]);
  });

  it("make one turn of a reply that goes on after its tools", () => {
    const spans = [
      user(0, 100, "weather?"),
      agent(100, 300, {
        "lk.speech_id": "s1",
        "lk.user_input": "weather?",
        "lk.response.text": "One moment.",
        "lk.e2e_latency": 0.8,
        "lk.interrupted": false,
      }),
      agent(300, 600, { "lk.speech_id": "s1", "lk.response.text": "It is sunny.", "lk.interrupted": true }),
    ];
    expect(readTrace({ spans }).turns).to.deep.equal([
      { traceId: "t1", input: "weather?", output: "One moment. It is sunny.", latencyMs: 800, interrupted: true },
    ]);
  });

  it("pair a reply with the words that it answers, and keep greetings and words without a reply", () => {
    const spans = [
      agent(0, 50, { "lk.speech_id": "s0", "lk.response.text": "Welcome!" }),
      user(60, 100, "first"),
      user(95, 140, "second"),
      agent(100, 200, { "lk.speech_id": "s1", "lk.user_input": "first", "lk.response.text": "1" }),
      agent(140, 200, { "lk.speech_id": "s2", "lk.user_input": "second", "lk.response.text": "2" }),
      user(210, 220, "bye"),
    ];
    expect(readTrace({ spans }).turns.map(({ input, output }) => [input, output])).to.deep.equal([
      [null, "Welcome!"],
      ["first", "1"],
      ["second", "2"],
      ["bye", null],
    ]);
  });

  it("pair across traces by the words alone", () => {
    const apart = { traceId: "t2" };
    const spans = [
      user(0, 10, "hi"),
      { ...agent(20, 30, { "lk.user_input": "hi", "lk.response.text": "Hello" }), ...apart },
      user(40, 50, "bye"),
      { ...agent(60, 70, { "lk.response.text": "Anything else?" }), ...apart },
    ];
    expect(readTrace({ spans }).turns.map(({ input, output }) => [input, output])).to.deep.equal([
      ["hi", "Hello"],
      ["bye", null],
      [null, "Anything else?"],
    ]);
  });

  it("tell which agent had a turn, after a handoff the new one", () => {
    const spans = [
      lk("agent_session", 0, 900, { "lk.agent_label": "triage" }),
      user(10, 20, "hi"),
      agent(20, 100, { "lk.user_input": "hi", "lk.response.text": "I will hand you over." }),
      lk("update_agent", 110, 120, { "lk.previous_agent_label": "triage", "lk.agent_label": "billing" }),
      user(130, 140, "my bill?"),
      agent(140, 200, { "lk.user_input": "my bill?", "lk.response.text": "It is 5 EUR." }),
    ];
    const trace = readTrace({ spans });
    expect(trace.turns.map((turn) => turn.agent)).to.deep.equal(["triage", "billing"]);
    expect(trace.handoffs).to.deep.equal([{ from: "triage", to: "billing", atMs: 110 }]);
  });

  it("report a tool's error, and what was stripped", () => {
    const failed = lk("function_tool", 0, 10, {
      "lk.function_tool.id": "c1",
      "lk.function_tool.name": "pay",
      "lk.pii.function_tool.output": "card declined",
      "lk.function_tool.is_error": true,
    });
    const trace = readTrace({ spans: [failed, lk("llm_node", 20, 30, {})] });
    expect(trace.toolsCalled[0]).to.deep.include({ name: "pay", id: "c1", error: "card declined" });
    expect(trace.toolsCalled[0]).to.not.have.any.keys("inputParameters", "output");
    expect(trace.missing.join()).to.include("personal data were stripped").and.to.include("arguments not recorded");
  });
});
