import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { RehearsalError } from "../../src/errors.js";
import { httpAgent } from "../../src/simulator/agents/http-agent.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { ScriptedModel } from "../../src/models/scripted-model.js";
import { askModel } from "../../src/simulator/ceiling/ask-model.js";
import { failureKindOf } from "../../src/simulator/failure-kind.js";
import { Abandonment } from "../../src/simulator/abandonment.js";
import { virtualClock } from "../support/virtual-clock.js";
import { golden, hold, hurl, never } from "./support.js";

class APIConnectionError extends Error {}
const coded = (code: string) => Object.assign(new Error("x"), { code });
const caused = (cause: unknown) => new Error("outer", { cause });

describe("failureKindOf", () => {
  it("takes what a model threw that was asked for the model's, wherever it is thrown on", async () => {
    const down = new Error("model down");
    const model = { id: "m", generate: () => Promise.reject(down) };
    const thrown = await askModel(model, { messages: [] }, undefined).catch((error: unknown) => error);
    expect(thrown).to.equal(down);
    expect(failureKindOf(thrown)).to.equal("provider");
    expect(failureKindOf(new Error("in between", { cause: thrown }))).to.equal("provider");
    expect(failureKindOf(new Error("model down"))).to.equal("threw");
    const spent = await new ScriptedModel([]).generate({ messages: [] }).catch((error: unknown) => error);
    expect(failureKindOf(spent)).to.equal("setup");
  });

  const providers: readonly (readonly [string, unknown])[] = [
    ["429", Object.assign(new Error("x"), { status: 429 })],
    ["408", Object.assign(new Error("x"), { status: 408 })],
    ["407 of a proxy", Object.assign(new Error("x"), { status: 407 })],
    ["425", Object.assign(new Error("x"), { status: 425 })],
    ["the last error of the AI SDK's tries", Object.assign(new Error("x"), { lastError: coded("ECONNRESET") })],
    ["503 of the AI SDK", Object.assign(new Error("x"), { statusCode: 503 })],
    ["401 of axios", Object.assign(new Error("x"), { response: { status: 401 } })],
    ["a refused connection", new TypeError("fetch failed", { cause: coded("ECONNREFUSED") })],
    ["undici's time-out", caused(caused(coded("UND_ERR_HEADERS_TIMEOUT")))],
    ["a class without a status", new APIConnectionError("x")],
    ["AbortSignal.timeout", new DOMException("x", "TimeoutError")],
    ["the last of several tries", Object.assign(new Error("x"), { errors: [new Error("y"), coded("ECONNRESET")] })],
    ["one of our models", new RehearsalError("model_failed", "x")],
  ];
  for (const [title, thrown] of providers) {
    it(`takes ${title} for a provider's`, () => expect(failureKindOf(thrown)).to.equal("provider"));
  }

  it("knows what was not set up", () => {
    for (const code of ["missing_setting", "missing_package", "not_recorded"] as const) {
      expect(failureKindOf(caused(new RehearsalError(code, "x")))).to.equal("setup");
    }
  });

  it("takes the rest for the code's own, a request that was wrong included", () => {
    const ring = new Error("x");
    ring.cause = ring;
    const proxy = new Proxy({}, { get: () => hurl(new Error("no")), getPrototypeOf: () => hurl(new Error("no")) });
    const status = Object.assign(new Error("x"), { status: 400 });
    const others = [
      new TypeError("x is not a function"),
      "text",
      undefined,
      null,
      ring,
      proxy,
      status,
      coded("ENOENT"),
    ];
    for (const thrown of [...others, { status: "500" }, Object.create(null)])
      expect(failureKindOf(thrown)).to.equal("threw");
  });
});

