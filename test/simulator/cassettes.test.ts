import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { ConversationalGoldenInput } from "../../src/golden/conversational-golden.js";
import { withCassette } from "../../src/models/cassette/with-cassette.js";
import type { LanguageModel } from "../../src/models/language-model.js";
import type { Agent } from "../../src/simulator/agent.js";
import { settingsOf } from "../../src/simulator/options.js";
import { simulate } from "../../src/simulator/simulate.js";
import type { User } from "../../src/simulator/user.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import type { SimulateOptions } from "../../src/simulator/simulate-options.js";
import { LanguageModelUser } from "../../src/simulator/users/language-model-user.js";
import { rejectionOf } from "../support/rejection.js";
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
    { model, agent, user }: Pick<ReturnType<typeof parts>, "model" | "agent"> & { readonly user?: User },
    mode: "record" | "replay" | "auto",
    warnings: string[] = [],
    given: SimulateOptions["conversationalGoldens"] = goldens,
    trial?: number,
  ) =>
    simulate(
      { conversationalGoldens: given, cassettes: { directory, mode }, ...(trial !== undefined && { trial }) },
      settingsOf({ agent, ...(user === undefined ? { model } : { user }), clock: virtualClock() }),
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
    const user = new ScriptedUser(["Hi.", "Bye."]);
    await run({ ...parts(), user }, "record");
    const warnings: string[] = [];
    const silent: Agent = () => "I looked nowhere.";
    await run({ ...parts(), user, agent: silent }, "replay", warnings);
    expect(warnings.join()).to.match(/Recordings that this run did not ask for, by file: .*a\.json \(\d+\)/);
  });

  it("tell nothing of recordings that conversations which broke off did not come to", async () => {
    await run(parts(), "record");
    const warnings: string[] = [];
    const cases = await run({ ...parts(), agent: () => "I looked nowhere." }, "replay", warnings);
    expect(cases.every(({ error }) => error?.includes("holds no such request") === true)).to.equal(true);
    expect(warnings).to.deep.equal([]);
  });

  it("replay a failure that was recorded, and tell beside the results where it stands and what to do", async () => {
    const down: Agent = async () => lost();
    const lost = withCassette(
      async (): Promise<string> => {
        throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
      },
      { name: "lookup" },
    );
    const user = new ScriptedUser(["Hi."]);
    const only = goldens.slice(2);
    const warnings: string[] = [];
    await run({ ...parts(), user, agent: down }, "record", [], only);
    await run({ ...parts(), user, agent: down }, "replay", warnings, only);
    expect(warnings).to.have.lengthOf(1);
    expect(warnings[0])
      .to.match(/^Golden "b", turn 2: The agent .*connect ECONNREFUSED/)
      .and.match(/recorded, and nobody was asked again: recording 1 of .*b\.json\./)
      .and.include('mode "auto"');
  });

  it("tell of trials that are no longer held, once, but not of those that this run left out", async () => {
    const [first] = goldens;
    const of = (trials: number) => [{ id: "a", scenario: "", ...first, trials }];
    await run(parts(), "record", [], of(4));
    const count = async (trials: number, trial?: number) => {
      const warnings: string[] = [];
      await run(parts(), "replay", warnings, of(trials), trial);
      return warnings.map((warning) => /a\.json \((\d+)\)/.exec(warning)?.[1]);
    };
    expect(await count(4)).to.deep.equal([]);
    expect(await count(4, 2)).to.deep.equal([]);
    const [perTrial] = await count(3);
    expect(Number(perTrial)).to.be.above(0);
    expect(await count(2)).to.deep.equal([String(2 * Number(perTrial))]);
    expect(await count(2, 2)).to.deep.equal([String(2 * Number(perTrial))]);
  });

  it("need no model that is ready, whoever was given it", async () => {
    const { agent } = parts();
    const replayed = (mode: "record" | "replay", user: LanguageModelUser) =>
      simulate(
        { conversationalGoldens: goldens, cassettes: { directory, mode } },
        settingsOf({ agent, user, clock: virtualClock() }),
        { loadTracing: async () => undefined, env: {} },
      );
    const recorded = await replayed("record", new LanguageModelUser({ model: parts().model }));
    const user = new LanguageModelUser({ model: { ...parts().model, ready: async () => expect.fail("no key") } });
    expect(await replayed("replay", user)).to.deep.equal(recorded);
    expect(await rejectionOf(replayed("record", user)))
      .to.have.property("message")
      .that.includes("no key");
  });

  it("record only the rest in the mode auto", async () => {
    const [first] = goldens;
    const begun = await run(parts(), "auto", [], first === undefined ? [] : [first]);
    const all = await run(parts(), "auto");
    expect(all.slice(0, 2)).to.deep.equal(begun);
  });

  const unreadable: Record<string, [content: string | undefined, said: string]> = {
    "is empty": ["", "the file is empty"],
    "is cut off": ['{\n  "cassette": 1,\n  "recor', "line 3: the file breaks off there"],
    "is of a later version": ['{"cassette":99,"recordings":[]}', "line 1: it is a cassette of format 99"],
    "has a broken recording": ['{"cassette":1,"recordings":[{"target":"x"}]}', "line 1"],
    "is a directory": [undefined, "it is a directory"],
  };
  for (const [what, [content, said]] of Object.entries(unreadable))
    for (const mode of ["replay", "auto"] as const)
      it(`cost the one conversation whose file ${what}, and no other (${mode})`, async () => {
        const first = parts();
        const recorded = await run(first, "record");
        rmSync(join(directory, "b.json"));
        if (content === undefined) mkdirSync(join(directory, "b.json"));
        else writeFileSync(join(directory, "b.json"), content);
        const cases = await run(parts(), mode);
        expect(cases.slice(0, 3)).to.deep.equal(recorded.slice(0, 3));
        expect(cases[3]?.error).to.contain("b.json").and.to.contain(said);
        expect(cases[3]?.failure).to.deep.equal({ party: "harness", kind: "setup" });
        expect(cases[3]?.turns).to.deep.equal([]);
      });

  it("tell what a golden states from what is nobody's business", async () => {
    const login = withCassette(async (asked: object) => asked, { name: "login" });
    const agent: Agent = async () => JSON.stringify(await login({ pin: "4711-0815", token: "S3cret-0815" }));
    const given = [{ id: "a", scenario: "A question.", facts: { pin: "4711-0815" } }];
    const { model } = parts();
    await run({ model, agent }, "record", [], given);
    const [replayed] = await run({ model, agent }, "replay", [], given);
    expect(replayed?.turns.at(-1)?.content).to.contain("4711-0815").and.not.to.contain("S3cret");
  });
});
