import { expect } from "chai";
import OpenAI from "openai";
import { answer, everyFault, fault, startOpenAIServer, type Script } from "./openai-server.js";

const messages = [{ role: "user" as const, content: "Hi" }];

async function serving(script?: Script) {
  const server = await startOpenAIServer(script);
  const client = new OpenAI({ apiKey: "key", baseURL: server.baseURL, maxRetries: 0, logLevel: "off" });
  const ask = () => client.chat.completions.create({ model: "m", messages });
  return { server, client, ask, [Symbol.asyncDispose]: () => server.close() };
}

async function failureOf(promise: PromiseLike<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error("it should have failed");
}

describe("startOpenAIServer: chat completions", () => {
  it("answers text with usage, and records what was sent", async () => {
    await using loop = await serving(["Hello."]);
    const completion = await loop.ask();
    expect(completion.choices[0]?.message.content).to.equal("Hello.");
    expect(completion.choices[0]?.finish_reason).to.equal("stop");
    expect(completion.usage).to.deep.equal({ prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 });
    const [request] = loop.server.requests;
    expect(request?.body).to.deep.equal({ model: "m", messages });
    expect(request?.headers.authorization).to.equal("Bearer key");
    expect(await request?.closed).to.equal("answered");
  });

  it("answers parallel tool calls, refusals, and leaves usage out", async () => {
    const calls = answer.calls({ name: "a", arguments: { x: 1 } }, { name: "b", arguments: "{oops", id: "own" });
    await using loop = await serving([{ ...calls, usage: null }, { refusal: "No." }]);
    const completion = await loop.ask();
    const functions = completion.choices[0]?.message.tool_calls?.map((call) => ({ ...call }));
    expect(functions).to.deep.equal([
      { id: "call_1", type: "function", function: { name: "a", arguments: '{"x":1}' } },
      { id: "own", type: "function", function: { name: "b", arguments: "{oops" } },
    ]);
    expect(completion.choices[0]?.finish_reason).to.equal("tool_calls");
    expect(completion.usage).to.equal(undefined);
    expect((await loop.ask()).choices[0]?.message).to.include({ refusal: "No.", content: null });
  });

  it("streams what it would have answered whole, with usage only when asked", async () => {
    const said = { text: "One two three", toolCalls: [{ name: "a", arguments: { city: "Bonn" } }] };
    await using loop = await serving([said, said]);
    const stream = loop.client.chat.completions.stream({
      model: "m",
      messages,
      stream_options: { include_usage: true },
    });
    const completion = await stream.finalChatCompletion();
    expect(completion.choices[0]?.message.content).to.equal("One two three");
    expect(completion.choices[0]?.message.tool_calls?.[0]).to.have.nested.property(
      "function.arguments",
      '{"city":"Bonn"}',
    );
    expect(completion.usage?.total_tokens).to.equal(15);

    const usages: unknown[] = [];
    for await (const chunk of await loop.client.chat.completions.create({ model: "m", messages, stream: true }))
      usages.push(chunk.usage);
    expect(usages.length).to.be.greaterThan(4);
    expect(usages.every((usage) => usage === undefined)).to.equal(true);
  });

  it("streams as slowly as it is told", async () => {
    const gates: (() => void)[] = [];
    const pause = () => new Promise<void>((resolve) => gates.push(resolve));
    await using loop = await serving([{ text: "One two", pause }]);
    const stream = await loop.client.chat.completions.create({ model: "m", messages, stream: true });
    const chunks = stream[Symbol.asyncIterator]();
    const text = async () => {
      const next = await chunks.next();
      return next.done === true ? undefined : next.value.choices[0]?.delta.content;
    };
    expect(await text()).to.equal("");
    gates.shift()?.();
    expect(await text()).to.equal("One");
    stream.controller.abort();
    expect(await loop.server.requests[0]?.closed).to.equal("broken");
  });

  it("decides by function, also on other endpoints", async () => {
    await using loop = await serving(({ endpoint, body }) =>
      endpoint === "embeddings" ? fault.serverError() : `You asked ${String(body.model)}.`,
    );
    expect((await loop.ask()).choices[0]?.message.content).to.equal("You asked m.");
    expect(await failureOf(loop.client.embeddings.create({ model: "e", input: "x" }))).to.have.property("status", 500);
  });

  it("says that its list is used up", async () => {
    await using loop = await serving(["only one"]);
    await loop.ask();
    expect(await failureOf(loop.ask())).to.have.property(
      "message",
      "500 the script has 1 behaviours, and this is request 2",
    );
  });
});

