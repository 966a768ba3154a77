import OpenAI from "openai";
import { expect } from "chai";
import { fromAISDK } from "../../src/models/from-ai-sdk.js";
import { OpenAIModel } from "../../src/models/openai-model.js";
import type { OpenAIModelOptions } from "../../src/models/openai-options.js";
import { fault, startOpenAIServer, type OpenAIServer, type Script } from "../support/openai-server.js";
import { virtualClock, type VirtualClock } from "../support/virtual-clock.js";
import { ask, errorOf, KEY } from "./support.js";

/** Several models at one loopback server, in one virtual time, through the real client. */
async function at(script: Script) {
  const server = await startOpenAIServer(script);
  const clock = virtualClock();
  const model = (options: OpenAIModelOptions = {}) =>
    new OpenAIModel(
      { model: "m", apiKey: KEY, baseURL: server.baseURL, ...options },
      { env: {}, clock, random: () => 0 },
    );
  return { server, clock, model, [Symbol.asyncDispose]: () => server.close() };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
};

/** Lets one model run into its limit, and asks another at that moment. */
async function pausedBy(first: OpenAIModel, second: OpenAIModel, server: OpenAIServer, clock: VirtualClock) {
  const one = first.generate(ask("one"));
  // The deadline of the first, and the gate.
  await clock.whenPending(2);
  const two = second.generate(ask("two"));
  await turns();
  return { one, two, requests: server.requests.length };
}

