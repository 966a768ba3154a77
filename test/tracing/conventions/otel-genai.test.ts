import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { parts, span, text, toolSpan } from "../support/spans.js";

describe("OpenTelemetry's conventions", () => {
  it("are those of a tool where the operation is not named, as in older versions of Pydantic AI", () => {
    const running = span("running tool", 0, {
      "gen_ai.tool.name": "look",
      "gen_ai.tool.call.id": "c1",
      tool_arguments: '{"n":1}',
      tool_response: "sunny",
    });
    const { toolsCalled, missing } = readTrace({ spans: [running] });
    expect(
      toolsCalled.map(({ name, id, inputParameters, output }) => ({ name, id, inputParameters, output })),
    ).to.deep.equal([{ name: "look", id: "c1", inputParameters: { n: 1 }, output: "sunny" }]);
    expect(missing.filter((each) => !each.startsWith("output: "))).to.deep.equal([]);
  });

  it("say that a tool failed with the type of its error, though its status may not", () => {
    const failed = (more: Partial<SpanInput>) =>
      readTrace({ spans: [toolSpan("look", 0, { "error.type": "TimeoutError" }, more)] });
    const thrown = [{ name: "exception", attributes: { "exception.message": "too slow" } }];
    expect(failed({}).toolsCalled[0]?.error).to.equal("TimeoutError");
    expect(failed({ events: thrown }).toolsCalled[0]?.error).to.equal("too slow");
    expect(failed({}).spans[0]?.status).to.equal("error");
    expect(failed({ status: { code: 1 } }).toolsCalled[0]?.error).to.equal(undefined);
  });

  it("show who was made, who answers nothing, uses no tokens and is handed no user over by that", () => {
    const made = (at: number, name: string): SpanInput =>
      span(`create_agent ${name}`, at, { "gen_ai.operation.name": "create_agent", "gen_ai.agent.name": name });
    const run = span("invoke_agent a", 20, {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "a",
      "gen_ai.output.messages": parts("assistant", text("Hi")),
      "gen_ai.usage.input_tokens": 4,
      "gen_ai.usage.output_tokens": 2,
    });
    const trace = readTrace({ spans: [made(0, "a"), run, toolSpan("look", 31), made(40, "b")] });
    expect([trace.output, trace.usage.inputTokens, trace.handoffs, trace.turns.length]).to.deep.equal(["Hi", 4, [], 1]);
    expect(trace.spans.map(({ kind }) => kind)).to.deep.equal(["agent", "agent", "tool", "agent"]);
  });

  it("take text parts of a result that were written as JSON text apart", () => {
    const asked = [
      { role: "user", parts: [text("q")] },
      { role: "assistant", parts: [{ type: "tool_call", id: "a", name: "look", arguments: {} }] },
      {
        role: "tool",
        parts: [{ type: "tool_call_response", id: "a", response: '[{"type":"text","text":"{\\"t\\":21}"}]' }],
      },
    ];
    const chat = (at: number, attributes: Record<string, unknown>) =>
      span("chat", at, { "gen_ai.operation.name": "chat", ...attributes });
    const { toolsCalled } = readTrace({
      spans: [
        chat(0, {
          "gen_ai.output.messages": parts("assistant", { type: "tool_call", id: "a", name: "look", arguments: {} }),
        }),
        chat(20, {
          "gen_ai.input.messages": JSON.stringify(asked),
          "gen_ai.output.messages": parts("assistant", text("ok")),
        }),
      ],
    });
    expect(toolsCalled.map(({ output }) => output)).to.deep.equal([{ t: 21 }]);
  });
});
