import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import OpenAI from "openai";
import type { CassetteMode } from "../../src/models/cassette/mode.js";
import { withCassette } from "../../src/models/cassette/with-cassette.js";
import type { LanguageModel } from "../../src/models/language-model.js";
import type { Agent } from "../../src/simulator/agent.js";
import { settingsOf, type ConversationSimulatorOptions } from "../../src/simulator/options.js";
import { simulate } from "../../src/simulator/simulate.js";
import { LanguageModelUser } from "../../src/simulator/users/language-model-user.js";
import { virtualClock } from "../support/virtual-clock.js";

const usage = { inputTokens: 1, outputTokens: 1 };
const goldens = [{ id: "a", scenario: "A refund." }];

/** Resolves when a call was begun that does not end by itself. */
let hung = deferred();

function deferred() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

function hanging<T>(signal?: AbortSignal): Promise<T> {
  setImmediate(hung.resolve);
  return new Promise<T>((_, reject) => signal?.addEventListener("abort", () => reject(new Error("cut"))));
}

/** Answers twice and never a third time, with regard to the signal or without. */
function slow(heedsSignal: boolean): LanguageModel {
  let asked = 0;
  return {
    id: "slow",
    generate: async ({ signal }) => {
      asked += 1;
      const json = { say: `line ${String(asked)}`, done: false, reason: "" };
      if (asked < 3) return { text: JSON.stringify(json), json, toolCalls: [], usage };
      return hanging(heedsSignal ? signal : undefined);
    },
  };
}

describe("what was cut off while it was recorded", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "late-"));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  async function run(mode: CassetteMode, options: Partial<ConversationSimulatorOptions>, clock = virtualClock()) {
    hung = deferred();
    const done = simulate(
      { conversationalGoldens: goldens, cassettes: { directory, mode }, maxUserSimulations: 4 },
      settingsOf({ agent: () => "Yes.", clock, ...options }),
      { loadTracing: async () => undefined, env: {}, warn: () => undefined },
    );
    // Time goes by only where somebody waits for it.
    void hung.promise.then(() => clock.runAll());
    return { cases: await done, clock };
  }

  const texts = () => readFileSync(join(directory, "a.json"), "utf8");

  for (const heedsSignal of [true, false]) {
    const how = heedsSignal ? "heeds its signal" : "pays no heed to its signal";
    it(`is late again at once: a model that ${how}`, async () => {
      const recorded = await run("record", { user: new LanguageModelUser({ model: slow(heedsSignal) }) });
      expect(recorded.cases[0]?.endReason?.by).to.equal("deadline");
      expect(texts()).to.include('"unanswered": "late"');
      const replayed = await run("replay", { user: new LanguageModelUser({ model: slow(true) }) });
      expect(replayed.cases).to.deep.equal(recorded.cases);
      expect(replayed.clock.now()).to.equal(0);
    });
  }

  /** One deadline, met at once in the replay. */
  async function expectLateTwice(agent: () => Agent): Promise<void> {
    const user = { name: "user", next: () => ({ say: "Hi." }) };
    const recorded = await run("record", { agent: agent(), user });
    expect(recorded.cases[0]?.endReason?.by).to.equal("deadline");
    const replayed = await run("replay", { agent: agent(), user });
    expect(replayed.cases).to.deep.equal(recorded.cases);
    expect(replayed.clock.now()).to.equal(0);
  }

  it("is late again in an agent that would have had an answer to everything", async () => {
    const agent = (): Agent => {
      const look = withCassette(async (_what: string | null, _signal: AbortSignal) => hanging<string>(), {
        name: "look",
      });
      return async ({ input, signal }) => look(input, signal).catch(() => "I am sorry, that took too long.");
    };
    await expectLateTwice(agent);
  });

  it("is late again below a client that has a signal of its own", async () => {
    const agent = (): Agent => {
      const client = new OpenAI({
        apiKey: "none",
        baseURL: "http://127.0.0.1:1/v1",
        fetch: withCassette(((_url, init) => hanging(init?.signal ?? undefined)) as typeof fetch, { name: "fetch" }),
      });
      return async ({ signal }) => {
        const messages = [{ role: "user" as const, content: "Hi" }];
        const { choices } = await client.chat.completions.create({ model: "m", messages }, { signal });
        return choices[0]?.message.content ?? "";
      };
    };
    await expectLateTwice(agent);
  });

  it("loses the race that it lost", async () => {
    const agent = (): Agent => {
      const fetchOf = (name: string, work: (signal: AbortSignal) => Promise<string>) =>
        withCassette(async (signal: AbortSignal) => work(signal), { name, identify: () => name });
      const fast = fetchOf("fast", async () => "fast");
      const lame = fetchOf(
        "lame",
        (signal) => new Promise((_, reject) => (signal.onabort = () => reject(new Error("cut")))),
      );
      return async () => {
        const controller = new AbortController();
        const first = await Promise.race([lame(controller.signal), fast(controller.signal)]);
        controller.abort();
        await new Promise(setImmediate);
        return first;
      };
    };
    let moves = 0;
    const user = { name: "user", next: () => ((moves += 1) % 2 === 1 ? { say: "Hi." } : { end: "enough" }) };
    const recorded = await run("record", { agent: agent(), user });
    expect(recorded.cases[0]?.turns[1]?.content).to.equal("fast");
    expect(texts()).to.include('"unanswered": "aborted"');
    expect((await run("replay", { agent: agent(), user })).cases).to.deep.equal(recorded.cases);
  });

  it("keeps nothing of a run that was given up, and is asked again in the mode auto", async () => {
    const controller = new AbortController();
    const given = new LanguageModelUser({
      model: {
        id: "slow",
        generate: async ({ signal }) => {
          const stopped = hanging<never>(signal);
          controller.abort(new Error("enough"));
          return stopped;
        },
      },
    });
    await run("record", { user: given, signal: controller.signal });
    expect(texts).to.throw("ENOENT");
    await run("record", { user: new LanguageModelUser({ model: slow(true) }) });
    const answered: LanguageModel = {
      id: "slow",
      generate: async () => {
        const json = { say: "", done: true, reason: "enough" };
        return { text: JSON.stringify(json), json, toolCalls: [], usage };
      },
    };
    const again = await run("auto", { user: new LanguageModelUser({ model: answered }) });
    expect(again.cases[0]?.turns.map(({ content }) => content)).to.deep.equal(["line 1", "Yes.", "line 2", "Yes."]);
    expect(again.cases[0]?.endReason).to.deep.equal({ by: "user", reason: "enough" });
    expect(texts()).to.not.include("unanswered");
  });
});
