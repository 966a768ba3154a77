import { expect } from "chai";
import { knowsTools, readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { flat, json, openInference, openInferenceAsking, openInferenceTold, recorded } from "../support/flat.js";

const read = (...spans: SpanInput[]) => readTrace({ spans });
const callsOf = (...spans: SpanInput[]) =>
  read(...spans).toolsCalled.map(({ name, inputParameters, output }) => [name, inputParameters, output]);
const tool = (at: number, attributes: Record<string, unknown>, more: Partial<SpanInput> = {}) =>
  openInference("TOOL", at, { "tool.name": "look", ...attributes }, more);

describe("OpenInference", () => {
  it("takes a tool's arguments from its parameters unless these are its schema, else from its input", () => {
    const schema = json({ type: "object", properties: { id: { type: "string" } } });
    expect(
      callsOf(
        tool(0, { "tool.parameters": '{"id":1}', "input.value": "ignored" }),
        tool(1, { "tool.parameters": schema, "input.value": '{"id":2}' }),
        tool(2, { "input.value": '"{\\"id\\":3}"' }),
        tool(3, { "input.value": '{"id": ' }),
        tool(4, { "input.value": "{}" }),
        tool(5, {}),
      ).map(([, args]) => args),
    ).to.deep.equal([{ id: 1 }, { id: 2 }, { id: 3 }, '{"id": ', {}, undefined]);
  });

  it("does not know a result of which the text is empty where the arguments are left out too, as OpenAI Agents do", () => {
    expect(
      callsOf(
        tool(0, { "output.value": "" }),
        tool(20, { "output.value": "", "input.value": "{}" }),
        tool(40, { "output.value": "", "tool.parameters": "{}" }),
      ).map(([, , output]) => output),
    ).to.deep.equal([undefined, "", ""]);
  });

  it("takes an answer from the body where the flattened message has but its role", () => {
    const body = [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Two days." }] }];
    const answered = {
      ...flat({ "llm.output_messages": [{ message: { role: "assistant" } }] }),
      "output.value": json(body),
    };
    expect(read(openInference("LLM", 0, answered)).output).to.equal("Two days.");
  });

  it("takes tools that OpenAI ran itself from the body, since but their type is flattened", () => {
    const output = [
      { type: "web_search_call", id: "ws1", action: { type: "search", query: "x" } },
      { type: "file_search_call", id: "fs1", queries: ["refund"], results: [{ text: "30 days" }] },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "found" }] },
    ];
    const answered = {
      ...flat({
        "llm.output_messages": [
          {
            message: {
              role: "assistant",
              tool_calls: [{ tool_call: { id: "ws1", function: { name: "web_search_call" } } }],
            },
          },
          { message: { role: "tool", tool_call_id: "fs1", content: '[{"text":"30 days"}]' } },
          { message: { role: "assistant", content: "found" } },
        ],
      }),
      "output.value": json({ id: "resp_1", output }),
    };
    const trace = read(openInference("LLM", 0, answered));
    expect(trace.output).to.equal("found");
    expect(
      trace.toolsCalled.map(({ name, inputParameters, output: result }) => [name, inputParameters, result]),
    ).to.deep.equal([
      ["web_search", { type: "search", query: "x" }, undefined],
      ["file_search", { queries: ["refund"] }, [{ text: "30 days" }]],
    ]);
    expect(trace.toolsCalled.map(({ executed }) => executed)).to.deep.equal([undefined, undefined]);
  });

  it("takes what is flattened where attributes were dropped and no body says more", () => {
    const said = flat({ "llm.output_messages": [{ message: { role: "assistant", content: "Two days." } }] });
    for (const body of [{}, { "output.value": json({ id: "r1" }) }])
      expect(read({ ...openInference("LLM", 0, { ...said, ...body }), droppedAttributesCount: 9 }).output).to.equal(
        "Two days.",
      );
  });

  it("never takes tools on offer, handovers, lists of tools or guardrails for calls", () => {
    const offered = flat({ "llm.tools": [{ tool: { json_schema: '{"function":{"name":"look"}}', name: "look" } }] });
    const trace = read(
      openInferenceTold(0, [{ role: "user", content: "hi" }], offered),
      openInference("TOOL", 20, { "tool.name": "handoff_to_billing", "output.value": '{"to_agent":"billing"}' }),
      { ...openInference("TOOL", 30, {}), name: "handoff to billing" },
      { ...openInference("TOOL", 40, { "output.value": '["look"]' }), name: "mcp_tools" },
      openInference("GUARDRAIL", 50, { "tool.name": "safe" }),
    );
    expect(trace.toolsCalled).to.be.empty;
    expect(knowsTools(trace)).to.equal(true);
  });

  it("finds a result in the next request's history, also one that the AI SDK wrapped", () => {
    const calls = [
      { id: "a", name: "look", arguments: '{"id":1}' },
      { id: "b", name: "look", arguments: '{"id":2}' },
      { id: "c", name: "look", arguments: '{"id":3}' },
    ];
    const told = openInferenceTold(20, [
      { role: "user", content: "hi" },
      { role: "tool", tool_call_id: "a", content: '{"ok":true}' },
      { role: "tool", tool_call_id: "b", content: '{"type":"text","value":"plain"}' },
    ]);
    expect(callsOf(openInferenceAsking(0, calls), told)).to.deep.equal([
      ["look", { id: 1 }, { ok: true }],
      ["look", { id: 2 }, "plain"],
      ["look", { id: 3 }, undefined],
    ]);
    expect(read(openInferenceAsking(0, calls), told).toolsCalled.map(({ executed }) => executed)).to.deep.equal([
      undefined,
      undefined,
      false,
    ]);
  });

  it("reads function calls of old, and contents in parts", () => {
    const old = { role: "assistant", function_call_name: "look", function_call_arguments_json: '{"id":1}' };
    const trace = read(
      openInference("LLM", 0, {
        ...flat({ "llm.output_messages": [{ message: old }] }),
        ...flat({
          "llm.input_messages": [
            {
              message: {
                role: "user",
                contents: [
                  { message_content: { type: "text", text: "what is " } },
                  { message_content: { type: "image", image: { image: { url: "data:" } } } },
                  { message_content: { type: "text", text: "this?" } },
                ],
              },
            },
          ],
        }),
      }),
    );
    expect(trace.toolsCalled).to.deep.equal([{ name: "look", inputParameters: { id: 1 }, executed: false }]);
    expect(trace.output).to.equal("");
  });

  it("reads the bodies where attributes were dropped, and keeps what the flattened ones say otherwise", () => {
    const body = { messages: [{ role: "user", content: "hi" }] };
    const answer = { choices: [{ message: { role: "assistant", content: "From the body." } }] };
    const both = { "input.value": json(body), "output.value": json(answer) };
    const cut = openInferenceTold(0, [{ role: "user", content: "hi" }], both);
    expect(read(cut).output).to.equal("Done.");
    expect(read({ ...openInference("LLM", 0, both), droppedAttributesCount: 9 }).output).to.equal("From the body.");
  });

  it("reads documents with what their metadata knows, and lets a reranker replace them", () => {
    const documents = [
      { document: { content: "A", metadata: '{"source":"a.md","id":"d1","score":0.9}' } },
      { document: { content: "B", id: 7, score: 0.4 } },
      { document: { id: "d3" } },
    ];
    const retriever = openInference("RETRIEVER", 0, {
      "input.value": "q",
      ...flat({ "retrieval.documents": documents }),
    });
    expect(read(retriever).retrievalContext).to.deep.equal([
      { context: "A", source: "a.md", id: "d1", score: 0.9, metadata: { source: "a.md", id: "d1", score: 0.9 } },
      { context: "B", id: "7", score: 0.4 },
    ]);
    expect(read(retriever).missing).to.include('retriever "retriever": retrieved documents without text: d3');
    const reranked = flat({ "reranker.output_documents": [{ document: { content: "B" } }] });
    expect(read(retriever, openInference("RERANKER", 20, reranked)).retrievalContext).to.deep.equal(["B"]);
    const none = openInference("RETRIEVER", 0, { "output.value": '{"documents":[]}' });
    expect(read(none).missing.join()).to.not.include("retrievalContext");
  });

  it("takes hidden content for unknown, not for text", () => {
    const hidden = { "input.value": "__REDACTED__", "output.value": "__REDACTED__" };
    const trace = read(
      openInference("LLM", 0, { ...hidden, "llm.finish_reason": "tool_calls" }),
      tool(20, { ...hidden, "tool.parameters": "__REDACTED__" }),
    );
    expect(trace.toolsCalled).to.deep.equal([{ name: "look", durationMs: 10, startTimeMs: 20 }]);
    expect(trace.output).to.equal(null);
    expect(trace.missing.join("\n")).to.include("content was hidden by its instrumentation").and.include("arguments");
    expect(knowsTools(read(openInference("LLM", 0, { ...hidden, "llm.finish_reason": "tool_calls" })))).to.equal(false);
    expect(knowsTools(read(openInference("LLM", 0, { ...hidden, "llm.finish_reason": "stop" })))).to.equal(true);
  });

  it("says so where a model asked for calls that were not recorded", () => {
    const trace = read(openInferenceTold(0, [], { "llm.finish_reason": "tool_calls" }));
    expect(knowsTools(trace)).to.equal(false);
    expect(trace.missing).to.include('llm "llm": the calls that it asked for were not recorded');
  });

  it("keeps text that spells a number, and counts an embedding's tokens", () => {
    const plain = { "output.value": "42", "output.mime_type": "text/plain" };
    expect(callsOf(tool(0, plain))[0]?.[2]).to.equal("42");
    const usage = read(openInference("EMBEDDING", 0, { "llm.token_count.prompt": 5 })).usage;
    expect(usage).to.deep.equal({ inputTokens: 5, outputTokens: null, totalTokens: 5 });
  });

  it("names the error of a tool without the stack or the details behind it", () => {
    const failing = (message: string) => read(tool(0, {}, { status: { code: 2, message } })).toolsCalled[0]?.error;
    expect(failing("down\n\nError: down\n    at f (a.js:1:1)\n    at g (b.js:2:2)")).to.equal("down");
    expect(failing("a\n\nb\n\nMy.Error: a\n\nb\n    at f (a.js:1:1)")).to.equal("a\n\nb");
    expect(failing("Error: down\n    at f (a.js:1:1)")).to.equal("Error: down");
    const agents = (error: string) => failing(`Error running tool (non-fatal): ${json({ tool_name: "look", error })}`);
    expect(agents("Tool execution failed. Error details are redacted.")).to.equal("Error running tool (non-fatal)");
    expect(agents("no such order")).to.equal("Error running tool (non-fatal): no such order");
  });

  it("tells who answered after a handover between OpenAI Agents", () => {
    const trace = readTrace({ spans: recorded("openai-agents-openinference-handoff") });
    expect(trace.turns.map(({ agent, output }) => [agent, output])).to.deep.equal([["Billing Agent", "Billed."]]);
    expect(trace.toolsCalled.map(({ name, output, executed }) => [name, output, executed])).to.deep.equal([
      ["transfer_to_Billing_Agent", { assistant: "Billing Agent" }, undefined],
      ["get_weather", { city: "Paris", sky: "sunny" }, undefined],
    ]);
    expect(trace.missing).to.be.empty;
  });

  it("reads a run once that OpenAI Agents and the client within both recorded, in traces of their own", () => {
    const trace = readTrace({ spans: recorded("openai-agents-openinference+openinference-stream") });
    expect(trace.toolsCalled.map(({ name, inputParameters }) => [name, inputParameters])).to.deep.equal([
      ["get_weather", { city: "Paris" }],
      ["get_time", { city: "Rome" }],
      ["get_weather", { city: "Rome" }],
    ]);
    expect(trace.toolsCalled.every(({ output, executed }) => output !== undefined && executed !== false)).to.equal(
      true,
    );
    expect(trace.usage.totalTokens).to.equal(90);
    expect(trace.turns).to.have.lengthOf(1);
  });
});
