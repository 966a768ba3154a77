import { expect } from "chai";
import { RehearsalError } from "../../src/errors.js";
import type { Agent } from "../../src/simulator/agent.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import type { SimulateOptions } from "../../src/simulator/simulate-options.js";
import { AgendaUser } from "../../src/simulator/users/agenda-user.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";

const scenario = "A customer wants a refund.";
const user = new ScriptedUser(["one"]);
const untraced = { loadTracing: async () => undefined, env: {} };

const refused = (agent: Agent, options: unknown): Promise<string> =>
  new ConversationSimulator({ agent, user }, untraced).simulate(options as SimulateOptions).then(String, String);

describe("what is refused, by name and value", () => {
  const agent: Agent = () => "ok";
  const wrong: [options: unknown, said: string][] = [
    [{}, "needs agent, a function that answers the user; it got undefined"],
    [{ agent: "http://x" }, 'it got "http://x"'],
    [{ agent, modelCallback: agent }, "two names for one option"],
    [{ agent, maxConcurrent: 0 }, "maxConcurrent must be a positive integer; got 0"],
    [{ agent, maxConcurrent: 1.5 }, "got 1.5"],
    [{ agent, turnTimeoutMs: -1 }, "turnTimeoutMs must be a positive number of milliseconds; got -1"],
    [{ agent, conversationTimeoutMs: NaN }, "conversationTimeoutMs must be a positive number of milliseconds; got NaN"],
    [{ agent, user: "Kim" }, 'user must be a User (an object with next) or a function of a golden; got "Kim"'],
    [{ agent, user: AgendaUser }, "got the class AgendaUser itself: write new AgendaUser(…)"],
    [{ agent, user: ScriptedUser }, "got the class ScriptedUser itself"],
    [null, "it takes an object of options; got null"],
    [[agent], "it takes an object of options; got a list"],
    [{ agent, stoppingController: true }, "stoppingController must be a function; got true"],
    [{ agent, seed: NaN }, "seed is NaN"],
    [
      { agent, model: "gpt-4.1" },
      'model must be a LanguageModel (an object with generate), as new OpenAIModel(…) is; got "gpt-4.1"',
    ],
    [{ agent, decisionModel: {} }, "decisionModel must be a DecisionModel (an object with decide)"],
    [{ agent, clock: { now: () => 0 } }, "clock must be a Clock (an object with now and setTimeout)"],
    [{ agent, retrieverTools: "search" }, 'retrieverTools must be a list of names of tools; got "search"'],
    [{ agent, retrieverTools: [1] }, "retrieverTools must be a list of names of tools"],
    [{ agent, maxConcurent: 2 }, 'unknown option "maxConcurent" (did you mean "maxConcurrent"?)'],
    [{ agent, maxUserSimulations: 2 }, "maxUserSimulations belongs to a run: simulate({ maxUserSimulations: … })"],
  ];
  for (const [options, said] of wrong) {
    it(said, () => {
      expect(() => new ConversationSimulator(options as never)).to.throw(said);
    });
  }

  for (const value of [0, -1, NaN, 2.5, null, "3", Infinity]) {
    it(`maxUserSimulations of ${String(value)}`, async () => {
      expect(await refused(agent, { conversationalGoldens: [{ scenario }], maxUserSimulations: value })).to.contain(
        `maxUserSimulations must be a positive integer; got ${typeof value === "string" ? `"${value}"` : String(value)}`,
      );
    });
  }

  for (const signal of [{}, null, 5, "stop", new AbortController(), { aborted: false }])
    it(`a signal that is none: ${typeof signal === "object" ? JSON.stringify(signal) : String(signal)}`, async () => {
      const said = /signal must be an AbortSignal, such as controller\.signal; got .*; leave it out for none\.$/;
      expect(await refused(agent, { conversationalGoldens: [{ scenario }], signal })).to.match(said);
      expect(() => new ConversationSimulator({ agent, signal } as never)).to.throw(RehearsalError, said);
    });

  for (const [given, shown] of [
    [undefined, "undefined"],
    [[{ scenario }], "a list"],
    ["goldens.yaml", '"goldens.yaml"'],
  ] as const)
    it(`what is no object of options: ${shown}`, async () => {
      const told = `simulate takes an object of options: simulate({ conversationalGoldens: [golden] }); got ${shown}.`;
      expect(await refused(agent, given)).to.contain(told);
      const simulator = new ConversationSimulator({ agent, user }, untraced);
      expect(await simulator.estimate(given as never).then(String, String)).to.contain(told);
      expect(
        await simulator
          .stream(given as never)
          .next()
          .then(String, String),
      ).to.contain(told);
    });

  it("a hook or an indicator that is none", async () => {
    const of = (options: object) => refused(agent, { conversationalGoldens: [{ scenario }], ...options });
    expect(await of({ onSimulationComplete: {} })).to.contain(
      "onSimulationComplete must be a function; got a value of",
    );
    expect(await of({ showIndicator: "no" })).to.contain('showIndicator must be true or false; got "no"');
  });

  it("an option of simulate that does not exist", async () => {
    expect(await refused(agent, { conversationalGoldens: [{ scenario }], maxTurns: 3 })).to.contain(
      'unknown option "maxTurns" (did you mean "maxTokens"?); known options: conversationalGoldens, trial, maxUserSimulations',
    );
    expect(await refused(agent, { conversationalGoldens: [{ scenario }], trials: 3 })).to.contain(
      "said by each golden",
    );
  });

  it("goldens that are none, before any conversation begins", async () => {
    let called = 0;
    const refuse = (conversationalGoldens: unknown) => refused(() => (called++, "ok"), { conversationalGoldens });
    expect(await refuse(undefined)).to.contain("conversationalGoldens must be a list of goldens");
    expect(await refuse([{ scenario }, { scenario: " " }]))
      .to.contain("golden 2 is invalid")
      .and.contain("scenario");
    expect(await refuse([{ id: "q", input: "What?" }])).to.contain('golden 1 ("q") is a single question');
    expect(called).to.equal(0);
  });

  it("accepts modelCallback as another name of agent", async () => {
    const made = new ConversationSimulator({ modelCallback: () => "ok", user }, untraced);
    expect(await made.simulate({ conversationalGoldens: [{ scenario }] })).to.have.length(1);
  });
});
