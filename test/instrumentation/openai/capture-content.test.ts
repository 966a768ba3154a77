import { expect } from "chai";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import OpenAI from "openai";
import { OpenAIInstrumentation, wrapOpenAI } from "../../../instrumentation/openai/index.js";
import { observe, readTrace } from "../../../src/tracing/index.js";
import { answer, fault, type OpenAIServer } from "../../support/openai-server.js";
import { plainClient, traceOfWork, wrappedLoop } from "./support/loop.js";

const parameters = { type: "object" as const, properties: {} };
const counted = { stream_options: { include_usage: true } };

/** Says, calls, fails and embeds secrets in every way there is. */
async function leak(client: OpenAI): Promise<void> {
  const messages = [
    { role: "system" as const, content: "secret system" },
    { role: "user" as const, content: [{ type: "text" as const, text: "secret question" }] },
  ];
  const tools = [
    {
      type: "function" as const,
      function: {
        name: "lookup",
        function: () => "secret result",
        parse: JSON.parse,
        parameters,
        description: "",
      },
    },
  ];
  await client.chat.completions.runTools({ model: "m", messages, tools }).done();
  for await (const _ of await client.chat.completions.create({ model: "m", messages, stream: true, ...counted }));
  await client.responses.create({ model: "m", input: "secret input", instructions: "secret instructions" });
  await client.embeddings.create({ model: "e", input: "secret text" });
  await client.chat.completions.create({ model: "m", messages }).catch(() => undefined);
  const broken = [
    {
      type: "function" as const,
      function: {
        name: "broken",
        function: () => {
          throw new Error("secret of a tool");
        },
        parameters,
        description: "",
      },
    },
  ];
  await client.chat.completions
    .runTools({ model: "m", messages, tools: broken })
    .done()
    .catch(() => undefined);
}

const script = () => [
  answer.call("lookup", { key: "secret argument" }),
  "secret answer",
  "secret stream",
  "secret response",
  fault.badRequest("secret words of yours are not allowed"),
  answer.call("broken", { key: "secret argument" }),
];

/** What is exported by a provider of the user's own. */
async function exportedBy(work: (provider: BasicTracerProvider) => Promise<unknown>) {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  await work(provider);
  return exporter.getFinishedSpans();
}

function withEnv<T>(value: string, work: () => Promise<T>): Promise<T> {
  process.env.REHEARSAL_CAPTURE_CONTENT = value;
  return work().finally(() => delete process.env.REHEARSAL_CAPTURE_CONTENT);
}

const everything = (spans: readonly { attributes: object; events: object; status: object; name: string }[]) =>
  JSON.stringify(spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })));

describe("captureContent: false", () => {
  const ways: Record<string, (server: OpenAIServer, use: (client: OpenAI) => Promise<void>) => Promise<void>> = {
    "as an option of wrapOpenAI": (server, use) => use(wrapOpenAI(plainClient(server), { captureContent: false })),
    "in the environment, with wrapOpenAI as it is": (server, use) =>
      withEnv("false", () => use(wrapOpenAI(plainClient(server)))),
    "given once, and not at a second wrapping": (server, use) =>
      use(wrapOpenAI(wrapOpenAI(plainClient(server), { captureContent: false }))),
  };
  for (const [name, way] of Object.entries(ways)) {
    it(`${name}: leaves no content in the trace, but names, ids and usage`, async () => {
      await using loop = await wrappedLoop(script());
      const { trace, error } = await traceOfWork(() => way(loop.server, leak));
      expect(error).to.equal(undefined);
      expect(JSON.stringify(trace)).to.not.include("secret");
      expect(trace.toolsCalled.map((call) => [call.name, call.id, call.inputParameters, call.output])).to.deep.equal([
        ["lookup", "call_1", undefined, undefined],
        ["broken", "call_1", undefined, undefined],
      ]);
      expect(trace.usage.inputTokens).to.be.greaterThan(30);
      expect(trace.output).to.equal(null);
      expect(trace.missing.join("\n")).to.include("content not recorded (captureContent is false");
      expect(trace.missing.join("\n")).to.include("arguments not recorded: call 1 (lookup)");
      expect(trace.spans.map(({ error: told }) => told).filter(Boolean)).to.deep.equal([
        "BadRequestError, status 400",
        "Error",
      ]);
    });
  }

  for (const how of ["the option", "the environment"]) {
    it(`by ${how}: leaves none in the spans that a provider of the user's exports`, async () => {
      await using loop = await wrappedLoop(script());
      const instrumentation = new OpenAIInstrumentation(how === "the option" ? { captureContent: false } : {});
      const spans = await exportedBy((provider) =>
        withEnv(how === "the option" ? "" : "false", async () => {
          instrumentation.setTracerProvider(provider);
          instrumentation.manuallyInstrument(OpenAI);
          await leak(plainClient(loop.server)).finally(() => instrumentation.disable());
        }),
      );
      expect(spans.length).to.be.greaterThan(5);
      expect(everything(spans)).to.not.include("secret");
      const trace = readTrace({ spans });
      expect(spans.map(({ name }) => name)).to.include.members(["chat m", "embeddings e", "lookup", "broken"]);
      expect(trace.toolsCalled.map(({ name }) => name)).to.include("lookup");
      expect(trace.missing.join("\n")).to.include("content not recorded (captureContent is false");
      const byEnvironment = trace.missing.join("\n").includes("false, by REHEARSAL_CAPTURE_CONTENT");
      expect(byEnvironment).to.equal(how === "the environment");
    });
  }

  it("the option true outweighs the environment", async () => {
    await using loop = await wrappedLoop(["Hi."], { captureContent: true });
    const { trace } = await withEnv("false", () =>
      traceOfWork(() => loop.client.responses.create({ model: "m", input: "Hi" })),
    );
    expect(trace.output).to.equal("Hi.");
  });
});

