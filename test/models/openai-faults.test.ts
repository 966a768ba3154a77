import { inspect } from "node:util";
import { expect } from "chai";
import { OpenAIModel } from "../../src/models/openai-model.js";
import { everyFault, fault, startOpenAIServer } from "../support/openai-server.js";
import { ask, errorOf, KEY, modelAt } from "./support.js";

describe("OpenAIModel: retries", () => {
  it("waits as long as Retry-After says, and not a moment less", async () => {
    await using at = await modelAt([fault.rateLimit({ retryAfter: "7" }), "Hello."]);
    const answered = at.model.generate(ask());
    await at.clock.whenPending(2);
    await at.clock.advance(6_999);
    expect(at.server.requests).to.have.length(1);
    await at.clock.advance(1);
    expect((await answered).text).to.equal("Hello.");
  });

  for (const [name, behaviour] of Object.entries({
    "429 without Retry-After": fault.rateLimit(),
    "429 with an empty body": fault.rateLimit({ empty: true }),
    "500": fault.serverError(),
    disconnect: fault.disconnect,
    "a cut body": fault.cut,
  })) {
    it(`backs off and tries again after ${name}`, async () => {
      await using at = await modelAt([behaviour, behaviour, "Hello."]);
      const answered = at.model.generate(ask());
      for (const ms of [500, 1000]) {
        await at.clock.whenPending(2);
        expect(at.clock.pending[0]).to.equal(ms);
        await at.clock.advance(ms);
      }
      expect((await answered).text).to.equal("Hello.");
    });
  }

  it("fails after the last attempt, and says how many there were", async () => {
    await using at = await modelAt(() => fault.rateLimit({ retryAfter: "0", empty: true }));
    const error = await errorOf(at.model.generate(ask()));
    expect(error.code).to.equal("model_failed");
    expect(error.message).to.equal(
      "m answered HTTP 429 (3 attempts): no message. Run fewer conversations at once, or raise maxRetries or timeoutMs.",
    );
    expect(at.clock.pending).to.deep.equal([]);
  });

  it("gives up at once where Retry-After lies behind the deadline", async () => {
    await using at = await modelAt([fault.rateLimit({ retryAfter: "3600" })], { timeoutMs: 60_000 });
    const error = await errorOf(at.model.generate(ask()));
    expect(error.message).to.include(
      "Its Retry-After header asks to wait 3600 s, which is longer than timeoutMs allows.",
    );
    expect(at.clock.now()).to.equal(0);
  });

  it("does not retry what will not pass", async () => {
    const quota = fault.status(429, { error: { message: "You exceeded your quota", code: "insufficient_quota" } });
    const said = { error: { message: "busy" } };
    await using at = await modelAt([
      quota,
      fault.unauthorized(),
      fault.status(503, said, { "x-should-retry": "false" }),
    ]);
    expect((await errorOf(at.model.generate(ask()))).message).to.include("see its plan and billing");
    expect((await errorOf(at.model.generate(ask()))).message).to.include(
      "Check the key: OPENAI_API_KEY, REHEARSAL_API_KEY",
    );
    expect((await errorOf(at.model.generate(ask()))).message).to.include("HTTP 503: busy.");
    expect(at.server.requests).to.have.length(3);
  });

  it("treats an error in an answer of status 200 as the error it is", async () => {
    const body = JSON.stringify({ error: { code: 429, message: "upstream is busy" } });
    await using at = await modelAt([{ fault: "body", body }], { maxRetries: 0 });
    expect((await errorOf(at.model.generate(ask()))).message).to.include("m answered HTTP 429: upstream is busy.");
  });
});

