import { expect } from "chai";
import type OpenAI from "openai";
import { Stream } from "openai/streaming";
import { captureTrace, startRun } from "../../../src/tracing/index.js";
import { rejectionOf } from "../../support/rejection.js";
import { answer, fault } from "../../support/openai-server.js";
import { question, traceOfWork, wrappedLoop } from "./support/loop.js";

type Chunks = Stream<OpenAI.Chat.ChatCompletionChunk>;

const streaming = { model: "m", messages: question, stream: true } as const;
const cutShort = 'llm "chat m": output cut short (its stream was not read to its end)';

async function textOf(stream: AsyncIterable<OpenAI.Chat.ChatCompletionChunk>): Promise<string> {
  let text = "";
  for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
  return text;
}

describe("wrapOpenAI: streams", () => {
  it("records what was streamed as if it had come whole, with usage where that was asked for", async () => {
    await using loop = await wrappedLoop(["One two three."]);
    const body = { ...streaming, stream_options: { include_usage: true } };
    const { result, trace } = await captureTrace(async () => textOf(await loop.client.chat.completions.create(body)));
    expect(result).to.equal("One two three.");
    expect(trace.output).to.equal(result);
    expect(trace.usage.totalTokens).to.equal(15);
    expect(trace.missing).to.deep.equal([]);
  });

  it("does not ask for usage by itself, and says that it is unknown and how it is asked for", async () => {
    await using loop = await wrappedLoop(["One."]);
    const { trace } = await traceOfWork(async () => textOf(await loop.client.chat.completions.create(streaming)));
    expect(loop.server.requests[0]?.body).to.deep.equal(streaming);
    expect(trace.usage.totalTokens).to.equal(null);
    expect(trace.missing).to.deep.equal([
      'llm "chat m": tokens not recorded (the stream told none: ask for them with stream_options: { include_usage: true })',
      "usage: 1 of 1 model calls recorded no tokens, or not all",
    ]);
  });

  it("puts parallel calls together", async () => {
    const calls = [
      { name: "a", arguments: { city: "Paris" }, id: "1" },
      { name: "b", arguments: { zone: "CET" }, id: "2" },
    ];
    await using loop = await wrappedLoop([answer.calls(...calls)]);
    const { trace } = await traceOfWork(async () => textOf(await loop.client.chat.completions.create(streaming)));
    expect(
      trace.toolsCalled.map(({ id, name, inputParameters: args }) => ({ name, arguments: args, id })),
    ).to.deep.equal(calls);
  });

  it("is the client's own stream, which can be split and turned into a web stream", async () => {
    await using loop = await wrappedLoop(["One two.", "One two."]);
    const { trace } = await traceOfWork(async () => {
      const stream = await loop.client.chat.completions.create(streaming);
      expect(stream).to.be.instanceOf(Stream);
      expect(stream.controller).to.be.instanceOf(AbortController);
      const [left, right] = stream.tee();
      expect(await Promise.all([textOf(left), textOf(right)])).to.deep.equal(["One two.", "One two."]);
      const web = (await loop.client.chat.completions.create(streaming)).toReadableStream();
      const again: Chunks = Stream.fromReadableStream(web, new AbortController());
      expect(await textOf(again)).to.equal("One two.");
    });
    expect(trace.spans.map(({ endTimeMs, output }) => [endTimeMs !== null, JSON.stringify(output)])).to.deep.equal(
      Array(2).fill([
        true,
        '[{"role":"assistant","parts":[{"type":"text","content":"One two."}],"finish_reason":"stop"}]',
      ]),
    );
  });

  it("reads nothing that nobody asked for", async () => {
    await using loop = await wrappedLoop([{ text: "One two three", pause: () => new Promise(() => undefined) }]);
    const run = startRun();
    const stream = await run.within(() => loop.client.chat.completions.create(streaming));
    expect(run.trace().missing).to.include('still open: llm "chat m"');
    stream.controller.abort();
    expect(run.end().missing).to.include(cutShort).and.not.include('still open: llm "chat m"');
  });

  it("ends where its reader stops, and lets the request go", async () => {
    await using loop = await wrappedLoop([{ text: "One two three" }]);
    const { trace } = await traceOfWork(async () => {
      for await (const { choices } of await loop.client.chat.completions.create(streaming))
        if (choices[0]?.delta.content === " two") break;
    });
    expect(trace.output).to.equal("One two");
    expect(trace.spans[0]?.status).to.equal("unset");
    expect(trace.missing).to.include(cutShort);
  });

  it("ends where its reader throws, with the reader's error", async () => {
    await using loop = await wrappedLoop(["One two three"]);
    const mine = new Error("mine");
    const { trace, error } = await traceOfWork(async () => {
      for await (const { choices } of await loop.client.chat.completions.create(streaming))
        if (choices[0]?.delta.content === "One") throw mine;
    });
    expect(error).to.equal(mine);
    expect(trace.spans[0]?.endTimeMs).to.not.equal(null);
    expect(trace.output).to.equal("One");
  });

  it("a reader that stops once the model has finished misses nothing", async () => {
    await using loop = await wrappedLoop(["One."]);
    const { trace } = await traceOfWork(async () => {
      for await (const { choices } of await loop.client.chat.completions.create(streaming))
        if (choices[0]?.finish_reason === "stop") break;
    });
    expect(trace.output).to.equal("One.");
    expect(trace.missing).to.not.include(cutShort);
  });

  it("that the server cuts keeps what had come, and the error", async () => {
    await using loop = await wrappedLoop([{ fault: "cut", after: 3, answer: { text: "One two three four" } }]);
    const { trace, error } = await traceOfWork(async () =>
      textOf(await loop.client.chat.completions.create(streaming)),
    );
    expect(error).to.have.property("message", "terminated");
    expect(trace.spans[0]).to.include({ status: "error", error: "terminated" });
    expect(trace.output).to.equal("One two");
  });

  it("that the caller aborts while it waits ends as the client ends it", async () => {
    await using loop = await wrappedLoop([{ text: "One two", pause: () => new Promise(() => undefined) }]);
    const { trace } = await traceOfWork(async () => {
      const stream = await loop.client.chat.completions.create(streaming);
      for await (const _ of stream) queueMicrotask(() => stream.controller.abort());
    });
    expect(trace.spans[0]?.endTimeMs).to.not.equal(null);
    expect(trace.missing).to.include(cutShort);
  });

  it("refuses a second reader as before, which says nothing about the first", async () => {
    await using loop = await wrappedLoop(["One."]);
    const { trace } = await traceOfWork(async () => {
      const stream = await loop.client.chat.completions.create(streaming);
      const first = stream[Symbol.asyncIterator]();
      await first.next();
      expect(await rejectionOf(stream[Symbol.asyncIterator]().next()))
        .to.have.property("message")
        .that.includes("consumed");
      while ((await first.next()).done !== true);
    });
    expect(trace.spans[0]?.status).to.equal("unset");
    expect(trace.output).to.equal("One.");
  });

  it("rejects where the request is made, not at its first piece", async () => {
    await using loop = await wrappedLoop([fault.unauthorized()]);
    const { trace, error } = await traceOfWork(() => loop.client.chat.completions.create(streaming));
    expect(error).to.have.property("status", 401);
    expect(trace.spans[0]).to.include({ status: "error" });
  });
});
