import { expect } from "chai";
import type OpenAI from "openai";
import { answer, fault } from "../../support/openai-server.js";
import { knowsRetrieval } from "../../../src/tracing/index.js";
import { responses } from "../../../instrumentation/openai/operations/responses.js";
import { Content } from "../../../instrumentation/shared/content.js";
import { traceOfWork, wrappedLoop } from "./support/loop.js";

const asking = { model: "m", input: "Hi" };
const called = { name: "get_weather", arguments: { city: "Paris" }, id: "call_w" };
const weatherCall = { name: "get_weather", id: "call_w", inputParameters: { city: "Paris" } };

describe("wrapOpenAI: responses", () => {
  it("records a whole response with its instructions, words and usage", async () => {
    await using loop = await wrappedLoop(["Hello."]);
    const { trace } = await traceOfWork(async () => {
      const response = await loop.client.responses.create({ ...asking, instructions: "Be brief." });
      expect(response.output_text).to.equal("Hello.");
    });
    expect(trace.spans[0]).to.include({ name: "chat m", kind: "llm", model: "m" });
    expect(trace.output).to.equal("Hello.");
    expect(trace.usage).to.deep.equal({
      inputTokens: 10,
      outputTokens: 5,
      totalTokens: 15,
      cachedInputTokens: 0,
      reasoningTokens: 0,
    });
    expect(trace.missing).to.deep.equal([]);
  });

  it("joins function calls with the results that go in with the next request", async () => {
    await using loop = await wrappedLoop([answer.calls(called), "21 degrees."]);
    const { trace } = await traceOfWork(async () => {
      const first = await loop.client.responses.create(asking);
      const input: OpenAI.Responses.ResponseInput = [
        { role: "user", content: "Hi" },
        ...(first.output as OpenAI.Responses.ResponseInputItem[]),
        { type: "function_call_output", call_id: "call_w", output: '{"temperature":21}' },
      ];
      await loop.client.responses.create({ model: "m", input });
    });
    expect(trace.toolsCalled).to.deep.equal([{ ...weatherCall, output: { temperature: 21 } }]);
    expect(trace.output).to.equal("21 degrees.");
    expect(trace.missing).to.deep.equal([]);
  });

  it("records a stream of events, helpers and parse", async () => {
    await using loop = await wrappedLoop([
      { text: "One two.", toolCalls: [called] },
      "Three.",
      answer.json({ city: "Bonn" }),
    ]);
    const { trace } = await traceOfWork(async () => {
      const stream = await loop.client.responses.create({ ...asking, stream: true });
      for await (const _ of stream);
      await loop.client.responses.stream(asking).finalResponse();
      await loop.client.responses.parse(asking);
    });
    expect(trace.toolsCalled).to.deep.equal([{ ...weatherCall, executed: false }]);
    expect(trace.spans).to.have.length(3);
    expect(trace.output).to.equal('{"city":"Bonn"}');
    expect(trace.usage.totalTokens).to.equal(45);
  });

  it("keeps what had come of a stream that breaks off", async () => {
    await using loop = await wrappedLoop([{ fault: "cut", after: 6, answer: { text: "One two three four" } }]);
    const { trace } = await traceOfWork(async () => {
      for await (const _ of await loop.client.responses.create({ ...asking, stream: true }));
    });
    expect(trace.spans[0]).to.include({ status: "error", error: "terminated" });
    expect(trace.output).to.match(/^One/);
  });

  it("a refusal is what the user reads, and a response that was cut says so", async () => {
    await using loop = await wrappedLoop([{ refusal: "No." }, { text: "One", finishReason: "length" }]);
    expect((await traceOfWork(() => loop.client.responses.create(asking))).trace.output).to.equal("No.");
    const { trace } = await traceOfWork(() => loop.client.responses.create(asking));
    expect(trace.spans[0]?.output).to.have.nested.property("[0].finish_reason", "length");
  });

  it("a failure that comes with status 200 is a failure", async () => {
    const failed = {
      id: "r",
      object: "response",
      output: [],
      status: "failed",
      error: { code: "server_error", message: "Oh" },
    };
    await using loop = await wrappedLoop([{ fault: "body", body: JSON.stringify(failed) }]);
    const { trace, error } = await traceOfWork(() => loop.client.responses.create(asking));
    expect(error).to.equal(undefined);
    expect(trace.spans[0]).to.include({ status: "error", error: "Oh" });
  });

  it("a response that goes on in the background is not known yet", async () => {
    const queued = { id: "r", object: "response", output: [], status: "queued", error: null };
    await using loop = await wrappedLoop([{ fault: "body", body: JSON.stringify(queued) }]);
    const { trace } = await traceOfWork(() => loop.client.responses.create({ ...asking, background: true }));
    expect(trace.missing).to.include('llm "chat m": output not recorded (the response goes on in the background)');
  });

  it("a response that is under way and has said nothing yet is not known either", () => {
    const content = new Content({ captureContent: true, tracer: undefined });
    const at = (status: string, output: readonly object[]) => responses.response({ status, output }, content);
    for (const status of ["queued", "in_progress"])
      expect(at(status, []).missing).to.equal("output not recorded (the response goes on in the background)");
    const said = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Let me" }] };
    expect(at("in_progress", [said])).to.not.have.property("missing");
  });

  it("tools that OpenAI runs itself count as called, with their results", async () => {
    const output = [
      { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "weather" } },
      {
        type: "mcp_call",
        id: "mcp_1",
        name: "roll",
        server_label: "dice",
        arguments: '{"sides":6}',
        output: "4",
        error: null,
      },
      { type: "message", id: "m", role: "assistant", content: [{ type: "output_text", text: "4", annotations: [] }] },
    ];
    const body = JSON.stringify({ id: "r", object: "response", status: "completed", model: "m", output });
    await using loop = await wrappedLoop([{ fault: "body", body }]);
    const { trace } = await traceOfWork(() => loop.client.responses.create(asking));
    expect(trace.toolsCalled.map(({ name, executed }) => [name, executed])).to.deep.equal([
      ["web_search", undefined],
      ["roll", undefined],
    ]);
    expect(trace.toolsCalled[1]).to.deep.include({ inputParameters: { sides: 6 }, output: 4 });
  });

  it("tools that OpenAI runs itself and that failed have an error, and no result", async () => {
    const call = (id: string, more: object) => ({ type: "mcp_call", id, name: id, arguments: "{}", ...more });
    const output = [
      call("said", { error: "nope" }),
      call("coded", { error: { type: "http_error", code: 500, message: "down" }, output: null }),
      { type: "code_interpreter_call", id: "ran", code: "1/0", status: "failed", outputs: null },
    ];
    const body = JSON.stringify({ id: "r", object: "response", status: "completed", model: "m", output });
    await using loop = await wrappedLoop([{ fault: "body", body }]);
    const { trace } = await traceOfWork(() => loop.client.responses.create(asking));
    expect(trace.toolsCalled.map((each) => [each.error, each.output])).to.deep.equal([
      ["nope", undefined],
      ["down", undefined],
      ["failed without a message", undefined],
    ]);
  });

  it("passages that OpenAI's file search found are retrieved context, and not known where they don't come with it", async () => {
    const results = [{ file_id: "f1", filename: "p.md", score: 0.9, text: "Returns: 30 days." }];
    const retrieved = async (found: unknown) => {
      const output = [{ type: "file_search_call", id: "fs", status: "completed", queries: ["q"], results: found }];
      const body = JSON.stringify({ id: "r", object: "response", status: "completed", model: "m", output });
      await using loop = await wrappedLoop([{ fault: "body", body }]);
      const { trace } = await traceOfWork(() => loop.client.responses.create(asking));
      return { context: trace.retrievalContext, isKnown: knowsRetrieval(trace) };
    };
    const passage = { context: "Returns: 30 days.", source: "p.md", id: "f1", score: 0.9 };
    expect(await retrieved(results)).to.deep.equal({ context: [passage], isKnown: true });
    expect(await retrieved([])).to.deep.equal({ context: [], isKnown: true });
    expect(await retrieved(null)).to.deep.equal({ context: [], isKnown: false });
  });

  it("a request that is refused is thrown and on record", async () => {
    await using loop = await wrappedLoop([fault.unauthorized()]);
    const { trace, error } = await traceOfWork(() => loop.client.responses.create(asking));
    expect(error).to.have.property("status", 401);
    expect(trace.spans[0]?.status).to.equal("error");
  });
});
