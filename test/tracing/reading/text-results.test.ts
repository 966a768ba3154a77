import { expect } from "chai";
import { readTrace } from "../../../src/tracing/index.js";

const texts = ["1.10", "12345678901234567890", "1e5", "null", "A-1", '{"a":1.5}', "[1]"];
const kept = [...texts.slice(0, 5), { a: 1.5 }, [1]];
const outputOf = (span: object) =>
  readTrace({ spans: [{ name: "t", ...span }] }).toolsCalled.map(({ output }) => output);

describe("what a tool answered in text", () => {
  it("of MCP stays text where it would not be printed the same as a value", () => {
    const results = texts.flatMap((text) =>
      outputOf({
        attributes: {
          "mcp.method.name": "tools/call",
          "gen_ai.tool.name": "t",
          "gen_ai.tool.call.result": JSON.stringify({ content: [{ type: "text", text }] }),
        },
      }),
    );
    expect(results).to.deep.equal(kept);
  });

  it("as a model was told it stays text where it would not be printed the same as a value", () => {
    const question = { role: "user", parts: [{ type: "text", content: "q" }] };
    const asks = { role: "assistant", parts: [{ type: "tool_call", id: "c", name: "t", arguments: {} }] };
    const chat = (startTimeUnixMs: number, input: readonly object[], output: object) => ({
      name: "chat",
      startTimeUnixMs,
      endTimeUnixMs: startTimeUnixMs + 1,
      attributes: {
        "gen_ai.operation.name": "chat",
        "gen_ai.input.messages": JSON.stringify(input),
        "gen_ai.output.messages": JSON.stringify([output]),
      },
    });
    const results = texts.flatMap((text) => {
      const told = { role: "tool", parts: [{ type: "tool_call_response", id: "c", response: text }] };
      const said = { role: "assistant", parts: [{ type: "text", content: "x" }] };
      const { toolsCalled } = readTrace({
        spans: [chat(1, [question], asks), chat(3, [question, asks, told], said)],
      });
      return toolsCalled.map(({ output }) => output);
    });
    expect(results).to.deep.equal(kept);
  });
});
