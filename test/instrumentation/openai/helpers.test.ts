import { expect } from "chai";
import OpenAI, { APIPromise } from "openai";
import { LengthFinishReasonError } from "openai/error";
import { zodResponseFormat } from "openai/helpers/zod";
import { z } from "zod";
import { answer, fault } from "../../support/openai-server.js";
import { question, traceOfWork, wrappedLoop } from "./support/loop.js";

const asking = { model: "m", messages: question };

describe("wrapOpenAI: what create returns", () => {
  it("is the client's own promise", async () => {
    await using loop = await wrappedLoop(["Hi."]);
    const promise = loop.client.chat.completions.create(asking);
    expect(promise).to.be.instanceOf(APIPromise);
    expect(Object.getPrototypeOf(promise)).to.equal(APIPromise.prototype);
    await promise;
  });

  it("asks before anybody awaits it, and parses only then", async () => {
    await using loop = await wrappedLoop(["Hi."]);
    const { trace } = await traceOfWork(async () => {
      const promise = loop.client.chat.completions.create(asking);
      await loop.server.received(1);
      const response = await promise.asResponse();
      expect(response.bodyUsed).to.equal(false);
      expect((await promise).choices[0]?.message.content).to.equal("Hi.");
    });
    expect(trace.output).to.equal("Hi.");
    expect(trace.spans).to.have.length(1);
  });

  it("that nobody awaits is told to be open, since nobody parsed its answer", async () => {
    await using loop = await wrappedLoop(["Hi."]);
    const { trace } = await traceOfWork(async () => {
      void loop.client.chat.completions.create(asking);
      await (
        await loop.server.received(1)
      ).closed;
    });
    expect(trace.missing).to.include('still open: llm "chat m"');
  });

  it("withResponse gives data and response", async () => {
    await using loop = await wrappedLoop(["Hi."]);
    const { trace } = await traceOfWork(async () => {
      const { data, response } = await loop.client.chat.completions.create(asking).withResponse();
      expect(data.choices[0]?.message.content).to.equal("Hi.");
      expect(response).to.be.instanceOf(Response);
    });
    expect(trace.output).to.equal("Hi.");
  });

  for (const method of ["json", "text"] as const) {
    it(`asResponse gives the raw response, and what is read of it by ${method}() is recorded`, async () => {
      await using loop = await wrappedLoop(["Hi."]);
      const { trace } = await traceOfWork(async () => {
        const response = await loop.client.chat.completions.create(asking).asResponse();
        expect(response).to.be.instanceOf(Response);
        expect(JSON.stringify(await response[method]())).to.include("Hi.");
      });
      expect(trace.output).to.equal("Hi.");
      expect(trace.usage.totalTokens).to.equal(15);
    });
  }

  it("a raw body that is read in another way is the caller's alone, and its end the end of the call", async () => {
    await using loop = await wrappedLoop(["Hi."]);
    const { trace } = await traceOfWork(async () => {
      const response = await loop.client.chat.completions.create(asking).asResponse();
      const decoder = new TextDecoder();
      let text = "";
      if (response.body !== null) for await (const piece of response.body) text += decoder.decode(piece as Uint8Array);
      expect(text).to.include("Hi.");
    });
    expect(trace.spans[0]?.endTimeMs).to.not.equal(null);
    expect(trace.missing).to.include('llm "chat m": output not recorded (the raw response was read by the caller)');
  });

  it("a raw response that nobody reads is told to be open", async () => {
    await using loop = await wrappedLoop(["Hi."]);
    const { trace } = await traceOfWork(async () => {
      const response = await loop.client.chat.completions.create(asking).asResponse();
      expect(response.status).to.equal(200);
    });
    expect(trace.missing).to.include('still open: llm "chat m"');
  });
});

describe("wrapOpenAI: helpers of the client", () => {
  it("parse", async () => {
    const format = zodResponseFormat(z.object({ city: z.string() }), "place");
    await using loop = await wrappedLoop([answer.json({ city: "Bonn" }), answer.json({ city: "Bonn" })]);
    const { trace } = await traceOfWork(async () => {
      const parsed = loop.client.chat.completions.parse({ ...asking, response_format: format });
      expect((await parsed).choices[0]?.message.parsed).to.deep.equal({ city: "Bonn" });
      const raw = await loop.client.chat.completions.parse({ ...asking, response_format: format }).asResponse();
      await raw.json();
    });
    expect(trace.spans).to.have.length(2);
    expect(trace.missing).to.deep.equal([]);
    expect(trace.output).to.equal('{"city":"Bonn"}');
  });

  it("parse, of what failed, of what was cut off and of what it refuses to parse", async () => {
    const format = zodResponseFormat(z.object({ city: z.string() }), "place");
    await using loop = await wrappedLoop([
      fault.rateLimit(),
      fault.malformedJson,
      { text: '{"city":', finishReason: "length" },
    ]);
    const parsed = () => loop.client.chat.completions.parse({ ...asking, response_format: format });
    const [limited, malformed, refused] = [
      await traceOfWork(parsed),
      await traceOfWork(parsed),
      await traceOfWork(parsed),
    ];
    expect(limited.error).to.be.instanceOf(OpenAI.RateLimitError);
    expect(limited.trace.spans[0]?.status).to.equal("error");
    expect(malformed.error).to.be.instanceOf(SyntaxError);
    expect(malformed.trace.spans[0]?.status).to.equal("error");
    expect(refused.error).to.be.instanceOf(LengthFinishReasonError);
    expect(refused.trace.spans[0]).to.include({ status: "unset" });
    expect(refused.trace.output).to.equal('{"city":');
  });

  it("stream, with its events and its final message", async () => {
    await using loop = await wrappedLoop([answer.call("a", { x: 1 }), "One two."]);
    const { trace } = await traceOfWork(async () => {
      const calling = loop.client.chat.completions.stream(asking);
      expect((await calling.finalFunctionToolCall())?.arguments).to.equal('{"x":1}');
      const speaking = loop.client.chat.completions.stream(asking);
      const pieces: string[] = [];
      speaking.on("content", (delta) => pieces.push(delta));
      expect(await speaking.finalContent()).to.equal("One two.");
      expect(pieces.join("")).to.equal("One two.");
    });
    expect(trace.toolsCalled).to.deep.equal([{ name: "a", id: "call_1", inputParameters: { x: 1 }, executed: false }]);
    expect(trace.output).to.equal("One two.");
  });

  it("stream, abandoned and failing", async () => {
    await using loop = await wrappedLoop(["One two three", fault.rateLimit()]);
    const { trace } = await traceOfWork(async () => {
      for await (const { choices } of loop.client.chat.completions.stream(asking)) if (choices[0]?.delta.content) break;
      await new Promise(setImmediate);
    });
    expect(trace.spans.map(({ endTimeMs }) => endTimeMs !== null)).to.deep.equal([true]);
    const failed = await traceOfWork(() => loop.client.chat.completions.stream(asking).done());
    expect(failed.error).to.be.instanceOf(OpenAI.RateLimitError);
    expect(failed.trace.spans[0]?.status).to.equal("error");
  });

  it("a client with other options is recorded as well", async () => {
    await using loop = await wrappedLoop(["Hi."]);
    const other = loop.client.withOptions({ timeout: 1234 });
    const { trace } = await traceOfWork(() => other.chat.completions.create(asking));
    expect(trace.output).to.equal("Hi.");
    expect(other.timeout).to.equal(1234);
  });
});
