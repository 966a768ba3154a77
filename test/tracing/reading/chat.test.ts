import { expect } from "chai";
import { readChat } from "../../../src/tracing/reading/chat.js";
import { readMessages } from "../../../src/tracing/reading/messages.js";

describe("what a model was given or answered", () => {
  const words = (value: Parameters<typeof readChat>[0]) => [
    readChat(value, "user").userText,
    readChat(value, "assistant").assistantText,
  ];

  it("is found in text, in a message, in a list, and in the wrappings of completions", () => {
    expect(words("hi")).to.deep.equal(["hi", "hi"]);
    expect(words({ role: "user", content: "hi" })).to.deep.equal(["hi", undefined]);
    expect(words([[{ role: "user", content: [{ type: "input_text", text: "hi" }] }]])).to.deep.equal(["hi", undefined]);
    expect(words({ choices: [{ message: { content: "one" } }, { message: { content: "two" } }] })[1]).to.equal("one");
    expect(words({ generations: [[{ text: "hi" }]] })[1]).to.equal("hi");
    expect(
      words({ output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "hi" }] }] })[1],
    ).to.equal("hi");
    expect(words({ text: "hi", toolCalls: [] })[1]).to.equal("hi");
    expect(words({ messages: [{ type: "ai", data: { content: "hi" } }] })[1]).to.equal("hi");
    expect(words({ role: "model", parts: [{ text: "hi" }] })[1]).to.equal("hi");
    expect(words({ temperature: 1 })).to.deep.equal([undefined, undefined]);
    expect(words(undefined)).to.deep.equal([undefined, undefined]);
  });
});

describe("messages", () => {
  const calls = (...messages: readonly object[]) =>
    readMessages(messages).requested.map(({ name, id, inputParameters }) => [name, id, inputParameters]);

  it("show calls in the shapes of many providers, each once", () => {
    const known = [["look", "c1", { id: 1 }]];
    const shapes = [
      { role: "assistant", tool_calls: [{ id: "c1", function: { name: "look", arguments: '{"id":1}' } }] },
      { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "look", input: { id: 1 } }] },
      { role: "assistant", parts: [{ type: "tool_call", id: "c1", name: "look", arguments: { id: 1 } }] },
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "c1", toolName: "look", input: { id: 1 } }] },
      { type: "function_call", id: "fc_1", call_id: "c1", name: "look", arguments: '{"id":1}' },
      { role: "model", parts: [{ functionCall: { id: "c1", name: "look", args: { id: 1 } } }] },
      { type: "ai", content: "", tool_calls: [{ id: "c1", name: "look", args: { id: 1 } }] },
      {
        id: ["langchain_core", "messages", "AIMessage"],
        kwargs: {
          content: [{ type: "tool_use", id: "c1", name: "look", input: { id: 1 } }],
          tool_calls: [{ id: "c1", name: "look", args: { id: 1 } }],
        },
      },
    ];
    for (const shape of shapes) expect(calls(shape), JSON.stringify(shape)).to.deep.equal(known);
    expect(calls({ role: "assistant", function_call: { name: "look", arguments: "{}" } })).to.deep.equal([
      ["look", undefined, {}],
    ]);
  });

  it("do not take the definition of a tool for a call", () => {
    expect(
      calls(
        { type: "function", name: "look", parameters: {} },
        { role: "system", content: [{ type: "function", name: "look" }] },
      ),
    ).to.be.empty;
  });

  it("show results in the shapes of many providers", () => {
    const shapes = [
      { role: "tool", tool_call_id: "c1", content: '{"ok":true}' },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: '{"ok":true}' }] }],
      },
      { role: "tool", parts: [{ type: "tool_call_response", id: "c1", response: { ok: true } }] },
      { role: "tool", parts: [{ type: "tool_call_response", id: "c1", result: '{"ok":true}' }] },
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: "c1", output: { type: "json", value: { ok: true } } }],
      },
      { type: "function_call_output", call_id: "c1", output: '{"ok":true}' },
      { type: "function_call_result", callId: "c1", output: { type: "text", text: '{"ok":true}' } },
      { type: "tool", content: '{"ok":true}', tool_call_id: "c1" },
    ];
    for (const shape of shapes)
      expect(readMessages([shape]).results, JSON.stringify(shape)).to.deep.equal([{ id: "c1", output: { ok: true } }]);
    expect(
      readMessages([
        { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: "no", is_error: true }] },
      ]).results,
    ).to.deep.equal([{ id: "c1", error: "no" }]);
  });
});
