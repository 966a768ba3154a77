import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { span } from "../support/spans.js";

const scope = { name: "pipecat" };
const at = (name: string, start: number, attributes: object, parentSpanId: string | null = "turn@0"): SpanInput =>
  span(name, start, { ...attributes }, { parentSpanId, scope });
const turn = (more: object = {}): SpanInput =>
  span("turn", 0, { "turn.number": 1, ...more }, { endTimeUnixMs: 1000, scope });
const llm = (start: number, messages: readonly object[], output?: string): SpanInput =>
  at("llm", start, {
    "gen_ai.operation.name": "chat",
    input: JSON.stringify(messages),
    tools: '[{"type":"function","function":{"name":"never_called"}}]',
    ...(output !== undefined && { output }),
  });

const asked = { role: "user", content: "weather in Paris?" };
const call = { id: "c1", type: "function", function: { name: "get_weather", arguments: '{"city":"Paris"}' } };

describe("spans of Pipecat", () => {
  it("show a call and its result in what the model is told next, and never the tools on offer", () => {
    const answered = [
      asked,
      { role: "assistant", tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: '{"sky":"sunny"}' },
    ];
    const trace = readTrace({ spans: [turn(), llm(10, [asked]), llm(30, answered, "It is sunny.")] });
    expect(trace.toolsCalled).to.deep.equal([
      { name: "get_weather", inputParameters: { city: "Paris" }, output: { sky: "sunny" }, id: "c1" },
    ]);
    expect(trace.turns[0]).to.deep.include({ input: "weather in Paris?", output: "It is sunny.", interrupted: null });
  });

  it("count a call as often as it was asked for, where each time it looks the same", () => {
    const told = (content: string): object[] => [
      { role: "assistant", tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content },
    ];
    const spans = [
      turn(),
      llm(10, [asked, ...told("old"), asked]),
      llm(30, [asked, ...told("old"), asked, ...told("cloudy")]),
      llm(50, [asked, ...told("old"), asked, ...told("cloudy"), ...told("sunny")], "It is sunny."),
    ];
    expect(readTrace({ spans }).toolsCalled.map(({ output }) => output)).to.deep.equal(["cloudy", "sunny"]);
  });

  it("leave open whether a model that said nothing asked for a call", () => {
    const { toolsCalled, missing } = readTrace({ spans: [turn(), llm(10, [asked])] });
    expect(toolsCalled).to.be.empty;
    expect(missing.join()).to.include("toolsCalled: ");
  });

  it("do not count calls that the model was told of before the first of them", () => {
    const before = [
      asked,
      { role: "assistant", tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: "{}" },
    ];
    expect(readTrace({ spans: [turn(), llm(10, before, "Sunny.")] }).toolsCalled).to.be.empty;
  });

  it("join calls and results of realtime models, and do not take cut arguments for wrong ones", () => {
    const cut = `{"text":"${"x".repeat(1000)}...`;
    const spans = [
      turn(),
      at("llm_tool_call", 10, { "tool.function_name": "save", "tool.call_id": "c1", "tool.arguments": '{"a":1}' }),
      at("llm_tool_result", 20, {
        "tool.call_id": "c1",
        "tool.result": '{"ok":true}',
        "tool.result_status": "success",
      }),
      at("llm_tool_call", 30, {
        "tool.function_name": "note",
        "tool.call_id": "c2",
        "tool.arguments": cut,
        "tool.all_function_names": "note,file",
      }),
      at("llm_tool_result", 40, {
        "tool.call_id": "c2",
        "tool.result": '{"error":"full"}',
        "tool.result_status": "error",
      }),
      at("llm_response", 50, { output: "Saved.", "tokens.prompt": 3, "tokens.completion": 4, "tokens.total": 7 }),
    ];
    const trace = readTrace({ spans });
    expect(trace.toolsCalled.map(({ startTimeMs: _, durationMs: __, ...each }) => each)).to.deep.equal([
      { name: "save", inputParameters: { a: 1 }, output: { ok: true }, id: "c1" },
      { name: "note", error: '{"error":"full"}', id: "c2" },
      { name: "file" },
    ]);
    expect(trace.missing.join()).to.include("arguments were cut off");
    expect(trace.usage.totalTokens).to.equal(7);
    expect(trace.output).to.equal("Saved.");
  });

  it("join the final words that were heard, and leave interim ones out", () => {
    const heard = (start: number, transcript: string, final: boolean) =>
      at("stt", start, { transcript, is_final: final });
    const spans = [
      turn(),
      heard(1, "weather", false),
      heard(2, "weather in", true),
      heard(3, "Paris?", true),
      llm(10, [asked], "Sunny."),
    ];
    expect(readTrace({ spans }).turns[0]?.input).to.equal("weather in Paris?");
  });

  it("do not take the end of the conversation for a barge-in", () => {
    const interrupted = (more: object, spoken: object = {}) =>
      readTrace({ spans: [turn({ "turn.was_interrupted": true, ...more }), at("tts", 10, spoken)] }).turns[0]
        ?.interrupted;
    expect(interrupted({})).to.equal(true);
    expect(interrupted({ "turn.ended_by_conversation_end": true })).to.equal(null);
    expect(interrupted({ "turn.ended_by_conversation_end": true }, { "tts.interrupted": true })).to.equal(true);
  });
});