describe("captureContent: a function", () => {
  it("is given every text, and decides what is recorded of it", async () => {
    const captureContent = (text: string) => text.replaceAll("secret", "…");
    await using loop = await wrappedLoop(script(), { captureContent });
    const { trace } = await traceOfWork(() => leak(loop.client));
    expect(JSON.stringify(trace)).to.include("… question");
    expect(JSON.stringify(trace)).to.not.include("secret");
    expect(trace.toolsCalled[0]).to.deep.include({ inputParameters: { key: "… argument" }, output: "… result" });
    expect(trace.missing.join("\n")).to.not.include("captureContent");
  });

  it("that turns out to be asynchronous lets nothing through, and nothing of it is left unhandled", async () => {
    const captureContent = (async (text: string) => Promise.reject(new Error(text))) as unknown as (
      text: string,
    ) => string;
    const disguised = (text: string): string => captureContent(text);
    await using loop = await wrappedLoop(script(), { captureContent: disguised });
    const { trace, error } = await traceOfWork(() => leak(loop.client));
    expect(error).to.equal(undefined);
    expect(JSON.stringify(trace)).to.not.include("secret");
    expect(trace.missing.join("\n")).to.include(
      "(the captureContent function returned a promise; it must be synchronous)",
    );
  });

  it("leaves a call one that an observed tool, or a tool of runTools, records with other content", async () => {
    const captureContent = (content: string) => content.replaceAll("R-17", "…");
    const reply = answer.calls({ id: "c1", name: "find", arguments: '{"id":"R-17"}' });
    const find = observe({ type: "tool", name: "find" }, ({ id }: { id: string }) => `found ${id}`);
    const called = { name: "find", id: "c1", inputParameters: { id: "R-17" } };
    const calls = async (work: (client: OpenAI) => unknown) => {
      await using loop = await wrappedLoop([reply, "Found."], { captureContent });
      return (await traceOfWork(() => work(loop.client))).trace.toolsCalled;
    };
    const byHand = await calls(async (client) => {
      await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "R-17?" }] });
      find({ id: "R-17" });
    });
    expect(byHand).to.have.lengthOf(1);
    expect(byHand[0]).to.deep.include(called);
    const byHelper = await calls((client) =>
      client.chat.completions
        .runTools({
          model: "m",
          messages: [{ role: "user", content: "R-17?" }],
          tools: [
            {
              type: "function",
              function: {
                name: "find",
                parameters: { type: "object" },
                parse: JSON.parse as (given: string) => { id: string },
                description: "",
                function: find,
              },
            },
          ],
        })
        .finalContent(),
    );
    expect(byHelper).to.have.lengthOf(1);
    expect(byHelper[0]).to.deep.include(called);
  });

  it("that throws or returns no text lets nothing through, and nothing of it reaches the caller", async () => {
    for (const captureContent of [() => undefined as unknown as string, (): string => JSON.parse("{") as string]) {
      await using loop = await wrappedLoop(script(), { captureContent });
      const { trace, error } = await traceOfWork(() => leak(loop.client));
      expect(error).to.equal(undefined);
      expect(JSON.stringify(trace)).to.not.include("secret");
      expect(trace.missing.join("\n")).to.include(
        "content not recorded (the captureContent function failed, or returned no text)",
      );
    }
  });
});
