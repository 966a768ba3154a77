import { expect } from "chai";
import type OpenAI from "openai";
import { answer } from "../../support/openai-server.js";
import { question, traceOfWork, weather, wrappedLoop } from "./support/loop.js";

type Message = OpenAI.Chat.ChatCompletionMessageParam;

const sunny = { temperature: 21 };
const callWeather = { name: "get_weather", arguments: { city: "Paris" }, id: "call_w" };
const callTime = { name: "get_time", arguments: { zone: "CET" }, id: "call_t" };

/** The loop that agents are: ask, run what is asked for, hand the results back. */
async function toolLoop(client: OpenAI, ask = question): Promise<string | null | undefined> {
  const messages: Message[] = [...ask];
  for (;;) {
    const { choices } = await client.chat.completions.create({ model: "m", messages, tools: [weather] });
    const message = choices[0]?.message;
    if (message?.tool_calls === undefined) return message?.content;
    messages.push(message);
    for (const { id } of message.tool_calls)
      messages.push({ role: "tool", tool_call_id: id, content: JSON.stringify(sunny) });
  }
}

describe("wrapOpenAI: chat completions", () => {
  it("records a whole answer with its question, model and usage", async () => {
    await using loop = await wrappedLoop(["Hello."]);
    const { trace } = await traceOfWork(() => loop.client.chat.completions.create({ model: "m", messages: question }));
    const [span] = trace.spans;
    expect(trace.spans).to.have.length(1);
    expect(span).to.include({ name: "chat m", kind: "llm", model: "m", status: "unset" });
    expect(span?.input).to.deep.equal([{ role: "user", parts: [{ type: "text", content: "Hi" }] }]);
    expect(span?.output).to.deep.equal([
      { role: "assistant", parts: [{ type: "text", content: "Hello." }], finish_reason: "stop" },
    ]);
    expect(trace.output).to.equal("Hello.");
    expect(trace.usage).to.deep.equal({ inputTokens: 10, outputTokens: 5, totalTokens: 15 });
    expect(trace.missing).to.deep.equal([]);
  });

  it("asks a getter of the body no more often than the client does, and says that it was not recorded", async () => {
    await using loop = await wrappedLoop(["Hello."]);
    let reads = 0;
    const body = {
      get model() {
        reads += 1;
        return "m";
      },
      get messages() {
        reads += 10;
        return question;
      },
    };
    const { trace } = await traceOfWork(() => loop.client.chat.completions.create(body));
    expect(reads).to.equal(11);
    expect(trace.output).to.equal("Hello.");
    expect(trace.spans[0]).to.not.have.property("input");
    expect(trace.missing.join("\n"))
      .to.include("messages not recorded (a getter makes it)")
      .and.include("model not recorded (a getter makes it)");
  });

  it("joins the calls of a loop with their results", async () => {
    await using loop = await wrappedLoop([answer.calls(callWeather), "It is 21 degrees."]);
    const { trace } = await traceOfWork(() => toolLoop(loop.client));
    expect(trace.toolsCalled).to.deep.equal([
      { name: "get_weather", id: "call_w", inputParameters: { city: "Paris" }, output: sunny },
    ]);
    expect(trace.output).to.equal("It is 21 degrees.");
    expect(trace.missing).to.deep.equal([]);
  });

  it("tells parallel calls and calls of several steps apart", async () => {
    const again = { ...callWeather, id: "call_2", arguments: { city: "Bonn" } };
    await using loop = await wrappedLoop([answer.calls(callWeather, callTime), answer.calls(again), "Done."]);
    const { trace } = await traceOfWork(() => toolLoop(loop.client));
    expect(trace.toolsCalled.map(({ id, inputParameters }) => [id, inputParameters])).to.deep.equal([
      ["call_w", { city: "Paris" }],
      ["call_t", { zone: "CET" }],
      ["call_2", { city: "Bonn" }],
    ]);
    expect(trace.toolsCalled.every(({ output }) => output !== undefined)).to.equal(true);
  });

  it("keeps broken arguments as the text that the model wrote, and says what was not executed", async () => {
    await using loop = await wrappedLoop([answer.call("get_weather", '{"city": Par')]);
    const { trace } = await traceOfWork(() => loop.client.chat.completions.create({ model: "m", messages: question }));
    expect(trace.toolsCalled).to.deep.equal([
      { name: "get_weather", id: "call_1", inputParameters: '{"city": Par', executed: false },
    ]);
  });

  it("leaves pictures out, and says so", async () => {
    await using loop = await wrappedLoop(["A cat."]);
    const content = [
      { type: "text" as const, text: "What is this?" },
      { type: "image_url" as const, image_url: { url: `data:image/png;base64,${"A".repeat(1000)}` } },
      { type: "image_url" as const, image_url: { url: "https://example.com/cat.png" } },
    ];
    const { trace } = await traceOfWork(() =>
      loop.client.chat.completions.create({ model: "m", messages: [{ role: "user", content }] }),
    );
    expect(trace.spans[0]?.input).to.deep.equal([
      {
        role: "user",
        parts: [
          { type: "text", content: "What is this?" },
          { type: "blob", modality: "image", mime_type: "image/png" },
          { type: "uri", modality: "image", uri: "https://example.com/cat.png" },
        ],
      },
    ]);
    expect(trace.missing).to.deep.equal(['llm "chat m": pictures, sounds and files in its messages not recorded']);
  });

  it("records a refusal as what the user reads, and an empty answer as empty", async () => {
    await using loop = await wrappedLoop([{ refusal: "No." }, ""]);
    const ask = () => loop.client.chat.completions.create({ model: "m", messages: question });
    expect((await traceOfWork(ask)).trace.output).to.equal("No.");
    expect((await traceOfWork(ask)).trace.output).to.equal("");
  });

  it("takes what it is given at the time of the call, since agents go on with the same list", async () => {
    await using loop = await wrappedLoop(["One.", "Two."]);
    const messages: Message[] = [...question];
    const { trace } = await traceOfWork(async () => {
      const asked = loop.client.chat.completions.create({ model: "m", messages });
      messages.push({ role: "user", content: "More" });
      await asked;
    });
    expect(trace.spans[0]?.input).to.deep.equal([{ role: "user", parts: [{ type: "text", content: "Hi" }] }]);
  });

  it("takes the first of several choices for the answer", async () => {
    const choices = ["one", "two"].map((content, index) => ({
      index,
      message: { role: "assistant", content },
      finish_reason: "stop",
    }));
    const body = JSON.stringify({ id: "c", model: "m", choices });
    await using loop = await wrappedLoop([{ fault: "body", body }]);
    const { trace } = await traceOfWork(() =>
      loop.client.chat.completions.create({ model: "m", n: 2, messages: question }),
    );
    expect(trace.output).to.equal("one");
    expect(trace.spans[0]?.output).to.have.lengthOf(2);
  });

  it("joins calls of the old kind, which have no ids", async () => {
    const said = { role: "assistant", content: null, function_call: { name: "old", arguments: '{"x":1}' } };
    const body = JSON.stringify({
      id: "c",
      model: "m",
      choices: [{ index: 0, message: said, finish_reason: "function_call" }],
    });
    await using loop = await wrappedLoop([{ fault: "body", body }, "Done."]);
    const { trace } = await traceOfWork(async () => {
      const { choices } = await loop.client.chat.completions.create({ model: "m", messages: question });
      const messages: Message[] = [...question, { role: "function", name: "old", content: '{"y":2}' }];
      if (choices[0] !== undefined) messages.splice(1, 0, choices[0].message);
      await loop.client.chat.completions.create({ model: "m", messages });
    });
    expect(trace.toolsCalled).to.deep.equal([{ name: "old", inputParameters: { x: 1 }, output: { y: 2 } }]);
  });

  it("answers that are no answers are said not to be known", async () => {
    await using loop = await wrappedLoop([{ fault: "body", body: "<html>", contentType: "text/html" }]);
    const { trace } = await traceOfWork(() => loop.client.chat.completions.create({ model: "m", messages: question }));
    expect(trace.missing).to.include('llm "chat m": output not recorded (the answer is no chat completion)');
  });
});

describe("wrapOpenAI: embeddings", () => {
  it("records the texts and the tokens, and no vectors", async () => {
    await using loop = await wrappedLoop([]);
    let length = 0;
    const { trace } = await traceOfWork(async () => {
      const { data } = await loop.client.embeddings.create({ model: "e", input: ["red", "blue"] });
      length = data[0]?.embedding.length ?? 0;
    });
    expect(length).to.equal(8);
    expect(trace.spans[0]).to.include({ name: "embeddings e", kind: "embedding" });
    expect(trace.spans[0]?.input).to.deep.equal([
      {
        role: "user",
        parts: [
          { type: "text", content: "red" },
          { type: "text", content: "blue" },
        ],
      },
    ]);
    expect(trace.spans[0]?.output).to.equal(undefined);
    expect(trace.usage.totalTokens).to.be.greaterThan(0);
  });
});
