import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { evaluate } from "../../../src/evaluation/evaluate.js";
import type { ConversationalGoldenInput } from "../../../src/golden/conversational-golden.js";
import type { Agent } from "../../../src/simulator/agent.js";
import { settingsOf } from "../../../src/simulator/options.js";
import { simulate } from "../../../src/simulator/simulate.js";
import { ScriptedUser } from "../../../src/simulator/users/scripted-user.js";
import type { ConversationalTestCase } from "../../../src/test-case/conversational-test-case.js";
import { virtualClock } from "../../support/virtual-clock.js";

const KEY = "sk-proj-KEYabcdefghij1234567890KEY";
const OTHER = "ghp_KEY456789abcdefghijklmnopqrstuvwxyz0";
const NAME = "REHEARSAL_TEST_API_KEY";

describe("a key in a conversation that is kept", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "journal-"));
    process.env[NAME] = KEY;
  });
  afterEach(() => {
    Reflect.deleteProperty(process.env, NAME);
    rmSync(directory, { recursive: true, force: true });
  });

  const call = {
    name: "call_api",
    inputParameters: { headers: { authorization: `Bearer ${KEY}`, "x-token": OTHER } },
    output: `401 for ${KEY}`,
  };
  const agent: Agent = ({ input }) => {
    if (input === "two") throw new Error(`Incorrect API key provided: ${KEY} or ${OTHER}`);
    return { role: "assistant", content: `The keys are ${KEY} and ${OTHER}.`, toolsCalled: [call] };
  };
  const run = (golden: Partial<ConversationalGoldenInput> = {}, asked: Agent = agent, lines = ["one", "two"]) =>
    simulate(
      { conversationalGoldens: [{ id: "g", scenario: "A refund.", ...golden }], journal: join(directory, "journal") },
      settingsOf({ agent: asked, user: new ScriptedUser(lines), clock: virtualClock() }),
      { loadTracing: async () => undefined, env: {}, warn: () => undefined },
    );
  const notAsked: Agent = () => {
    throw new Error("was asked again");
  };
  const written = (folder: string): string =>
    readdirSync(join(directory, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
      .join("");
  const record = (cases: ConversationalTestCase[]) => evaluate(cases, { record: join(directory, "runs") });

  it("is in neither journal nor run record: not in what was said, called, answered or thrown", async () => {
    const cases = await run();
    expect(JSON.stringify(cases)).to.contain(KEY).and.contain(OTHER);
    await record(cases);
    for (const folder of ["journal", "runs"]) {
      expect(written(folder)).to.contain(`[redacted:${NAME}]`).and.contain("ghp_REDACTED");
      expect(written(folder)).to.not.match(/KEYabc|KEY456/);
    }
  });

  it("of the environment is given back", async () => {
    const safe: Agent = () => ({
      role: "assistant",
      content: `It is ${KEY}.`,
      toolsCalled: [{ ...call, inputParameters: { key: KEY } }],
    });
    const first = await run({}, safe);
    expect(await run({}, notAsked)).to.deep.equal(first);
    expect(first).to.have.lengthOf(1);
  });

  it("that must not be said is still said, whatever kind it is", async () => {
    for (const [at, secret] of [KEY, OTHER].entries()) {
      const golden = { id: `g${String(at)}`, mustNotCommunicate: [secret] };
      const verdicts = [];
      for (const asked of [agent, notAsked]) {
        const { results } = await record(await run(golden, asked, ["one"]));
        verdicts.push(results.map(({ verdict, reason }) => [verdict, reason]));
      }
      expect(verdicts[0]?.[0]?.[0]).to.equal("failed");
      expect(verdicts[1]).to.deep.equal(verdicts[0]);
    }
  });

  it("keeps its look, so that a rule for the look of keys finds it", async () => {
    await run({}, agent, ["one"]);
    const [again] = await run({}, notAsked, ["one"]);
    expect(again?.turns[1]?.content)
      .to.match(/\bghp_\w{36}\b/)
      .and.contain(KEY);
  });
});
