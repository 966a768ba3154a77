import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { Agent } from "../../../src/simulator/agent.js";
import { settingsOf } from "../../../src/simulator/options.js";
import { simulate } from "../../../src/simulator/simulate.js";
import { ScriptedUser } from "../../../src/simulator/users/scripted-user.js";
import { virtualClock } from "../../support/virtual-clock.js";

const conversationalGoldens = [
  { id: "a", scenario: "A refund." },
  { id: "b", scenario: "A refund." },
];
const answer: Agent = ({ input }) => `You said ${String(input)}.`;

describe("a journal that is taken up again", () => {
  let directory: string;
  let warnings: string[];
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "journal-"));
    warnings = [];
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const run = (agent: Agent = answer) =>
    simulate(
      { conversationalGoldens, journal: directory },
      settingsOf({ agent, user: new ScriptedUser(["one", "two"]), clock: virtualClock(), maxConcurrent: 1 }),
      { loadTracing: async () => undefined, env: {}, warn: (message) => warnings.push(message) },
    );
  const fileOf = (id: string): string =>
    join(directory, readdirSync(directory).find((name) => name.startsWith(id)) ?? "");
  const failing =
    (error: Error): Agent =>
    (input) => {
      if (input.input === "two" && input.golden.id === "a") throw error;
      return answer(input);
    };

  it("holds again what a service out of reach broke off, from there on, and nothing else", async () => {
    const whole = await run();
    rmSync(directory, { recursive: true });
    const [broken] = await run(failing(Object.assign(new Error("socket hang up"), { code: "ECONNRESET" })));
    expect(broken?.failure).to.deep.equal({ party: "agent", kind: "provider" });
    const asked: unknown[] = [];
    const again = await run((input) => {
      asked.push(`${input.golden.id}: ${String(input.input)}`);
      return answer(input);
    });
    expect(asked).to.deep.equal(["a: two"]);
    expect(again).to.deep.equal([{ ...whole[0], askedAgain: [4], resumedAt: [4] }, whole[1]]);
    expect(await run()).to.deep.equal(again);
  });

  it("keeps what the agent itself got wrong, and says that the agent was not asked", async () => {
    const first = await run(failing(new Error("no such order")));
    expect(warnings).to.deep.equal([]);
    expect(await run()).to.deep.equal(first);
    expect(warnings).to.have.lengthOf(1);
    expect(warnings[0]).to.contain(`2 of 2 conversations were finished in the journal ${directory}`);
    expect(warnings[0]).to.contain("the agent was not asked").and.contain("give another directory");
  });

  it("belongs to one process at a time, and to the next where that one was killed", async () => {
    const owner = join(directory, "journal.owner");
    writeFileSync(owner, String(process.ppid));
    const error: unknown = await run().catch((thrown: unknown) => thrown);
    expect(error)
      .to.have.property("message")
      .that.contains(`process ${String(process.ppid)} is holding`);
    expect(error).to.have.property("message").that.contains(owner);
    writeFileSync(owner, "2147483646");
    expect(await run()).to.have.lengthOf(2);
    expect(readdirSync(directory)).to.not.include("journal.owner");
  });

  it("cuts and writes into no file that is none", async () => {
    const whole = await run();
    const [a, b] = [fileOf("a"), fileOf("b")];
    const others = join(directory, "of-somebody-else");
    writeFileSync(others, "keep me");
    rmSync(a);
    symlinkSync(others, a);
    writeFileSync(b, "keep me too");
    for (const testCase of await run()) expect(testCase.error).to.match(/this is no journal|ELOOP/);
    expect(readFileSync(others, "utf8")).to.equal("keep me");
    expect(readFileSync(b, "utf8")).to.equal("keep me too");
    // What was torn within its first line is one of ours.
    writeFileSync(b, '{"jour');
    expect((await run())[1]).to.deep.equal(whole[1]);
    rmSync(others);
    writeFileSync(others, "");
    expect((await run())[0]?.error).to.contain("ELOOP");
    expect(readFileSync(others, "utf8")).to.equal("");
  });
});
