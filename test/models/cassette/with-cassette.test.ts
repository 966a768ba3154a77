import { expect } from "chai";
import { RehearsalError } from "../../../src/errors.js";
import { withCassette } from "../../../src/models/cassette/with-cassette.js";
import type { DecisionModel } from "../../../src/models/decision-model.js";
import type { LanguageModel } from "../../../src/models/language-model.js";
import { ScriptedModel } from "../../../src/models/scripted-model.js";
import { rejectionOf } from "../../support/rejection.js";
import { ask } from "../support.js";
import { cassetteAt, temporary, unreachable } from "./support.js";

const silent: LanguageModel = { id: "scripted", generate: unreachable };

describe("withCassette", () => {
  it("replays the answers of a language model, and never asks it", async () => {
    using at = temporary();
    const recorded = withCassette(new ScriptedModel(["one", { json: { done: true } }]), {
      cassette: cassetteAt(at.path, "record"),
    });
    const first = [await recorded.generate(ask("a")), await recorded.generate(ask("b"))];
    const replayed = withCassette(silent, { cassette: cassetteAt(at.path, "replay") });
    expect([await replayed.generate(ask("a")), await replayed.generate(ask("b"))]).to.deep.equal(first);
    expect(replayed.id).to.equal("scripted");
  });

  it("replays a decision model", async () => {
    using at = temporary();
    const model: DecisionModel = {
      id: "decider",
      decide: async ({ questions }) => questions.map(({ id }) => ({ id, probabilities: { yes: 0.9, no: 0.1 } })),
    };
    const request = { state: { turn: 1 }, questions: [{ id: "q", question: "Over?", options: [{ name: "yes" }] }] };
    const first = await withCassette(model, { cassette: cassetteAt(at.path, "record") }).decide(request);
    const silentDecider = { id: "decider", decide: unreachable };
    const replayed = withCassette(silentDecider, { cassette: cassetteAt(at.path, "replay") });
    expect(await replayed.decide(request)).to.deep.equal(first);
  });

  it("gives equal requests their answers in order, also when they are asked at once", async () => {
    using at = temporary();
    const recorded = withCassette(new ScriptedModel((_, index) => `answer ${String(index + 1)}`), {
      cassette: cassetteAt(at.path, "record"),
    });
    const texts = async (model: LanguageModel) =>
      (await Promise.all([1, 2, 3].map(() => model.generate(ask())))).map(({ text }) => text);
    expect(await texts(recorded)).to.deep.equal(["answer 1", "answer 2", "answer 3"]);
    const replayed = withCassette(silent, { cassette: cassetteAt(at.path, "replay") });
    expect(await texts(replayed)).to.deep.equal(["answer 1", "answer 2", "answer 3"]);
  });

  it("prefers, of requests that differ in their ids alone, the recording of the very same", async () => {
    using at = temporary();
    const ids = ["call_1a", "call_2b", "call_3c"];
    const model = async function model(message: { role: string; content: string }) {
      return `of ${message.content}`;
    };
    const told = (content: string) => ({ role: "user", content });
    const recorded = withCassette(model, { cassette: cassetteAt(at.path, "record") });
    for (const id of ids) await recorded(told(id));
    const replayed = withCassette(model, { cassette: cassetteAt(at.path, "replay") });
    const again: string[] = [];
    for (const id of ["call_3c", "call_9x", "call_2b"]) again.push(await replayed(told(id)));
    expect(again).to.deep.equal(["of call_3c", "of call_1a", "of call_2b"]);
  });

  it("keeps requests in the order in which they were asked, whichever is answered first", async () => {
    using at = temporary();
    const open = new Map<string, () => void>();
    const slow = async function lookup(id: string) {
      await new Promise<void>((resolve) => open.set(id, resolve));
      return id;
    };
    const recorded = withCassette(slow, { cassette: cassetteAt(at.path, "record") });
    const all = [recorded("a"), recorded("b"), recorded("c")];
    for (const id of ["c", "a", "b"]) {
      open.get(id)?.();
      await all[["a", "b", "c"].indexOf(id)];
    }
    expect(at.json().recordings.map(({ request }) => request)).to.deep.equal([["a"], ["b"], ["c"]]);
  });

  it("replays in auto what is there, and records the rest", async () => {
    using at = temporary();
    await withCassette(new ScriptedModel(["old"]), { cassette: cassetteAt(at.path, "auto") }).generate(ask("a"));
    const cassette = cassetteAt(at.path, "auto");
    const model = withCassette(new ScriptedModel(["new"]), { cassette });
    expect((await model.generate(ask("a"))).text).to.equal("old");
    expect((await model.generate(ask("b"))).text).to.equal("new");
    expect(at.json().recordings).to.have.length(2);
    expect(cassette.unused()).to.deep.equal([]);
  });

  it("only hands on in the mode off, and without any cassette", async () => {
    using at = temporary();
    const off = withCassette(new ScriptedModel(["live"]), { cassette: cassetteAt(at.path, "off") });
    expect((await off.generate(ask())).text).to.equal("live");
    expect((await withCassette(new ScriptedModel(["live"])).generate(ask())).text).to.equal("live");
    expect(() => at.text()).to.throw("ENOENT");
  });

  it("replays what a tool gave, `this` and dates included", async () => {
    using at = temporary();
    async function lookup(this: { at: Date }, id: string) {
      return { id, at: this.at, tags: new Set(["x"]) };
    }
    const desk = {
      at: new Date(5),
      find: withCassette(lookup, { cassette: cassetteAt(at.path, "record"), name: "find" }),
    };
    const first = await desk.find("a");
    const find = withCassette(unreachable as (id: string) => Promise<unknown>, {
      cassette: cassetteAt(at.path, "replay"),
      name: "find",
    });
    expect(await find("a")).to.deep.equal(first);
  });

  it("replays what was thrown: name, message, code, fields and cause", async () => {
    using at = temporary();
    const thrown = Object.assign(
      new TypeError("fetch failed", { cause: Object.assign(new Error("no"), { code: "E" }) }),
      {
        status: 429,
      },
    );
    const errors = [
      thrown,
      new RehearsalError("model_failed", "m answered HTTP 500"),
      new DOMException("too late", "TimeoutError"),
      Object.assign(new Error("odd"), { name: "ToolError", code: "E_ODD" }),
      { plain: true },
    ];
    let next = 0;
    const failing = async (_: number): Promise<void> => {
      throw errors[next++] as Error;
    };
    const recorded = withCassette(failing, { cassette: cassetteAt(at.path, "record"), name: "failing" });
    for (let i = 0; i < errors.length; i += 1) expect(await rejectionOf(recorded(i))).to.equal(errors[i]);
    const replayed = withCassette(unreachable as typeof failing, {
      cassette: cassetteAt(at.path, "replay"),
      name: "failing",
    });
    const again: unknown[] = [];
    for (let i = 0; i < errors.length; i += 1) again.push(await rejectionOf(replayed(i)));
    expect(again[0]).to.be.instanceOf(TypeError).and.include({ message: "fetch failed", status: 429 });
    expect((again[0] as Error).cause).to.include({ message: "no", code: "E" });
    expect(again[1])
      .to.be.instanceOf(RehearsalError)
      .and.include({ code: "model_failed", message: "m answered HTTP 500" });
    expect(again[2]).to.be.instanceOf(DOMException).and.include({ name: "TimeoutError" });
    expect(again[3]).to.be.instanceOf(Error).and.include({ name: "ToolError", code: "E_ODD", message: "odd" });
    expect(again[4]).to.deep.equal({ plain: true });
  });

  it("keeps no answer of a call that the caller gave up, and replays none to a signal that has fired", async () => {
    using at = temporary();
    const controller = new AbortController();
    const model: LanguageModel = {
      id: "m",
      generate: async ({ signal }) => {
        controller.abort(new Error("enough"));
        throw signal?.reason;
      },
    };
    const cassette = cassetteAt(at.path, "record");
    const recorded = withCassette(model, { cassette });
    await rejectionOf(recorded.generate({ ...ask(), signal: controller.signal }));
    expect(() => at.text()).to.throw("ENOENT");
    const tooLate = await rejectionOf(recorded.generate({ ...ask(), signal: controller.signal }));
    expect(tooLate).to.include({ code: "aborted" });
  });

  it("uses the cassette of the conversation that is going on", async () => {
    using at = temporary();
    const model = withCassette(new ScriptedModel((_, index) => `live ${String(index)}`));
    const cassette = cassetteAt(at.path, "auto");
    expect((await cassette.run(() => model.generate(ask()))).text).to.equal("live 0");
    expect((await model.generate(ask())).text).to.equal("live 1");
    expect((await cassetteAt(at.path, "replay").run(() => model.generate(ask()))).text).to.equal("live 0");
  });

  it("records a call as a whole: what it asks for in turn needs no recording", async () => {
    using at = temporary();
    const model = withCassette(new ScriptedModel(["inner"]));
    const tool = withCassette(async function summarize(text: string) {
      return (await model.generate(ask(text))).text;
    });
    expect(await cassetteAt(at.path, "record").run(() => tool("x"))).to.equal("inner");
    expect(at.json().recordings.map(({ target }) => target)).to.deep.equal(["summarize"]);
  });

  it("takes for the request what `identify` gives", async () => {
    using at = temporary();
    let asked = 0;
    const find = async (_client: object, id: string) => `${id} ${String((asked += 1))}`;
    const options = { name: "find", identify: (_: object, id: string) => id };
    const recorded = withCassette(find, { ...options, cassette: cassetteAt(at.path, "record") });
    expect(await recorded({ connection: 1 }, "a")).to.equal("a 1");
    const replayed = withCassette(find, { ...options, cassette: cassetteAt(at.path, "replay") });
    expect(await replayed({ connection: 2 }, "a")).to.equal("a 1");
  });

  it("refuses an answer that could not be made again, and says where it is", async () => {
    using at = temporary();
    const options = { cassette: cassetteAt(at.path, "record"), name: "open" };
    const error = await rejectionOf(withCassette(async () => ({ db: { close: () => undefined } }), options)());
    expect(error).to.include({ code: "invalid_input" });
    expect(String(error)).to.contain("what open gave").and.contain("a function at db.close");
  });

  it("needs no model that is ready where it replays", async () => {
    using at = temporary();
    const model: LanguageModel = { ...silent, ready: unreachable };
    for (const mode of ["replay", "auto"] as const)
      await withCassette(model, { cassette: cassetteAt(at.path, mode) }).ready?.();
    for (const mode of ["record", "off"] as const)
      await rejectionOf(withCassette(model, { cassette: cassetteAt(at.path, mode) }).ready?.() ?? Promise.resolve());
    expect(withCassette(silent)).not.to.have.property("ready");
  });

  it("refuses what it can't wrap, and options that can't be meant", () => {
    using at = temporary();
    const cassette = cassetteAt(at.path, "off");
    expect(() => withCassette(silent, { pth: "x" } as object)).to.throw('unknown option "pth" (did you mean "path"?)');
    expect(() => withCassette(silent, { mode: "record" })).to.throw("mode needs a path");
    expect(() => withCassette(silent, { cassette, path: at.path })).to.throw("not both");
    expect(() => withCassette({} as LanguageModel)).to.throw("it wraps a LanguageModel");
    expect(() => withCassette(async () => 1)).to.throw("the function has no name");
    expect(() => withCassette(silent, { path: at.path, mode: "once" as "record" })).to.throw(
      "must be one of record, replay",
    );
  });

  it("takes its mode from the environment where none is given", () => {
    using at = temporary();
    const modeIn = (env: Record<string, string>) => cassetteAt(at.path, undefined as never, {}, { env }).mode;
    expect(modeIn({})).to.equal("auto");
    expect(modeIn({ REHEARSAL_CASSETTE: "replay" })).to.equal("replay");
    expect(() => modeIn({ REHEARSAL_CASSETTE: "reply" })).to.throw("REHEARSAL_CASSETTE");
  });
});
