import { readdirSync } from "node:fs";
import { expect } from "chai";
import { settingsOf } from "../../../src/simulator/options.js";
import { simulate } from "../../../src/simulator/simulate.js";
import { ScriptedUser } from "../../../src/simulator/users/scripted-user.js";
import type { CassetteMode } from "../../../src/models/cassette/mode.js";
import { withCassette } from "../../../src/models/cassette/with-cassette.js";
import { temporary } from "./support.js";

const goldens = ["a", "b"].map((id) => ({ id, scenario: "A refund.", trials: 2 }));

/** Every answer of the service is another. */
function service() {
  let calls = 0;
  const ask = withCassette(
    async (_: string) => {
      await new Promise(setImmediate);
      return (calls += 1);
    },
    { name: "service" },
  );
  return { ask, calls: () => calls };
}

async function run(cassettes: string | { directory: string; mode: CassetteMode }, { ask } = service()) {
  const cases = await simulate(
    { conversationalGoldens: goldens, cassettes },
    settingsOf({
      agent: async ({ input }) => JSON.stringify(await Promise.all([ask("x"), ask(input ?? ""), ask("x")])),
      user: new ScriptedUser(["one", "two"]),
    }),
    { loadTracing: async () => undefined, env: {}, warn: () => undefined },
  );
  return cases.map(({ error, turns }) => error ?? turns.map(({ content }) => content));
}

describe("two runs at once on one directory of cassettes", () => {
  for (const mode of ["auto", "record"] as const)
    it(`do not mix what they record: ${mode}`, async () => {
      using at = temporary();
      const cassettes = { directory: at.directory, mode };
      const both = await Promise.all([run(cassettes), run(cassettes)]);
      const kept = both.flat().filter((each) => typeof each !== "string");
      const refused = both.flat().filter((each) => typeof each === "string");
      expect(kept).to.have.lengthOf(4);
      for (const error of refused)
        expect(error).to.match(/another run of this process is recording cassette .* Let one run follow the other/);
      const replayed = await run({ directory: at.directory, mode: "replay" });
      expect(replayed).to.have.deep.members(kept);
      expect(readdirSync(at.directory).sort()).to.deep.equal(["a.json", "b.json"]);
    });

  it("may replay, and record one after the other", async () => {
    using at = temporary();
    const first = await run({ directory: at.directory, mode: "record" });
    for (const mode of ["auto", "replay"] as const) {
      const cassettes = { directory: at.directory, mode };
      expect(await Promise.all([run(cassettes), run(cassettes)])).to.deep.equal([first, first]);
    }
    const again = await run({ directory: at.directory, mode: "record" });
    expect(again.every((each) => typeof each !== "string")).to.equal(true);
  });
});

describe("cassettes that are given as a text", () => {
  it("are in the directory of that name", async () => {
    using at = temporary();
    const asked = service();
    const first = await run(at.directory, asked);
    const calls = asked.calls();
    expect(await run(at.directory, asked)).to.deep.equal(first);
    expect(asked.calls()).to.equal(calls);
  });
});