describe("the failure of a conversation that broke off", () => {
  const answer = () => "ok";

  it("says whose it was, and how", async () => {
    const refused = Object.assign(new Error("x"), { status: 429 });
    const user = (thrown: unknown) => ({ user: { name: "u", next: () => hurl(thrown) } });
    const of = async (...[agent, options]: Parameters<typeof hold>) => (await hold(agent, options)).failure;
    expect(await of(() => hurl(new Error("x")))).to.deep.equal({ party: "agent", kind: "threw" });
    expect(await of(() => hurl(refused))).to.deep.equal({ party: "agent", kind: "provider" });
    expect(await of(() => 5 as never)).to.deep.equal({ party: "agent", kind: "no_reply" });
    expect(await of(answer, user(new Error("x")))).to.deep.equal({ party: "user", kind: "threw" });
    expect(await of(answer, user(refused))).to.deep.equal({ party: "user", kind: "provider" });
    const stoppingController = () => hurl(new Error("x"));
    expect(await of(answer, { stoppingController })).to.deep.equal({ party: "controller", kind: "threw" });
    const journal = () => hurl(new Error("disk"));
    expect(await of(answer, { journal })).to.deep.equal({ party: "harness", kind: "threw" });
    const abandonment = new Abandonment([AbortSignal.abort()]);
    expect(await of(answer, { abandonment })).to.deep.equal({ party: "caller", kind: "aborted" });
  });

  it("tells an agent behind HTTP that fails from a gateway that does, and from one that is not there", async () => {
    const answering = (answer: () => Response) =>
      httpAgent({ url: "http://127.0.0.1:1/", body: {}, fetch: async () => answer() });
    const of = async (answer: () => Response) => (await hold(answering(answer))).failure?.kind;
    expect(await of(() => new Response("x", { status: 500 }))).to.equal("no_reply");
    expect(await of(() => new Response("x", { status: 503 }))).to.equal("provider");
    const refused = new TypeError("fetch failed", { cause: coded("ECONNREFUSED") });
    expect(await of(() => hurl(refused))).to.equal("provider");
  });

  it("is a time-out of whom it waited for", async () => {
    const clock = virtualClock();
    const held = hold(never, { clock });
    for (let ticks = 0; ticks < 20; ticks += 1) await new Promise(setImmediate);
    await clock.advance(60_000);
    expect((await held).failure).to.deep.equal({ party: "agent", kind: "timeout" });
  });

  it("is kept by the journal", async () => {
    const journal = mkdtempSync(join(tmpdir(), "rehearsal-"));
    try {
      const asked = { conversationalGoldens: [golden()], journal };
      const fail = () => hurl(new Error("no such order"));
      const user = { name: "u", next: () => ({ say: "q" }) };
      await new ConversationSimulator({ agent: fail, user }).simulate(asked);
      const [again] = await new ConversationSimulator({ agent: () => "ok", user }).simulate(asked);
      expect(again?.failure).to.deep.equal({ party: "agent", kind: "threw" });
    } finally {
      rmSync(journal, { recursive: true, force: true });
    }
  });

  it("is absent where it did not break off", async () => {
    expect(await hold(answer)).to.not.have.property("failure");
  });
});

describe("one trial of a golden", () => {
  it("is held just as among all of them", async () => {
    const simulator = new ConversationSimulator({
      agent: ({ threadId }) => threadId,
      user: { name: "u", next: ({ random }) => ({ say: String(random()) }) },
      seed: 3,
    });
    const goldens = [golden({ trials: 3 }), golden({ id: "other", trials: 2 })];
    const steady = (testCases: readonly object[]) =>
      testCases.map(
        (testCase) =>
          JSON.parse(
            JSON.stringify(testCase, (key, value: unknown) => (/Ms$|^traces?(Id)?$/.test(key) ? 0 : value)),
          ) as unknown,
      );
    const all = steady(await simulator.simulate({ conversationalGoldens: goldens, maxUserSimulations: 2 }));
    const second = await simulator.simulate({ conversationalGoldens: goldens, maxUserSimulations: 2, trial: 2 });
    expect(steady(second)).to.deep.equal([all[1], all[4]]);
  });

  it("is a number from 1", async () => {
    const simulator = new ConversationSimulator({ agent: () => "a" });
    const thrown = await simulator
      .simulate({ conversationalGoldens: [golden()], trial: 0 })
      .catch((error: unknown) => error);
    expect(thrown)
      .to.be.instanceOf(RehearsalError)
      .and.have.property("message")
      .that.includes("trial must be a positive");
  });
});
