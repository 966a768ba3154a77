import { expect } from "chai";
import { estimateRun } from "../../../src/simulator/ceiling/estimate-run.js";
import { settingsOf } from "../../../src/simulator/options.js";
import { userOf } from "../../../src/simulator/script/script-user.js";
import { ScriptedScenario } from "../../../src/simulator/steps/scripted-scenario.js";
import { steps } from "../../../src/simulator/steps/steps.js";
import { ConversationSimulator } from "../../../src/simulator/simulator.js";
import type { User } from "../../../src/simulator/user.js";
import { ScriptedUser } from "../../../src/simulator/users/scripted-user.js";
import { golden, only } from "../support.js";

const said = Array.from({ length: 12 }, (_, at) => `line ${String(at + 1)}`);
const scripts: Readonly<Record<string, User>> = {
  "a list of lines": new ScriptedUser(said),
  "a script of a golden": userOf({ turns: said.map((say) => ({ say })) }),
  "a scenario": new ScriptedScenario(said.map((line) => steps.user(line))),
  "a scenario with turns of others": new ScriptedScenario([steps.user("line 1"), steps.proceed(11)], {
    user: { name: "u", next: ({ userTurns }) => ({ say: `line ${String(userTurns + 1)}` }) },
  }),
};
const agent = ({ input }: { readonly input: string | null }): string => `To ${String(input)}`;

for (const [name, script] of Object.entries(scripts))
  describe(`a script that is longer than the usual cap, as ${name}`, () => {
    for (const [how, user] of Object.entries({ "by itself": script, "by a function": () => script }))
      it(`is said to its end where no cap was asked for, ${how}`, async () => {
        const simulator = new ConversationSimulator({ agent, user }, { env: {} });
        const [testCase] = await simulator.simulate({ conversationalGoldens: [golden()] });
        const { turns = [], endReason } = testCase ?? {};
        expect(turns.filter(({ role }) => role === "user").map(({ content }) => content)).to.deep.equal(said);
        expect(endReason?.reason).to.match(/the script ended/i);
      });

    it("is cut by a cap that was asked for, which tells what was not said", async () => {
      const { endReason } = await only(new ConversationSimulator({ agent, user: script }, { env: {} }), { max: 11 });
      // What a cap leaves of others' turns is passed over, so that what comes after is asserted.
      if (name.endsWith("of others")) return expect(endReason?.by).to.equal("script");
      return expect(endReason).to.deep.equal({
        by: "cap",
        reason: "The cap of 11 user turns was reached (maxUserSimulations), and 1 turn of the script was not said.",
      });
    });

    it("is estimated by its length", () => {
      const run = { goldens: [golden()], maxUserSimulations: 10, capsScripts: false, prices: {} };
      const { userTurns } = estimateRun(run, settingsOf({ agent, user: script }), () => undefined, {});
      expect(userTurns.high).to.equal(12);
    });
  });
