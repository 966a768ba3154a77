import { expect } from "chai";
import { RehearsalError } from "../../src/errors.js";
import type { LanguageModel, ModelResponse } from "../../src/models/language-model.js";
import { limitModel } from "../../src/models/limit-model.js";
import { ScriptedModel } from "../../src/models/scripted-model.js";
import { virtualClock } from "../support/virtual-clock.js";
import { ask, errorOf } from "./support.js";

const answered: ModelResponse = { text: "ok", toolCalls: [], usage: { inputTokens: 40, outputTokens: 10 } };

/** A model whose answers are given by hand. */
function heldModel() {
  const waiting: { answer: () => void; fail: (error: unknown) => void }[] = [];
  const asked: string[] = [];
  const model: LanguageModel = {
    id: "held",
    generate: ({ messages }) => {
      asked.push(messages[0]?.content ?? "");
      return new Promise((resolve, reject) => waiting.push({ answer: () => resolve(answered), fail: reject }));
    },
  };
  return { model, asked, waiting };
}
const turns = () => new Promise(setImmediate);

describe("limitModel", () => {
  it("changes neither name nor answer nor request", async () => {
    const scripted = new ScriptedModel(["Hello."]);
    const model = limitModel(scripted, { maxConcurrent: 1 });
    expect(model.id).to.equal("scripted");
    expect(model).to.not.have.property("ready");
    expect((await model.generate(ask())).text).to.equal("Hello.");
    expect(scripted.requests).to.deep.equal([ask()]);
  });

  it("hands on whether the model can be asked at all", async () => {
    const { model } = heldModel();
    const ready = async () => Promise.reject(new Error("no key"));
    expect(
      await limitModel({ ...model, ready }, {})
        .ready?.()
        .catch((error: Error) => error.message),
    ).to.equal("no key");
  });

  it("asks no more at once than it may, first come, first served", async () => {
    const { model, asked, waiting } = heldModel();
    const limited = limitModel(model, { maxConcurrent: 2 }, { clock: virtualClock() });
    const all = ["a", "b", "c", "d"].map((name) => limited.generate(ask(name)));
    await turns();
    expect(asked).to.deep.equal(["a", "b"]);
    waiting[1]?.answer();
    waiting[0]?.answer();
    await turns();
    expect(asked).to.deep.equal(["a", "b", "c", "d"]);
    for (const { answer } of waiting) answer();
    expect(await Promise.all(all)).to.have.lengthOf(4);
  });

  it("spreads requests and tokens over the minutes", async () => {
    const clock = virtualClock();
    const byRequests = limitModel(new ScriptedModel(() => "ok"), { requestsPerMinute: 2 }, { clock });
    const third = [byRequests.generate(ask()), byRequests.generate(ask()), byRequests.generate(ask())][2];
    await turns();
    expect(clock.pending).to.deep.equal([60_000]);
    await clock.advance(60_000);
    expect((await third)?.text).to.equal("ok");

    const byTokens = limitModel(new ScriptedModel(() => answered), { tokensPerMinute: 60 }, { clock });
    await byTokens.generate(ask());
    const second = byTokens.generate({ ...ask(), maxTokens: 20 });
    await turns();
    expect(clock.pending).to.deep.equal([60_000]);
    await clock.advance(60_000);
    expect((await second).text).to.equal("ok");
  });

  it("stops for all where the provider limits the rate of one, whoever threw that", async () => {
    const headers = { "retry-after": "7" };
    const thrown = Object.assign(new Error("429 busy"), { status: 429, headers });
    for (const error of [thrown, new RehearsalError("model_failed", "m answered HTTP 429", { cause: thrown })]) {
      const clock = virtualClock();
      const { model, asked, waiting } = heldModel();
      const limited = limitModel(model, { maxConcurrent: 4 }, { clock });
      const first = errorFrom(limited.generate(ask("a")));
      await turns();
      waiting[0]?.fail(error);
      expect(await first).to.equal(error);
      const second = limited.generate(ask("b"));
      await clock.advance(6_999);
      expect(asked).to.deep.equal(["a"]);
      await clock.advance(1);
      expect(asked).to.deep.equal(["a", "b"]);
      waiting[1]?.answer();
      await second;
    }
  });

  it("does not stop where the provider limits the rate and does not say for how long", async () => {
    const { model, asked, waiting } = heldModel();
    const limited = limitModel(model, { maxConcurrent: 4 }, { clock: virtualClock() });
    const first = errorFrom(limited.generate(ask("a")));
    await turns();
    waiting[0]?.fail(Object.assign(new Error("429 busy"), { status: 429 }));
    expect(await first).to.have.property("message", "429 busy");
    const second = limited.generate(ask("b"));
    await turns();
    expect(asked).to.deep.equal(["a", "b"]);
    waiting[1]?.answer();
    await second;
  });

  it("rejects at once where the caller gives up, in line or under way, and goes on with the next", async () => {
    const { model, asked, waiting } = heldModel();
    const limited = limitModel(model, { maxConcurrent: 1 }, { clock: virtualClock() });
    const callers = [new AbortController(), new AbortController()];
    const [first, second] = callers.map(({ signal }, at) => errorOf(limited.generate({ ...ask(String(at)), signal })));
    const third = limited.generate(ask("third"));
    await turns();
    callers[1]?.abort(new Error("enough"));
    expect(await second).to.include({ code: "aborted", message: "The call of held was aborted: enough" });
    callers[0]?.abort(new Error("enough too"));
    expect(await first).to.have.property("code", "aborted");
    await turns();
    expect(asked, "the model still works, deaf to the signal").to.deep.equal(["0"]);
    waiting[0]?.answer();
    await turns();
    expect(asked).to.deep.equal(["0", "third"]);
    waiting[1]?.answer();
    expect((await third).text).to.equal("ok");
    const gone = errorOf(limited.generate({ ...ask("gone"), signal: AbortSignal.abort("before") }));
    expect(await gone).to.have.property("code", "aborted");
    expect(asked).to.have.lengthOf(2);
  });

  it("refuses limits that can't be meant", () => {
    const { model } = heldModel();
    for (const [limits, said] of [
      [{ maxConcurrent: 0 }, /limitModel: the limits is|limitModel.*maxConcurrent/],
      [{ maxConcurent: 1 }, /maxConcurent.*did you mean "maxConcurrent"/],
      [{ requestsPerMinute: -1 }, /requestsPerMinute/],
    ] as const) {
      expect(() => limitModel(model, limits as object)).to.throw(RehearsalError, said);
    }
  });
});

const errorFrom = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
