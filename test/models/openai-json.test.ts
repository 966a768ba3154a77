import { expect } from "chai";
import { answer, fault } from "../support/openai-server.js";
import { ask, askForVerdict, errorOf, modelAt, verdictSchema } from "./support.js";

const unsupported = (type: string) =>
  fault.badRequest(`Invalid parameter: 'response_format' of type '${type}' is not supported with this model.`);

const formats = (requests: readonly { readonly body: Readonly<Record<string, unknown>> }[]) =>
  requests.map(({ body }) => (body.response_format as { type: string } | undefined)?.type ?? "none");

describe("OpenAIModel: answers in JSON", () => {
  it("asks for the schema, strictly where it allows that, and parses", async () => {
    await using at = await modelAt([answer.json({ met: true }), answer.json({})]);
    const response = await at.model.generate(askForVerdict());
    expect([response.json, response.text]).to.deep.equal([{ met: true }, '{"met":true}']);
    expect(at.server.requests[0]?.body.response_format).to.deep.equal({
      type: "json_schema",
      json_schema: { ...verdictSchema, strict: true },
    });
    const open = {
      type: "object",
      properties: { list: { type: "array", items: { type: "object" } } },
      required: ["list"],
    };
    await at.model.generate({ ...ask(), schema: { name: "an open one!", schema: open } });
    expect(at.server.requests[1]?.body.response_format).to.deep.equal({
      type: "json_schema",
      json_schema: { name: "an_open_one_", schema: open, strict: false },
    });
  });

  it("has no json where no schema was asked for", async () => {
    await using at = await modelAt([answer.json({ met: true })]);
    expect(await at.model.generate(ask())).to.not.have.property("json");
  });

  it("falls back step by step to what the server takes, tells it the schema, and remembers", async () => {
    await using at = await modelAt(({ body }) => {
      const type = (body.response_format as { type: string } | undefined)?.type;
      return type === undefined ? answer.fencedJson({ met: true }) : unsupported(type);
    });
    const system = { role: "system", content: "Judge." } as const;
    const request = { ...askForVerdict(), messages: [system, ...ask().messages] };
    expect((await at.model.generate(request)).json).to.deep.equal({ met: true });
    expect(formats(at.server.requests)).to.deep.equal(["json_schema", "json_object", "none"]);
    const [told] = at.server.requests[2]?.body.messages as { content: string }[];
    expect(told?.content)
      .to.match(/^Judge\.\n\nAnswer with one JSON value/)
      .and.include('"met"');
    await at.model.generate(request);
    expect(formats(at.server.requests).slice(3)).to.deep.equal(["none"]);
  });

  it("falls back also where the server does not say why", async () => {
    await using at = await modelAt([fault.status(400), answer.json({ met: false })]);
    expect((await at.model.generate(askForVerdict())).json).to.deep.equal({ met: false });
  });

  it("does not take another error for a missing feature", async () => {
    await using at = await modelAt([fault.badRequest("This model's maximum context length is 8 tokens.")]);
    const error = await errorOf(at.model.generate(askForVerdict()));
    expect(error.message).to.include("m answered HTTP 400: This model's maximum context length is 8 tokens.");
    expect(at.server.requests).to.have.length(1);
  });

  it("asks once more with the error, and adds up the usage", async () => {
    await using at = await modelAt(["It is met.", answer.json({ met: true })]);
    const response = await at.model.generate(askForVerdict());
    expect(response.json).to.deep.equal({ met: true });
    expect(response.usage).to.deep.equal({ inputTokens: 20, outputTokens: 10 });
    const messages = at.server.requests[1]?.body.messages as { role: string; content: string }[];
    expect(messages.map(({ role }) => role)).to.deep.equal(["user", "assistant", "user"]);
    expect(messages[2]?.content).to.match(/^That is not the JSON that was asked for: .*not valid JSON.*Answer with/s);
  });

  it("does not know the usage of both where one is unknown", async () => {
    await using at = await modelAt([{ text: "No.", usage: null }, answer.json({ met: true })]);
    expect((await at.model.generate(askForVerdict())).usage).to.deep.equal({ inputTokens: null, outputTokens: null });
  });

  it("gives up after the second, quoting it", async () => {
    await using at = await modelAt(["It is met.", 'Still: {"met": tr']);
    const error = await errorOf(at.model.generate(askForVerdict()));
    expect(error.code).to.equal("model_failed");
    expect(error.message).to.match(
      /^m was asked twice for JSON \(verdict\) and gave none: .*It said: "Still: {"met": tr"/,
    );
    expect(at.server.requests).to.have.length(2);
  });

  it("does not ask again where the answer was cut off", async () => {
    await using at = await modelAt([{ text: '{"met": t', finishReason: "length" }]);
    const error = await errorOf(at.model.generate(askForVerdict()));
    expect(error.message).to.equal(
      'm was cut off at its limit of output tokens (5 tokens) after: "{"met": t". Raise maxTokens.',
    );
  });

  it("lets a tool call come first", async () => {
    await using at = await modelAt([answer.call("look", { at: "it" })]);
    const response = await at.model.generate(askForVerdict());
    expect(response.toolCalls).to.have.length(1);
    expect(response).to.not.have.property("json");
  });
});

describe("OpenAIModel: parameters that a model does not take", () => {
  it("leaves temperature and seed out, and remembers", async () => {
    await using at = await modelAt(
      ({ body }) =>
        "temperature" in body
          ? fault.badRequest("Unsupported value: 'temperature' does not support 0 with this model.")
          : "seed" in body
            ? fault.badRequest("Unknown parameter: 'seed'.")
            : "Hello.",
      { temperature: 0, seed: 1 },
    );
    expect((await at.model.generate(ask())).text).to.equal("Hello.");
    expect(at.server.requests).to.have.length(3);
    await at.model.generate(ask());
    expect(at.server.requests).to.have.length(4);
  });

  it("names the token limit as the model wants it", async () => {
    await using at = await modelAt(({ body }) =>
      "max_tokens" in body
        ? fault.badRequest("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        : "Hello.",
    );
    await at.model.generate({ ...ask(), maxTokens: 5 });
    expect(at.server.requests[1]?.body).to.include({ max_completion_tokens: 5 });
  });

  it("stops where leaving it out did not help, and then keeps sending it", async () => {
    await using at = await modelAt(() => fault.badRequest("max_tokens or max_completion_tokens? temperature?"), {
      temperature: 0,
    });
    const request = { ...ask(), maxTokens: 5 };
    await errorOf(at.model.generate(request));
    expect(at.server.requests).to.have.length(3);
    await errorOf(at.model.generate(request));
    expect(at.server.requests[3]?.body).to.include({ temperature: 0, max_tokens: 5 });
  });
});