describe("startOpenAIServer: other endpoints", () => {
  it("answers responses, whole and streamed alike", async () => {
    const said = { text: "One two", toolCalls: [{ name: "a", arguments: { x: 1 } }] };
    await using loop = await serving([said, said]);
    const whole = await loop.client.responses.create({ model: "m", input: "Hi" });
    expect(whole.output_text).to.equal("One two");
    expect(whole.output[1]).to.include({ type: "function_call", name: "a", arguments: '{"x":1}', call_id: "call_1" });
    const stream = loop.client.responses.stream({ model: "m", input: "Hi" });
    let deltas = "";
    for await (const event of stream)
      if (event.type === "response.output_text.delta" || event.type === "response.function_call_arguments.delta")
        deltas += event.delta;
    expect(deltas).to.equal('One two{"x":1}');
    const final = await stream.finalResponse();
    expect(final.output_text).to.equal("One two");
    expect(final.usage?.total_tokens).to.equal(15);
  });

  it("marks a response as incomplete, and serves refusals", async () => {
    await using loop = await serving([{ text: "One", finishReason: "length" }, { refusal: "No." }]);
    const cut = await loop.client.responses.create({ model: "m", input: "Hi" });
    expect([cut.status, cut.incomplete_details?.reason]).to.deep.equal(["incomplete", "max_output_tokens"]);
    const refused = await loop.client.responses.stream({ model: "m", input: "Hi" }).finalResponse();
    expect(refused.output[0]).to.have.nested.property("content[0].refusal", "No.");
  });

  it("embeds equal texts equally, and lists models, without using up the list", async () => {
    await using loop = await serving([]);
    const { data } = await loop.client.embeddings.create({ model: "e", input: ["red", "red", "blue"] });
    const vectors = data.map(({ embedding }) => embedding);
    expect(vectors[0]).to.have.length(8);
    expect(vectors[0]).to.deep.equal(vectors[1]);
    expect(vectors[0]).to.not.deep.equal(vectors[2]);
    expect((await loop.client.models.list()).data.map(({ id }) => id)).to.deep.equal(["loopback"]);
  });

  it("answers 404 elsewhere", async () => {
    await using loop = await serving();
    expect(await failureOf(loop.client.files.list())).to.have.property("status", 404);
  });
});

describe("startOpenAIServer: faults", () => {
  const expected: Record<string, RegExp> = {
    "429 with Retry-After": /^429 Rate limit/,
    "429 without Retry-After": /^429 Rate limit/,
    "429 with an empty body": /^429 status code \(no body\)/,
    "500": /^500 The server had an error/,
    "401": /^401 Incorrect API key/,
    disconnect: /Connection error/,
    "cut body": /terminated/,
    "malformed JSON": /JSON/,
  };
  for (const [name, message] of Object.entries(expected)) {
    it(`${name}: fails as the real client tells it`, async () => {
      await using loop = await serving(() => everyFault[name]);
      expect((await failureOf(loop.ask())).message).to.match(message);
    });
  }

  it("sends Retry-After", async () => {
    await using loop = await serving(() => fault.rateLimit({ retryAfter: "7" }));
    const error = await failureOf(loop.ask());
    expect((error as InstanceType<typeof OpenAI.APIError>).headers?.get("retry-after")).to.equal("7");
  });

  for (const name of ["hang", "hang after headers"]) {
    it(`${name}: waits until the caller gives up, and sees it`, async () => {
      await using loop = await serving(() => everyFault[name]);
      const caller = new AbortController();
      const asked = failureOf(loop.client.chat.completions.create({ model: "m", messages }, { signal: caller.signal }));
      const request = await loop.server.received(1);
      caller.abort();
      expect(await asked)
        .to.have.property("name")
        .that.matches(/Error/);
      expect(await request.closed).to.equal("broken");
    });
  }

  it("cuts a stream after as many pieces as it is told", async () => {
    await using loop = await serving([{ fault: "cut", after: 3, answer: { text: "One two three four" } }]);
    const heard: string[] = [];
    const stream = await loop.client.chat.completions.create({ model: "m", messages, stream: true });
    const listening = (async () => {
      for await (const chunk of stream) heard.push(chunk.choices[0]?.delta.content ?? "");
    })();
    expect((await failureOf(listening)).message).to.match(/terminated/);
    expect(heard).to.deep.equal(["", "One", " two"]);
  });

  it("breaks a stream with an event that is no JSON", async () => {
    await using loop = await serving(() => fault.malformedJson);
    const stream = await loop.client.chat.completions.create({ model: "m", messages, stream: true });
    expect(await failureOf(stream[Symbol.asyncIterator]().next())).to.be.instanceOf(SyntaxError);
  });

  it("serves answers that are no answers", async () => {
    const names = ["no choices", "empty completion", "content filter", "a page instead of JSON"];
    await using loop = await serving(names.map((name) => everyFault[name] ?? name));
    expect((await loop.ask()).choices).to.deep.equal([]);
    expect((await loop.ask()).choices[0]?.message.content).to.equal("");
    expect((await loop.ask()).choices[0]?.finish_reason).to.equal("content_filter");
    expect(await loop.ask()).to.be.a("string");
  });

  it("closes while exchanges hang", async () => {
    const loop = await serving(() => fault.hang);
    const asked = failureOf(loop.ask());
    await loop.server.received(1);
    await loop.server.close();
    expect((await asked).message).to.match(/Connection error/);
  });
});
