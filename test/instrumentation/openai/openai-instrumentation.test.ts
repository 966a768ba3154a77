import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from "@opentelemetry/sdk-trace-base";
import { expect } from "chai";
import * as module from "openai";
import OpenAI, { AzureOpenAI } from "openai";
import { OpenAIInstrumentation, wrapOpenAI } from "../../../instrumentation/openai/index.js";
import { RehearsalError } from "../../../src/errors.js";
import { readTrace, startRun, TraceRecorder, tracingStatus } from "../../../src/tracing/index.js";
import { teeProvider } from "../../../src/tracing/provider/tee.js";
import { answer, fault, startOpenAIServer, type Script } from "../../support/openai-server.js";
import { plainClient, question, traceOfWork } from "./support/loop.js";

const asking = { model: "m", messages: question };
let instrumentation: OpenAIInstrumentation;

/** Clients of the class, without any wrapping of their own. */
async function instrumented(script: Script, work: (client: OpenAI) => Promise<unknown>): Promise<void> {
  await using server = await startOpenAIServer(script);
  await work(plainClient(server));
}

const providerWith = (exporter: InMemorySpanExporter): BasicTracerProvider =>
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

describe("OpenAIInstrumentation", () => {
  beforeEach(() => {
    instrumentation = new OpenAIInstrumentation();
  });
  afterEach(() => instrumentation.disable());

  it("records every client of a class, those made before as well, until it is disabled", async () => {
    await instrumented(["One.", "Two.", "Three."], async (client) => {
      instrumentation.manuallyInstrument(OpenAI);
      const ask = () => client.chat.completions.create(asking);
      expect((await traceOfWork(ask)).trace.output).to.equal("One.");
      instrumentation.disable();
      expect((await traceOfWork(ask)).trace.spans).to.deep.equal([]);
      instrumentation.enable();
      expect((await traceOfWork(ask)).trace.output).to.equal("Three.");
    });
  });

  it("and a wrapped client record once", async () => {
    await instrumented(["One.", "Two."], async (client) => {
      instrumentation.manuallyInstrument(module);
      new OpenAIInstrumentation().manuallyInstrument(OpenAI);
      const { trace } = await traceOfWork(() => wrapOpenAI(client).chat.completions.create(asking));
      expect(trace.spans).to.have.length(1);
      instrumentation.disable();
      const again = await traceOfWork(() => client.chat.completions.create(asking));
      expect(again.trace.spans).to.have.length(1);
    });
  });

  it("and a wrapped client of a class whose content is switched off record none", async () => {
    await using server = await startOpenAIServer(["secret"]);
    instrumentation.setConfig({ captureContent: false });
    instrumentation.manuallyInstrument(OpenAI);
    const client = wrapOpenAI(plainClient(server));
    const { trace } = await traceOfWork(() => client.responses.create({ model: "m", input: "secret" }));
    expect(trace.spans).to.have.lengthOf(1);
    expect(JSON.stringify(trace)).to.not.include("secret");
  });

  it("keeps its peace until it is enabled, where its config says so", async () => {
    await using server = await startOpenAIServer(["One.", "Two."]);
    instrumentation = new OpenAIInstrumentation({ enabled: false });
    instrumentation.manuallyInstrument(OpenAI);
    const client = plainClient(server);
    const ask = () => traceOfWork(() => client.responses.create({ model: "m", input: "x" }));
    expect((await ask()).trace.spans).to.deep.equal([]);
    instrumentation.setConfig({ enabled: true });
    expect((await ask()).trace.spans).to.have.lengthOf(1);
  });

  it("gives its spans to the provider that it is told of, in the words of the conventions", async () => {
    const exporter = new InMemorySpanExporter();
    instrumentation.setTracerProvider(providerWith(exporter));
    instrumentation.manuallyInstrument(OpenAI);
    await instrumented([answer.call("a", { x: 1 }), fault.rateLimit()], async (client) => {
      await client.chat.completions.create(asking);
      await client.chat.completions.create(asking).catch(() => undefined);
    });
    const [span, failed] = exporter.getFinishedSpans() as [ReadableSpan, ReadableSpan];
    expect([span.name, span.kind]).to.deep.equal(["chat m", SpanKind.CLIENT]);
    expect(span.attributes).to.deep.equal({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": "m",
      "rehearsal.recorded": true,
      "gen_ai.input.messages": '[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]',
      "gen_ai.response.id": "chatcmpl-0",
      "gen_ai.response.model": "m",
      "gen_ai.response.finish_reasons": ["tool_calls"],
      "gen_ai.output.messages":
        '[{"role":"assistant","parts":[{"type":"tool_call","id":"call_1","name":"a","arguments":{"x":1}}],"finish_reason":"tool_calls"}]',
      "gen_ai.usage.input_tokens": 10,
      "gen_ai.usage.output_tokens": 5,
    });
    expect(failed.status).to.deep.equal({ code: SpanStatusCode.ERROR, message: "429 Rate limit reached for requests" });
    expect(failed.attributes["error.type"]).to.equal("RateLimitError");
    expect(failed.events.map(({ name }) => name)).to.deep.equal(["exception"]);
    const { toolsCalled, usage } = readTrace({ spans: exporter.getFinishedSpans() });
    expect(toolsCalled[0]).to.include({ name: "a", id: "call_1" });
    expect(usage.inputTokens).to.equal(10);
  });

  it("keeps arguments to the letter, though their numbers be longer than JavaScript's", async () => {
    const exporter = new InMemorySpanExporter();
    instrumentation.setTracerProvider(providerWith(exporter));
    instrumentation.manuallyInstrument(OpenAI);
    const args = '{"account": 12345678901234567890}';
    await instrumented([answer.call("pay", args)], (client) => client.chat.completions.create(asking));
    expect(exporter.getFinishedSpans()[0]?.attributes["gen_ai.output.messages"]).to.include(`"arguments":${args}`);
  });

  it("tells Azure's clients apart", async () => {
    const exporter = new InMemorySpanExporter();
    instrumentation.setTracerProvider(providerWith(exporter));
    instrumentation.manuallyInstrument(OpenAI);
    const fetch = async () => Response.json({ id: "c", model: "m", choices: [] });
    const client = new AzureOpenAI({ apiKey: "key", apiVersion: "1", endpoint: "http://127.0.0.1:1", fetch });
    await client.chat.completions.create(asking);
    expect(exporter.getFinishedSpans()[0]?.attributes["gen_ai.provider.name"]).to.equal("azure.ai.openai");
  });

  for (const [name, provider] of Object.entries({
    "a TraceRecorder": () => new BasicTracerProvider({ spanProcessors: [new TraceRecorder()] }),
    "a tee": () => teeProvider(new BasicTracerProvider()),
  })) {
    it(`is on record once, though ${name} sees its spans as well`, async () => {
      instrumentation.setTracerProvider(provider());
      instrumentation.manuallyInstrument(OpenAI);
      await instrumented(["One."], async (client) => {
        const run = startRun();
        const before = tracingStatus().openSpans;
        await run.within(() => client.chat.completions.create({ ...asking, stream: true }));
        expect(tracingStatus().openSpans - before).to.equal(1);
        expect(run.end().spans).to.have.length(1);
      });
    });
  }

  it("records into runs whatever the provider samples, and exports nothing then", async () => {
    const exporter = new InMemorySpanExporter();
    const sampler = new AlwaysOffSampler();
    instrumentation.setTracerProvider(
      new BasicTracerProvider({ sampler, spanProcessors: [new SimpleSpanProcessor(exporter)] }),
    );
    instrumentation.manuallyInstrument(OpenAI);
    await instrumented(["One."], async (client) => {
      expect((await traceOfWork(() => client.chat.completions.create(asking))).trace.output).to.equal("One.");
    });
    expect(exporter.getFinishedSpans()).to.deep.equal([]);
  });

  it("lets no fault of a tracer through", async () => {
    const broken = () => {
      throw new Error("broken tracer");
    };
    instrumentation.setTracerProvider({ getTracer: () => ({ startSpan: broken, startActiveSpan: broken }) });
    instrumentation.manuallyInstrument(OpenAI);
    await instrumented(["One.", "Two."], async (client) => {
      expect((await client.chat.completions.create(asking)).choices[0]?.message.content).to.equal("One.");
      expect((await traceOfWork(() => client.chat.completions.create(asking))).trace.output).to.equal("Two.");
    });
  });

  it("has the face that registerInstrumentations looks for", () => {
    expect(instrumentation.getConfig()).to.deep.equal({ enabled: true });
    instrumentation.setConfig({ captureContent: false });
    expect(instrumentation.getConfig()).to.deep.equal({ enabled: true, captureContent: false });
    expect(instrumentation.setMeterProvider({})).to.equal(undefined);
  });

  it("refuses what is not the class", () => {
    expect(() => instrumentation.manuallyInstrument({})).to.throw(RehearsalError, "manuallyInstrument(OpenAI)");
  });
});