describe("the rate of one model, shared by all who call it", () => {
  for (const [header, waits] of [
    [{ retryAfter: "7" }, 7000],
    [{ retryAfterMs: "250" }, 250],
    [{ retryAfter: "Thu, 01 Jan 2026 00:00:09 GMT", date: "Thu, 01 Jan 2026 00:00:04 GMT" }, 5000],
    [{}, 500],
  ] as const) {
    it(`one 429 with ${JSON.stringify(header)} stops the others for ${String(waits)} ms too`, async () => {
      const headers = {
        ...("retryAfter" in header && { "retry-after": header.retryAfter }),
        ...("retryAfterMs" in header && { "retry-after-ms": header.retryAfterMs }),
        ...("date" in header && { date: header.date }),
      };
      const busy = fault.status(429, { error: { message: "busy" } }, headers);
      await using here = await at([busy, "Hello.", "Hello."]);
      const { one, two, requests } = await pausedBy(here.model(), here.model(), here.server, here.clock);
      expect(requests).to.equal(1);
      await here.clock.advance(waits - 1);
      await turns();
      expect(here.server.requests).to.have.length(1);
      await here.clock.advance(1);
      expect([(await one).text, (await two).text]).to.deep.equal(["Hello.", "Hello."]);
      const said = here.server.requests.map(({ body }) => JSON.stringify(body.messages));
      expect(said[1], "the first in line").to.include("one");
    });
  }

  it("another model, another key and trouble of another kind stop nobody else", async () => {
    const busy = fault.rateLimit({ retryAfter: "7" });
    for (const [behaviour, options] of [
      [busy, { model: "other" }],
      [busy, { apiKey: "sk-another-0123456789" }],
      [fault.serverError(), {}],
    ] as const) {
      await using here = await at([behaviour, "Hello.", "Hello."]);
      const { one, two } = await pausedBy(here.model(), here.model(options), here.server, here.clock);
      expect((await two).text).to.equal("Hello.");
      await here.clock.advance(7000);
      await one;
    }
  });

  it("whoever can't wait so long is told why, without a request", async () => {
    await using here = await at([fault.rateLimit({ retryAfter: "90" }), "Hello."]);
    const one = here.model().generate(ask());
    await here.clock.whenPending(2);
    const two = await errorOf(here.model({ timeoutMs: 30_000 }).generate(ask()));
    expect(two.code).to.equal("model_failed");
    expect(two.message).to.equal(
      "m takes no calls for now: it limited the rate of an earlier one and asked all to wait 60 s more, which is longer " +
        "than timeoutMs allows. Run fewer conversations at once, or raise timeoutMs.",
    );
    expect(here.server.requests).to.have.length(1);
    await here.clock.advance(90_000);
    await one;
  });

  it("a call that hangs past its deadline does not keep the others out", async () => {
    let asked = 0;
    await using here = await at(() =>
      ++asked === 1 ? fault.rateLimit({ retryAfter: "1" }) : asked === 2 ? fault.hang : "Hello.",
    );
    const first = here.model({ timeoutMs: 30_000 });
    const one = errorOf(first.generate(ask()));
    await here.clock.whenPending(2);
    await here.clock.advance(1000);
    await here.server.received(2);
    // After the 429 there is room for one.
    const two = here.model({ timeoutMs: 60_000 }).generate(ask());
    await turns();
    expect(here.server.requests).to.have.length(2);
    await here.clock.advance(29_000);
    expect((await one).code).to.equal("timeout");
    expect((await two).text).to.equal("Hello.");
  });

  it("maxRetries: 0 means one attempt, also with a client that would try again itself", async () => {
    await using here = await at(() => fault.serverError());
    const client = new OpenAI({ apiKey: KEY, baseURL: here.server.baseURL, maxRetries: 5 });
    for (const options of [{ client, apiKey: undefined, baseURL: undefined }, {}]) {
      const before = here.server.requests.length;
      const error = await errorOf(here.model({ ...options, maxRetries: 0 }).generate(ask()));
      expect(error.message).to.include("m answered HTTP 500: ").and.not.include("attempts");
      expect(here.server.requests.length - before).to.equal(1);
    }
  });

  it("models of the AI SDK share theirs by provider and name", async () => {
    const clock = virtualClock();
    let asked = 0;
    const model = {
      specificationVersion: "v3",
      provider: "p",
      modelId: "m",
      doGenerate: async () => {
        if (++asked === 1)
          throw Object.assign(new Error("busy"), { statusCode: 429, responseHeaders: { "retry-after": "3" } });
        return { content: [{ type: "text", text: "Hello." }], usage: {}, finishReason: "stop" };
      },
    };
    const [one, two] = [fromAISDK(model, {}, { clock }), fromAISDK({ ...model }, {}, { clock })];
    const first = one.generate(ask());
    await clock.whenPending(2);
    const second = two.generate(ask());
    await turns();
    expect(asked).to.equal(1);
    await clock.advance(3000);
    expect([(await first).text, (await second).text]).to.deep.equal(["Hello.", "Hello."]);
  });

  it("finds out how many calls a provider takes, and all get their answer", async () => {
    const clock = virtualClock();
    let inFlight = 0;
    let refused = 0;
    const create = async () => {
      inFlight += 1;
      const tooMany = inFlight > 3;
      if (tooMany) refused += 1;
      await new Promise<void>((resolve) => clock.setTimeout(resolve, tooMany ? 1 : 100));
      inFlight -= 1;
      if (tooMany) throw Object.assign(new Error("429 busy"), { status: 429, headers: { "retry-after": "1" } });
      return { choices: [{ message: { content: "Hello." }, finish_reason: "stop" }] };
    };
    const client = { baseURL: "http://127.0.0.1:1/v1", chat: { completions: { create } } };
    const runtime = { env: {}, clock, random: () => 0 };
    const models = [0, 1].map(() => new OpenAIModel({ client, model: "m", maxRetries: 8 }, runtime));
    let answers = 0;
    for (let call = 0; call < 40; call++) void models[call % 2]?.generate(ask()).then(() => (answers += 1));
    await clock.advance(60_000);
    expect(answers).to.equal(40);
    // 37 + 17 + 7 + 2 while it halves, and then one now and again, when it tries a wider window.
    expect(refused).to.be.within(63, 75);
    expect(clock.pending).to.deep.equal([]);
  });
});
