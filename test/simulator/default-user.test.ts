import { expect } from "chai";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { AgendaUser } from "../../src/simulator/users/agenda-user.js";

describe("a model of the environment that can't be asked", () => {
  const conversationalGoldens = [{ scenario: "A guest books." }, { scenario: "A guest leaves." }];
  let calls = 0;
  const agent = () => {
    calls += 1;
    return "Goodbye.";
  };
  beforeEach(() => (calls = 0));
  const absent = async () => {
    throw Object.assign(new Error("Cannot find package 'openai'"), { code: "ERR_MODULE_NOT_FOUND" });
  };
  const loadTracing = async () => undefined;

  for (const [what, env, code] of [
    ["whose package is not installed", { OPENAI_API_KEY: "sk-1" }, "missing_package"],
    ["which is half configured", { REHEARSAL_MODEL: "m" }, "missing_setting"],
    ["whose address is none", { REHEARSAL_BASE_URL: "nowhere" }, "invalid_input"],
  ] as const) {
    it(`${what} is found once, before any conversation`, async () => {
      const simulator = new ConversationSimulator({ agent }, { loadTracing, env, loadOpenAI: absent });
      const error: unknown = await simulator.simulate({ conversationalGoldens }).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).to.have.property("code", code);
      expect(error).to.have.property("message").that.includes("user: new AgendaUser()");
      expect(calls).to.equal(0);
    });
  }

  it("is not asked for where a user is given", async () => {
    const internals = { loadTracing, env: { OPENAI_API_KEY: "sk-1" }, loadOpenAI: absent };
    const simulator = new ConversationSimulator({ agent, user: new AgendaUser() }, internals);
    expect(await simulator.simulate({ conversationalGoldens })).to.have.length(2);
    expect(calls).to.be.above(0);
  });
});
