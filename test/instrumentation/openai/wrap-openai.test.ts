import { expect } from "chai";
import OpenAI from "openai";
import { unwrapOpenAI, wrapOpenAI } from "../../../instrumentation/openai/index.js";
import { checkVersion, versionOf } from "../../../instrumentation/openai/version.js";
import { RehearsalError } from "../../../src/errors.js";
import { captureTrace, instrumentationStates, observe, tracingStatus } from "../../../src/tracing/index.js";
import { question, traceOfWork, wrappedLoop } from "./support/loop.js";

const asking = { model: "m", messages: question };
const offline = () => new OpenAI({ apiKey: "key" });
const methodOf = (resource: object, name: string) => Reflect.get(resource, name) as (...args: unknown[]) => unknown;

describe("wrapOpenAI", () => {
  it("gives back the same client, whose methods look as they did", () => {
    const plain = offline();
    const client = wrapOpenAI(plain);
    expect(client).to.equal(plain);
    expect(client).to.be.instanceOf(OpenAI);
    const create = methodOf(client.chat.completions, "create");
    expect([create.name, create.length]).to.deep.equal(["create", 2]);
    expect(Object.keys(client.chat.completions)).to.deep.equal(Object.keys(offline().chat.completions));
    expect(methodOf(offline().chat.completions, "create")).to.not.equal(create);
  });

  it("wrapped twice records once; unwrapped it records nothing", async () => {
    await using loop = await wrappedLoop(["One.", "Two."]);
    const ask = () => wrapOpenAI(loop.client).chat.completions.create(asking);
    expect((await traceOfWork(ask)).trace.spans).to.have.length(1);
    expect(unwrapOpenAI(loop.client)).to.equal(loop.client);
    expect(Object.hasOwn(loop.client.chat.completions, "create")).to.equal(false);
    expect((await traceOfWork(() => loop.client.chat.completions.create(asking))).trace.spans).to.deep.equal([]);
    expect(unwrapOpenAI(loop.client)).to.equal(loop.client);
  });

  it("leaves what somebody else put over it in place", () => {
    const client = wrapOpenAI(offline());
    const theirs = () => undefined as never;
    client.chat.completions.create = theirs;
    unwrapOpenAI(client);
    expect(methodOf(client.chat.completions, "create")).to.equal(theirs);
  });

  it("puts what somebody had put on the client back", () => {
    const client = offline();
    const theirs = () => undefined as never;
    client.embeddings.create = theirs;
    unwrapOpenAI(wrapOpenAI(client));
    expect(methodOf(client.embeddings, "create")).to.equal(theirs);
  });

  it("refuses what is no client, and says what to give it", () => {
    for (const nothing of [{}, { chat: null }, OpenAI]) {
      expect(() => wrapOpenAI(nothing)).to.throw(RehearsalError, "wrapOpenAI(new OpenAI())");
    }
  });

  it("takes a fake of a client", async () => {
    const fake = {
      chat: {
        completions: { create: async () => ({ choices: [{ message: { role: "assistant", content: "Fake." } }] }) },
      },
    };
    const { trace } = await traceOfWork(() => wrapOpenAI(fake).chat.completions.create());
    expect(trace.output).to.equal("Fake.");
    async function* streamed() {
      for (const content of ["Fa", "ke."]) yield { choices: [{ index: 0, delta: { content } }] };
    }
    const streaming = wrapOpenAI({ chat: { completions: { create: async (_: object) => streamed() } } });
    const read = await traceOfWork(async () => {
      for await (const _ of await streaming.chat.completions.create({ model: "m" }));
    });
    expect(read.trace.output).to.equal("Fake.");
  });

  it("hangs its spans where they happen, and mixes no conversations", async () => {
    await using loop = await wrappedLoop(({ body }) => `You are ${JSON.stringify(body.user)}.`);
    const agent = observe({ type: "agent", name: "a" }, async (user: string) => {
      const { choices } = await loop.client.chat.completions.create({ ...asking, user });
      return choices[0]?.message.content;
    });
    const runs = await Promise.all(["x", "y", "z"].map((user) => captureTrace(() => agent(user))));
    for (const [index, { trace, result }] of runs.entries()) {
      expect(trace.output).to.equal(result).and.to.include("xyz".charAt(index));
      expect(trace.spans.map(({ kind }) => kind)).to.deep.equal(["agent", "llm"]);
      expect(trace.spans[1]?.parentSpanId).to.equal(trace.spans[0]?.spanId);
    }
  });
});

describe("the version of openai", () => {
  it("is read from a client and from its class", () => {
    expect(versionOf(offline())).to.match(/^6\./);
    expect(versionOf(OpenAI)).to.match(/^6\./);
    expect(versionOf({})).to.equal(undefined);
  });

  it("out of range is warned of once, and told by the status", () => {
    const warnings: string[] = [];
    for (const version of ["6.1.0", undefined, "8.0.1", "8.0.1", "3.3.0"])
      checkVersion(version, (note) => warnings.push(note));
    expect(warnings).to.have.length(2);
    expect(warnings[0]).to.include("made for openai >=4 <8, and this is 8.0.1");
    expect(tracingStatus().notes).to.include(warnings[0]);
    expect(instrumentationStates().map(({ version }) => version)).to.include.members(["6.1.0", "8.0.1", "3.3.0"]);
  });

  it("out of range is warned of by the process, and its calls are recorded as far as they can", async () => {
    const client = offline();
    client.chat.completions.create = (() => Promise.resolve({ choices: [] })) as never;
    Object.assign(client, { getUserAgent: () => "OpenAI/JS 9.9.9" });
    const warnings: unknown[][] = [];
    const emitWarning = Reflect.get(process, "emitWarning");
    Reflect.set(process, "emitWarning", (...given: unknown[]) => void warnings.push(given));
    try {
      wrapOpenAI(wrapOpenAI(client));
    } finally {
      Reflect.set(process, "emitWarning", emitWarning);
    }
    expect(warnings).to.have.length(1);
    expect(warnings[0]?.[1]).to.deep.equal({ type: "RehearsalWarning", code: "REHEARSAL_OPENAI_VERSION" });
    const { trace } = await traceOfWork(() => client.chat.completions.create(asking));
    expect(trace.spans).to.have.length(1);
  });
});
