import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { fuzz } from "../../src/fuzz/fuzz.js";
import type { CassetteMode } from "../../src/models/cassette/mode.js";
import { withCassette } from "../../src/models/cassette/with-cassette.js";
import type { LanguageModel } from "../../src/models/language-model.js";
import type { AgentInput } from "../../src/simulator/agent.js";
import { observe } from "../../src/tracing/observe/observe.js";
import { golden } from "./shop.js";

/** An agent whose model never says the same twice, and sometimes nothing. */
function modelled() {
  let asked = 0;
  const model: LanguageModel = {
    id: "moody",
    generate: async () => {
      const text = (asked += 1) % 7 === 0 ? "" : `Reply ${String(asked)}.`;
      return { text, toolCalls: [], usage: { inputTokens: null, outputTokens: null } };
    },
  };
  const recorded = withCassette(model);
  const agent = observe({ type: "agent", name: "support" }, async ({ turns }: AgentInput) => {
    const messages = turns.map(({ content }) => ({ role: "user" as const, content }));
    return (await recorded.generate({ messages })).text;
  });
  return { agent, count: () => asked };
}

describe("a fuzz with cassettes", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "fuzz-"));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it("finds the same in a replay, shrinking included, and asks nobody", async () => {
    const run = async (mode: CassetteMode) => {
      const { agent, count } = modelled();
      const { violations, ...rest } = await fuzz({
        agent,
        golden,
        runs: 12,
        seed: "7",
        maxShrinkCalls: 30,
        cassettes: { directory, mode },
      });
      const found = violations.map(({ testCase: { turns }, ...each }) => ({
        invariant: each.invariant,
        script: each.script,
        said: turns.map(({ content }) => content),
      }));
      return { found, rest, asked: count() };
    };
    const recorded = await run("record");
    expect(recorded.found).to.not.deep.equal([]);
    expect(recorded.asked).to.be.above(12);
    expect(readdirSync(directory).length).to.be.above(12);
    expect(await run("replay")).to.deep.equal({ ...recorded, asked: 0 });
  });
});
