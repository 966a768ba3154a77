import { expect } from "chai";
import type { ConversationalGoldenInput } from "../../src/golden/conversational-golden.js";
import type { LanguageModel } from "../../src/models/language-model.js";
import type { Agent } from "../../src/simulator/agent.js";
import { systemClock } from "../../src/simulator/clock.js";
import { settingsOf, type ConversationSimulatorOptions } from "../../src/simulator/options.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { simulate, type SimulatorInternals } from "../../src/simulator/simulate.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import { ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";
import { parse } from "../../src/test-case/schema.js";
import { conversationalTestCaseSchema } from "../../src/test-case/conversational-test-case.js";
import { virtualClock } from "../support/virtual-clock.js";
import { hurl, lines, never } from "./support.js";

const scenario = "A customer wants a refund.";
const user = new ScriptedUser(["one", "two"]);
const untraced: SimulatorInternals = { loadTracing: async () => undefined, env: {} };
const goldens = (count: number): ConversationalGoldenInput[] =>
  Array.from({ length: count }, (_, n) => ({ id: `g${String(n)}`, scenario }));

const simulator = (agent: Agent, options: ConversationSimulatorOptions = {}, internals: SimulatorInternals = {}) =>
  new ConversationSimulator({ agent, user, clock: virtualClock(), ...options }, { ...untraced, ...internals });

describe("ConversationSimulator", () => {
  it("returns a test case for each golden and trial, in the order of the goldens", async () => {
    const clock = virtualClock();
    let started = 0;
    const wait: Agent = () => new Promise((done) => void clock.setTimeout(() => done("ok"), 1000 - 100 * started++));
    const held = simulator(wait, { clock }).simulate({
      conversationalGoldens: [
        { id: "a", scenario, trials: 2 },
        { id: "b", scenario },
      ],
    });
    await clock.whenPending(1);
    await clock.runAll();
    const testCases = await held;
    expect(testCases.map(({ goldenId, trial }) => [goldenId, trial])).to.deep.equal([
      ["a", 1],
      ["a", 2],
      ["b", 1],
    ]);
    expect(new Set(testCases.map(({ threadId }) => threadId)).size).to.equal(3);
  });

  it("returns what it made as valid test cases, which are not parsed a second time", async () => {
    const golden = { id: "a", scenario, name: "Refund", persona: "Terse.", expectedTools: ["refund"] };
    const settings = settingsOf({ agent: () => "ok", user, clock: virtualClock() });
    const [testCase] = await simulate({ conversationalGoldens: [golden] }, settings, untraced);
    expect(parse(conversationalTestCaseSchema, testCase, "it")).to.equal(testCase);
    expect({ ...new ConversationalTestCase(JSON.parse(JSON.stringify(testCase)) as never) }).to.deep.equal(testCase);
    expect(testCase).to.include({ name: "Refund", goldenId: "a", seed: "0", trial: 1 });
    expect(testCase).to.be.frozen;
  });

  it("holds at most maxConcurrent conversations at a time, and that many", async () => {
    let [now, most] = [0, 0];
    const agent: Agent = async () => {
      most = Math.max(most, ++now);
      await new Promise(setImmediate);
      now--;
      return "ok";
    };
    await simulator(agent, { maxConcurrent: 3 }).simulate({ conversationalGoldens: goldens(10) });
    expect(most).to.equal(3);
  });

  it("keeps 100 conversations at once apart", async () => {
    const agent: Agent = async ({ threadId, input, golden }) => {
      await new Promise(setImmediate);
      return `${golden.id} ${threadId} ${String(input)}`;
    };
    const testCases = await simulator(agent, { maxConcurrent: 100 }).simulate({ conversationalGoldens: goldens(100) });
    for (const testCase of testCases) {
      const about = `${String(testCase.goldenId)} ${String(testCase.threadId)}`;
      expect(lines(testCase)).to.deep.equal([
        "user: one",
        `assistant: ${about} one`,
        "user: two",
        `assistant: ${about} two`,
      ]);
    }
  });

  it("gives two goldens of one id threads of their own, and keeps that of the first", async () => {
    const twins = await simulator(() => "ok").simulate({ conversationalGoldens: [{ scenario }, { scenario }] });
    const [alone] = await simulator(() => "ok").simulate({ conversationalGoldens: [{ scenario }] });
    expect(twins[0]?.goldenId).to.equal(twins[1]?.goldenId);
    expect(twins[0]?.threadId).to.equal(alone?.threadId).and.not.equal(twins[1]?.threadId);
  });

  it("gives the same bytes for one seed, alone and 50 at a time", async () => {
    const held = async (maxConcurrent: number, seed?: string): Promise<string> => {
      const clock = virtualClock(maxConcurrent / 3);
      const agent: Agent = ({ threadId, turns }) =>
        new Promise((done, fail) => {
          const ms = (parseInt(threadId.slice(0, 4), 16) % 90_000) / 7 + turns.length;
          clock.setTimeout(() => (ms > 12_000 ? fail(new Error("slow")) : done(`after ${String(ms)}`)), ms);
        });
      const babbler = new ScriptedUser(({ userTurns, random }) => (userTurns < 4 ? `say ${String(random())}` : null));
      const result = simulator(agent, {
        clock,
        maxConcurrent,
        user: babbler,
        ...(seed === undefined ? {} : { seed }),
      }).simulate({
        conversationalGoldens: goldens(60).map((one) => ({ ...one, trials: 2 })),
      });
      // p-limit is loaded on the first call, which takes real time.
      await clock.whenPending(1);
      await clock.runAll();
      return JSON.stringify(await result);
    };
    const alone = await held(1);
    expect(await held(50)).to.equal(alone);
    expect(await held(50, "other")).to.not.equal(alone);
  });

  it("loses no conversation to another's failure", async () => {
    const agent: Agent = ({ golden }) => {
      if (golden.id === "g1") hurl(undefined);
      return golden.id === "g2" ? Promise.reject(new Error("boom")) : "ok";
    };
    const testCases = await simulator(agent).simulate({ conversationalGoldens: goldens(4) });
    expect(testCases.map(({ endReason }) => endReason?.by)).to.deep.equal(["user", "error", "error", "user"]);
    expect(testCases[2]?.error).to.contain("boom");
  });

  it("ends what runs and returns what has not begun when the caller gives up", async () => {
    const caller = new AbortController();
    const agent: Agent = ({ golden }) => (golden.id === "g2" ? (caller.abort(), never()) : "ok");
    const testCases = await simulator(agent, { maxConcurrent: 1 }).simulate({
      conversationalGoldens: goldens(5),
      signal: caller.signal,
    });
    expect(testCases.map(({ endReason }) => endReason?.by)).to.deep.equal(["user", "user", "abort", "abort", "abort"]);
    expect(testCases[2]?.turns).to.have.length(1);
    expect(testCases[4]?.error).to.contain("before this conversation began");
  });

  it("hears the caller even where neither user nor agent ever waits", async () => {
    const caller = new AbortController();
    setImmediate(() => setImmediate(() => caller.abort()));
    const testCases = await simulator(() => "ok", { maxConcurrent: 1, clock: systemClock }).simulate({
      conversationalGoldens: goldens(1000),
      signal: caller.signal,
    });
    expect(testCases.at(-1)?.endReason?.by).to.equal("abort");
  });

  it("listens once to the caller's signal, and not any more when it is done", async () => {
    const { signal } = new AbortController();
    let [added, removed] = [0, 0];
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => (added++, add(...args));
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (removed++, remove(...args));
    await simulator(() => "ok", { signal, maxConcurrent: 20 }).simulate({ conversationalGoldens: goldens(20) });
    expect([added, removed]).to.deep.equal([1, 1]);
  });
});

describe("onSimulationComplete", () => {
  it("gets each test case with its place in the result, and is waited for", async () => {
    const seen: [string | undefined, number][] = [];
    const testCases = await simulator(() => "ok", { maxConcurrent: 2 }).simulate({
      conversationalGoldens: goldens(3),
      onSimulationComplete: async ({ goldenId }, index) => {
        await new Promise(setImmediate);
        seen.push([goldenId, index]);
      },
    });
    expect(seen).to.have.deep.members(testCases.map(({ goldenId }, index) => [goldenId, index]));
  });

  it("that throws or rejects loses nothing, and is told once", async () => {
    const warnings: string[] = [];
    const testCases = await simulator(() => "ok", {}, { warn: (message) => warnings.push(message) }).simulate({
      conversationalGoldens: goldens(3),
      onSimulationComplete: (_, index) => {
        if (index === 0) throw new Error("disk full");
        return index === 1 ? Promise.reject(new Error("later")) : undefined;
      },
    });
    expect(testCases).to.have.length(3);
    expect(warnings).to.deep.equal([
      'onSimulationComplete failed 2 of 3 times; no result is lost. First: golden "g0", trial 1: disk full',
    ]);
  });

  it("that never settles is given up at the deadline of a turn", async () => {
    const clock = virtualClock();
    const warnings: string[] = [];
    const held = simulator(() => "ok", { clock }, { warn: (message) => warnings.push(message) }).simulate({
      conversationalGoldens: goldens(1),
      onSimulationComplete: () => never(),
    });
    await clock.whenPending(1);
    await clock.runAll();
    expect(await held).to.have.length(1);
    expect(warnings[0]).to.contain("did not settle within 60000 ms");
  });
});

describe("who the user is", () => {
  const model: LanguageModel = {
    id: "fake",
    generate: async () => ({
      text: "",
      json: { say: "from the model", done: true, reason: "enough" },
      toolCalls: [],
      usage: { inputTokens: null, outputTokens: null },
    }),
  };
  const first = async (options: ConversationSimulatorOptions, golden: Partial<ConversationalGoldenInput> = {}) => {
    const made = new ConversationSimulator({ agent: () => "Goodbye.", ...options }, untraced);
    const [testCase] = await made.simulate({ conversationalGoldens: [{ scenario, ...golden }] });
    return testCase?.turns[0]?.content ?? testCase?.error;
  };

  it("is the given one, or one for each golden", async () => {
    expect(await first({ user })).to.equal("one");
    const byGolden = (one: { id: string }) => new ScriptedUser([`I am ${one.id}`]);
    expect(await first({ user: byGolden }, { id: "kim" })).to.equal("I am kim");
  });

  it("is played by the model where one is given", async () => {
    expect(await first({ model })).to.equal("from the model");
  });

  it("goes by rules where there is no model", async () => {
    expect(await first({}, { opening: "Hi, my headphones broke." })).to.equal("Hi, my headphones broke.");
  });

  it("that a function does not give is an error of that conversation", async () => {
    expect(await first({ user: () => undefined as never })).to.contain("returned undefined, which is no User");
  });
});
