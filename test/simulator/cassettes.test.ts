import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { ConversationalGoldenInput } from "../../src/golden/conversational-golden.js";
import { withCassette } from "../../src/models/cassette/with-cassette.js";
import type { LanguageModel } from "../../src/models/language-model.js";
import type { Agent } from "../../src/simulator/agent.js";
import { settingsOf } from "../../src/simulator/options.js";
import { simulate } from "../../src/simulator/simulate.js";
import type { SimulateOptions } from "../../src/simulator/simulate-options.js";
import { virtualClock } from "../support/virtual-clock.js";

const goldens: ConversationalGoldenInput[] = [
  { id: "a", scenario: "A refund.", trials: 2 },
  { id: "a", scenario: "A second one of that name." },
  { id: "b", scenario: "A question." },
];

/** A model that never says the same twice, and the tool of an agent that does not either. */
function parts() {
  let [asked, looked] = [0, 0];
  const model: LanguageModel = {
    id: "improviser",
    ready: async () => {
      if (asked === -1) throw new Error("no key");
    },
    generate: async ({ messages }) => {
      const done = messages.length > 4;
      const say = `line ${String(++asked)}`;
      const answer = { say, done, reason: "enough" };
      return { text: JSON.stringify(answer), json: answer, toolCalls: [], usage: { inputTokens: 5, outputTokens: 2 } };
    },
  };
  const look = withCassette(async (what: string | null) => `${String(what)} is ${String(++looked)}`, { name: "look" });
  const agent: Agent = async ({ input }) => `I looked: ${await look(input)}`;
  return { model, agent, counts: () => [asked, looked], offline: () => (asked = -1) };
}

describe("cassettes of a simulation", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "cassettes-"));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const run = (
    { model, agent }: Pick<ReturnType<typeof parts>, "model" | "agent">,
    mode: "record" | "replay" | "auto",
    warnings: string[] = [],
    given: SimulateOptions["conversationalGoldens"] = goldens,
  ) =>
    simulate(
      { conversationalGoldens: given, cassettes: { directory, mode } },
      settingsOf({ agent, model, clock: virtualClock() }),
      { loadTracing: async () => undefined, env: {}, warn: (message) => warnings.push(message) },
    );

  it("repeat a run word for word, and ask nobody", async () => {
    const first = parts();
    const recorded = await run(first, "record");
    expect(recorded.map(({ error }) => error)).to.deep.equal([undefined, undefined, undefined, undefined]);
    expect(readdirSync(directory).sort()).to.deep.equal(["a-2.json", "a.json", "b.json"]);
    const second = parts();
    second.offline();
    const warnings: string[] = [];
    expect(await run(second, "replay", warnings)).to.deep.equal(recorded);
    expect(second.counts()).to.deep.equal([-1, 0]);
    expect(warnings).to.deep.equal([]);
  });

  it("break off the one conversation that asks for what is not there, and say so first", async () => {
    await run(parts(), "record");
    const changed = goldens.map((golden) => (golden.id === "b" ? { ...golden, scenario: "A complaint." } : golden));
    const cases = await run(parts(), "replay", [], changed);
    expect(cases.slice(0, 3).map(({ error }) => error)).to.deep.equal([undefined, undefined, undefined]);
    expect(cases[3]?.error)
      .to.match(/^Golden "b", turn 1: .*b\.json/s)
      .and.to.contain("A complaint.");
  });

  it("tell of recordings that no conversation asked for", async () => {
    await run(parts(), "record");
    const warnings: string[] = [];
    const silent: Agent = () => "I looked nowhere.";
    await run({ ...parts(), agent: silent }, "replay", warnings);
    expect(warnings.join()).to.match(/Recordings that this run did not ask for, by file: .*a\.json \(\d+\)/);
  });

  it("record only the rest in the mode auto", async () => {
    const [first] = goldens;
    const begun = await run(parts(), "auto", [], first === undefined ? [] : [first]);
    const all = await run(parts(), "auto");
    expect(all.slice(0, 2)).to.deep.equal(begun);
  });
});
