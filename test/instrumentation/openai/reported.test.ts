import { readFileSync } from "node:fs";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { expect } from "chai";
import OpenAI from "openai";
import { makeParseableResponseFormat } from "openai/lib/parser";
import { OpenAIInstrumentation } from "../../../instrumentation/openai/index.js";
import type { ToolCall } from "../../../src/test-case/tool-call.js";
import type { Usage } from "../../../src/test-case/trace.js";
import { answer, startOpenAIServer } from "../../support/openai-server.js";
import type { AnsweredCall } from "../../support/openai-server/behaviour.js";
import { plainClient, question, traceOfWork, wrappedLoop } from "./support/loop.js";

interface Report<Input, Expected> {
  readonly report: string;
  readonly input: Input;
  readonly expected: Expected;
}

const read = <Input, Expected>(name: string): Report<Input, Expected> =>
  JSON.parse(readFileSync(new URL(`../../fixtures/reported/${name}.json`, import.meta.url), "utf8")) as Report<
    Input,
    Expected
  >;
const asking = { model: "m", messages: question };

describe("what users of other instrumentations of OpenAI reported", () => {
  for (const name of ["openllmetry-js-462", "openinference-1795", "opentelemetry-js-contrib-3586"]) {
    const { report, input, expected } = read<{ answer: string; schema: object }, { parsed: object }>(name);
    it(`${report}: parse parses`, async () => {
      await using loop = await wrappedLoop([input.answer]);
      const schema = { type: "json_schema" as const, json_schema: { name: "plan", schema: { ...input.schema } } };
      const { trace } = await traceOfWork(async () => {
        const format = makeParseableResponseFormat(schema, (text) => JSON.parse(text) as object);
        const { choices } = await loop.client.chat.completions.parse({ ...asking, response_format: format });
        expect(choices[0]?.message.parsed).to.deep.equal(expected.parsed);
      });
      expect(trace.output).to.equal(input.answer);
    });
  }

  it("newrelic/node-newrelic#3382: create returns the client's own promise", async () => {
    const { input, expected } = read<{ answer: string }, { type: string; methods: string[]; status: number }>(
      "node-newrelic-3382",
    );
    await using loop = await wrappedLoop([input.answer]);
    await traceOfWork(async () => {
      const promise = loop.client.chat.completions.create(asking);
      expect(promise.constructor.name).to.equal(expected.type);
      for (const method of expected.methods) expect(promise).to.respondTo(method);
      expect((await promise.withResponse()).response.status).to.equal(expected.status);
    });
  });

  it("traceloop/openllmetry#3151: a stream that is not read to its end is on record", async () => {
    const { input, expected } = read<{ answer: string; read: number }, { output: string; missing: string }>(
      "openllmetry-3151",
    );
    await using loop = await wrappedLoop([input.answer]);
    const { trace } = await traceOfWork(async () => {
      let pieces = 0;
      for await (const _ of await loop.client.chat.completions.create({ ...asking, stream: true }))
        if (++pieces === input.read) break;
    });
    expect(trace.output).to.equal(expected.output);
    expect(trace.missing).to.include(expected.missing);
  });

  it("openlit/openlit#1398: calls that are streamed in parallel stay apart", async () => {
    const { input, expected } = read<{ calls: AnsweredCall[] }, { toolsCalled: ToolCall[] }>("openlit-1398");
    await using loop = await wrappedLoop([answer.calls(...input.calls)]);
    const { trace } = await traceOfWork(async () => {
      for await (const _ of await loop.client.chat.completions.create({ ...asking, stream: true }));
    });
    const calls = trace.toolsCalled.map(({ id, name, inputParameters }) => ({ id, name, inputParameters }));
    expect(calls).to.deep.equal(expected.toolsCalled);
  });

  it("open-telemetry/opentelemetry-python-contrib#4756: content that is switched off by the environment is nowhere", async () => {
    const { input, expected } = read<
      { environment: Record<string, string>; question: string; answer: string },
      { absent: string[]; usage: Usage }
    >("opentelemetry-python-contrib-4756");
    await using loop = await wrappedLoop([input.answer]);
    Object.assign(process.env, input.environment);
    try {
      const messages = [{ role: "user" as const, content: input.question }];
      const { trace } = await traceOfWork(() => loop.client.chat.completions.create({ model: "m", messages }));
      for (const secret of expected.absent) expect(JSON.stringify(trace)).to.not.include(secret);
      expect(trace.usage).to.deep.equal(expected.usage);
    } finally {
      for (const name of Object.keys(input.environment)) Reflect.deleteProperty(process.env, name);
    }
  });

  it("genkit-ai/genkit#5725: a picture makes no span too large to be exported", async () => {
    const { input, expected } = read<{ imageBytes: number }, { longestAttribute: number; parts: object[] }>(
      "genkit-5725",
    );
    const exporter = new InMemorySpanExporter();
    const instrumentation = new OpenAIInstrumentation();
    instrumentation.setTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
    instrumentation.manuallyInstrument(OpenAI);
    await using server = await startOpenAIServer(["A cat."]);
    const url = `data:image/jpeg;base64,${Buffer.alloc(input.imageBytes).toString("base64")}`;
    const content = [
      { type: "text" as const, text: "What is this?" },
      { type: "image_url" as const, image_url: { url } },
    ];
    await plainClient(server)
      .chat.completions.create({ model: "m", messages: [{ role: "user", content }] })
      .finally(() => instrumentation.disable());
    const attributes = exporter.getFinishedSpans()[0]?.attributes ?? {};
    const longest = Math.max(...Object.values(attributes).map((value) => JSON.stringify(value).length));
    expect(longest).to.be.at.most(expected.longestAttribute);
    expect(JSON.parse(String(attributes["gen_ai.input.messages"]))).to.have.deep.nested.property(
      "[0].parts",
      expected.parts,
    );
  });
});
