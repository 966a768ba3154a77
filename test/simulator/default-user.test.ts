import { expect } from "chai";
import type { LanguageModel } from "../../src/models/language-model.js";
import { OpenAIModel } from "../../src/models/openai-model.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { AgendaUser } from "../../src/simulator/users/agenda-user.js";
import { LanguageModelUser } from "../../src/simulator/users/language-model-user.js";

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

  const models: Record<string, readonly [model: LanguageModel, said: string]> = {
    "whose package is absent": [new OpenAIModel({ apiKey: "sk-1" }, { env: {}, loadOpenAI: absent }), "npm install"],
    "without a key": [new OpenAIModel({}, { env: {} }), "OPENAI_API_KEY"],
    "of another make, that says so": [
      {
        id: "mine",
        ready: async () => Promise.reject(new Error("no weights here")),
        generate: () => new Promise(() => undefined),
      },
      "no weights here",
    ],
  };
  for (const [what, [model, said]] of Object.entries(models)) {
    for (const [how, options] of [
      ["given as model", { model }],
      ["given in a user", { user: new LanguageModelUser({ model }) }],
    ] as const) {
      it(`is found once, ${how}: one ${what}`, async () => {
        const simulator = new ConversationSimulator({ agent, ...options }, { loadTracing });
        const error: unknown = await simulator.simulate({ conversationalGoldens }).then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        expect(error).to.have.property("message").that.includes(said).and.includes(model.id);
        expect(calls).to.equal(0);
      });
    }
  }

  it("is asked once whether it is ready, however many conversations it plays in", async () => {
    let readied = 0;
    const model: LanguageModel = {
      id: "mine",
      ready: async () => void (readied += 1),
      generate: async () => ({ text: "Bye.", toolCalls: [], usage: { inputTokens: null, outputTokens: null } }),
    };
    const simulator = new ConversationSimulator({ agent, model }, { loadTracing });
    expect(await simulator.simulate({ conversationalGoldens, maxUserSimulations: 1 })).to.have.length(2);
    expect(readied).to.equal(1);
  });
});