describe("OpenAIModel: time and abort", () => {
  for (const name of ["hang", "hang after headers"]) {
    it(`${name}: times out, saying after how long, and hangs up`, async () => {
      await using at = await modelAt(() => everyFault[name], { timeoutMs: 30_000 });
      const failed = errorOf(at.model.generate(ask()));
      const request = await at.server.received(1);
      await at.clock.advance(29_999);
      expect(at.clock.pending).to.deep.equal([1]);
      await at.clock.advance(1);
      const error = await failed;
      expect(error.code).to.equal("timeout");
      expect(error.message).to.match(/^m gave no answer within 30 s \(timeoutMs, retries included\)\./);
      expect(await request.closed).to.equal("broken");
    });

    it(`${name}: is aborted at once, and hangs up`, async () => {
      await using at = await modelAt(() => everyFault[name]);
      const caller = new AbortController();
      const failed = errorOf(at.model.generate({ ...ask(), signal: caller.signal }));
      const request = await at.server.received(1);
      caller.abort(new Error("enough"));
      const error = await failed;
      expect([error.code, error.message]).to.deep.equal(["aborted", "The call of m was aborted: enough"]);
      expect(await request.closed).to.equal("broken");
      expect(at.clock.pending).to.deep.equal([]);
    });
  }

  it("can be aborted while it waits to retry, and asks no more", async () => {
    await using at = await modelAt(() => fault.rateLimit({ retryAfter: "20" }));
    const caller = new AbortController();
    const failed = errorOf(at.model.generate({ ...ask(), signal: caller.signal }));
    await at.clock.whenPending(2);
    caller.abort();
    expect((await failed).code).to.equal("aborted");
    expect(at.clock.pending).to.deep.equal([]);
    await at.clock.advance(60_000);
    expect(at.server.requests).to.have.length(1);
  });

  it("does not ask at all where it is aborted beforehand", async () => {
    await using at = await modelAt(() => "Hello.");
    const error = await errorOf(at.model.generate({ ...ask(), signal: AbortSignal.abort() }));
    expect(error.code).to.equal("aborted");
    expect(at.server.requests).to.have.length(0);
  });

  it("times out also where the client pays no heed to the signal", async () => {
    const client = { chat: { completions: { create: () => new Promise<never>(() => undefined) } } };
    await using at = await modelAt([]);
    const model = new OpenAIModel({ client, model: "deaf", timeoutMs: 5 }, { env: {}, clock: at.clock });
    const failed = errorOf(model.generate(ask()));
    await at.clock.whenPending(1);
    await at.clock.advance(5);
    expect((await failed).message).to.include("deaf gave no answer within 0.005 s");
  });

  it("leaves no listener on a signal that outlives it", async () => {
    await using at = await modelAt(() => "Hello.");
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add(...args));
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners--, remove(...args));
    await at.model.generate({ ...ask(), signal });
    expect(listeners).to.equal(0);
  });
});

describe("OpenAIModel: what is no answer", () => {
  const expected: Record<string, RegExp> = {
    "malformed JSON": /^m answered something that is no JSON: /,
    "a page instead of JSON": /no chat completion: <html>.*Check REHEARSAL_BASE_URL.*it usually ends in \/v1\.$/,
    "no choices": /^m answered with no chat completion: {"id":"chatcmpl-1"/,
    refusal: /^m refused to answer \("I can't help with that\."\)\. /,
    "content filter": /^m was stopped by the provider's content filter\. /,
    "401": /^m answered HTTP 401: Incorrect API key provided\. /,
  };
  for (const [name, message] of Object.entries(expected)) {
    it(`${name}: is model_failed and says so, without a retry`, async () => {
      await using at = await modelAt(() => everyFault[name]);
      const error = await errorOf(at.model.generate(ask()));
      expect(error.code).to.equal("model_failed");
      expect(error.message).to.match(message);
      expect(at.server.requests).to.have.length(1);
    });
  }

  it("keeps text that was cut off, but not silence", async () => {
    await using at = await modelAt([
      { text: "Half a", finishReason: "length" },
      { text: "", finishReason: "length" },
    ]);
    expect(await at.model.generate(ask())).to.include({ text: "Half a", finishReason: "length" });
    expect((await errorOf(at.model.generate(ask()))).message).to.equal(
      "m was cut off at its limit of output tokens (5 tokens) before it said anything. Raise maxTokens.",
    );
  });

  it("finds the reason in whatever form a server gives it", async () => {
    const bodies = [
      { object: "error", message: "reason A" },
      { detail: "reason B" },
      { error: "reason C" },
      "reason D",
    ];
    await using at = await modelAt(bodies.map((body) => fault.status(400, body)));
    for (const letter of ["A", "B", "C", "D"])
      expect((await errorOf(at.model.generate(ask()))).message).to.include(`m answered HTTP 400: reason ${letter}.`);
  });

  it("says where nothing listens, and not where that is", async () => {
    const server = await startOpenAIServer();
    await server.close();
    const model = new OpenAIModel({ model: "m", baseURL: server.baseURL, maxRetries: 0 }, { env: {} });
    expect((await errorOf(model.generate(ask()))).message).to.equal(
      "m could not be reached: ECONNREFUSED. Nothing listens there: start the server, or check REHEARSAL_BASE_URL or the option baseURL.",
    );
  });

  it("never shows a key that the server sends back, not even cut in half or in a cause", async () => {
    const echoes = [
      fault.unauthorized(`Incorrect API key provided: ${KEY}`),
      fault.badRequest(`${"x".repeat(290)}${KEY}`),
      fault.status(400, { detail: [KEY] }),
      { fault: "body", body: `${KEY} is no key` } as const,
      { fault: "body", body: JSON.stringify({ said: `Bearer ${KEY}` }) } as const,
      { refusal: `I won't tell that the token is token-0123456789` },
    ];
    await using at = await modelAt(echoes, { headers: { "x-auth": "Bearer token-0123456789" } });
    for (const [index] of echoes.entries()) {
      const shown = inspect(await errorOf(at.model.generate(ask())), { depth: 9, maxStringLength: null });
      expect(shown, String(index)).to.not.match(/sk-sec|0123456789/);
    }
  });
});
