import { inspect } from "node:util";
import { expect } from "chai";
import OpenAI from "openai";
import { OpenAIModel } from "../../src/models/openai-model.js";
import { answer, startOpenAIServer } from "../support/openai-server.js";
import { ask, errorOf, KEY, modelAt } from "./support.js";

describe("OpenAIModel", () => {
  it("answers text, with usage, finish reason and the model that answered", async () => {
    await using at = await modelAt([{ text: "Hello.", model: "m-2" }]);
    expect(await at.model.generate(ask())).to.deep.equal({
      text: "Hello.",
      toolCalls: [],
      usage: { inputTokens: 10, outputTokens: 5 },
      finishReason: "stop",
      model: "m-2",
    });
    expect(at.server.requests[0]?.body).to.deep.equal({ model: "m", messages: [{ role: "user", content: "Hi" }] });
    expect(at.server.requests[0]?.headers.authorization).to.equal(`Bearer ${KEY}`);
  });

  it("does not make up a usage that the server leaves out", async () => {
    await using at = await modelAt([{ text: "Hello.", usage: null }]);
    expect((await at.model.generate(ask())).usage).to.deep.equal({ inputTokens: null, outputTokens: null });
  });

  it("hands an empty completion on as what it is", async () => {
    await using at = await modelAt([""]);
    expect((await at.model.generate(ask())).text).to.equal("");
  });

  it("sends tools, and reads parallel calls; what is no JSON object stays raw, nothing means no arguments", async () => {
    const calls = answer.calls(
      { name: "a", arguments: { x: 1 } },
      { name: "b", arguments: "{oops" },
      { name: "c", arguments: "[1]" },
      { name: "d", arguments: "" },
    );
    await using at = await modelAt([calls]);
    const parameters = { type: "object", properties: {} };
    const { toolCalls, text, finishReason } = await at.model.generate({ ...ask(), tools: [{ name: "a", parameters }] });
    expect(toolCalls).to.deep.equal([
      { id: "call_1", name: "a", arguments: { x: 1 } },
      { id: "call_2", name: "b", arguments: "{oops" },
      { id: "call_3", name: "c", arguments: "[1]" },
      { id: "call_4", name: "d", arguments: {} },
    ]);
    expect([text, finishReason]).to.deep.equal(["", "tool_calls"]);
    expect(at.server.requests[0]?.body.tools).to.deep.equal([
      { type: "function", function: { name: "a", parameters } },
    ]);
  });

  it("sends temperature, seed and the token limit; what the request says wins", async () => {
    await using at = await modelAt(["", ""], { temperature: 0, seed: 1 });
    await at.model.generate(ask());
    await at.model.generate({ ...ask(), temperature: 0.5, seed: 2, maxTokens: 9 });
    expect(at.server.requests[0]?.body).to.include({ temperature: 0, seed: 1 });
    expect(at.server.requests[1]?.body).to.include({ temperature: 0.5, seed: 2, max_tokens: 9 });
  });

  it("is named by its model, and by what changes its answers", () => {
    expect(new OpenAIModel({ model: "m" }, { env: {} }).id).to.equal("m");
    expect(new OpenAIModel({ temperature: 0, seed: 7 }, { env: { REHEARSAL_MODEL: "e" } }).id).to.equal(
      "e (temperature 0, seed 7)",
    );
  });

  it("asks a server of one's own without a key, and sends none", async () => {
    await using server = await startOpenAIServer(["Hello."]);
    const env = { REHEARSAL_BASE_URL: server.baseURL, REHEARSAL_MODEL: "local" };
    expect((await new OpenAIModel({}, { env }).generate(ask())).text).to.equal("Hello.");
    expect(server.requests[0]?.headers.authorization).to.equal(undefined);
    expect(server.requests[0]?.body.model).to.equal("local");
  });

  it("sends headers of one's own", async () => {
    await using at = await modelAt(["Hello."], { headers: { "x-team": "qa" } });
    await at.model.generate(ask());
    expect(at.server.requests[0]?.headers["x-team"]).to.equal("qa");
  });

  it("uses a client that it is given, without that client's own retries", async () => {
    await using server = await startOpenAIServer(() => ({ fault: "status", status: 500 }));
    const client = new OpenAI({ apiKey: KEY, baseURL: server.baseURL, maxRetries: 5 });
    const error = await errorOf(new OpenAIModel({ client, model: "m", maxRetries: 0 }, { env: {} }).generate(ask()));
    expect(error.message).to.equal(
      "m answered HTTP 500: no message. The provider is in trouble: try again later, or raise maxRetries.",
    );
    expect(server.requests).to.have.length(1);
  });

  it("takes anything for a client that creates chat completions", async () => {
    const create = async () => ({ choices: [{ message: { content: [{ type: "text", text: "From parts." }] } }] });
    const model = new OpenAIModel({ client: { chat: { completions: { create } } } }, { env: {} });
    expect((await model.generate(ask())).text).to.equal("From parts.");
  });

  it("answers concurrent requests over one client", async () => {
    await using at = await modelAt(({ body }) => (body.messages as { content: string }[])[0]?.content);
    const texts = ["a", "b", "c", "d"];
    const answers = await Promise.all(texts.map((text) => at.model.generate(ask(text))));
    expect(answers.map(({ text }) => text)).to.deep.equal(texts);
  });

  it("never shows its key, however it is printed", () => {
    const model = new OpenAIModel({ apiKey: KEY }, { env: { OPENAI_API_KEY: KEY } });
    expect(inspect(model, { depth: 9, showHidden: true }) + JSON.stringify(model)).to.not.include(KEY);
  });

  it("refuses options that can't be meant, each by its name", () => {
    const wrong = { baseUrl: "x", timeoutMs: -1, maxRetries: 0.5, client: {} } as object;
    expect(() => new OpenAIModel(wrong))
      .to.throw('unknown key "baseUrl"; did you mean "baseURL"?')
      .with.property("code", "invalid_input");
    const client = { chat: { completions: { create: async () => ({}) } } };
    expect(() => new OpenAIModel({ client, apiKey: "k" })).to.throw("apiKey: belongs to a client that is made here");
  });
});
