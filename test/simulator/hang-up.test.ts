import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { Agent } from "../../src/simulator/agent.js";
import { begin } from "../../src/simulator/loop.js";
import { settingsOf } from "../../src/simulator/options.js";
import { simulate } from "../../src/simulator/simulate.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import { virtualClock } from "../support/virtual-clock.js";
import { golden, hold, hurl, lines, told } from "./support.js";

const byAgent = { by: "agent", reason: "handed over to a colleague" };
const { reason: end } = byAgent;

describe("an agent that hangs up", () => {
  const ways: readonly [name: string, agent: Agent, said: readonly string[]][] = [
    ["without a word", () => ({ end }), []],
    ["with last words", () => ({ content: "Goodbye.", end }), ["assistant: Goodbye."]],
    [
      "with a turn",
      () => ({ role: "assistant", content: "Bye.", toolsCalled: ["hand_over"], end }),
      ["assistant: Bye."],
    ],
    ["after several messages", () => ["One.", { content: "Two.", end }], ["assistant: One.", "assistant: Two."]],
    [
      "at the end of a stream",
      async function* () {
        yield "Good";
        yield "bye.";
        yield { end };
      },
      ["assistant: Goodbye."],
    ],
    [
      "in a stream of nothing else",
      async function* () {
        yield { end };
      },
      [],
    ],
  ];
  for (const [name, agent, said] of ways) {
    it(`${name} ends the conversation, for its reason and without an error`, async () => {
      const testCase = await hold(agent);
      expect(testCase.endReason).to.deep.equal(byAgent);
      expect(testCase.error).to.equal(undefined);
      expect(lines(testCase)).to.deep.equal(["user: one", ...said]);
    });
  }

  it("keeps what the turn states", async () => {
    const testCase = await hold(() => ({ role: "assistant", content: "Bye.", toolsCalled: ["hand_over"], end }));
    expect(testCase.turns[1])
      .to.deep.include({ toolsCalled: [{ name: "hand_over" }] })
      .and.not.have.property("end");
  });

  it("may do so before the user has spoken", async () => {
    const testCase = await hold(() => ({ content: "We are closed.", end: "closed" }), {
      golden: golden({ persona: { characteristics: "Shy.", speaksFirst: false } }),
    });
    expect(told(testCase)).to.equal("agent | closed | no error");
    expect(lines(testCase)).to.deep.equal(["assistant: We are closed."]);
  });

  it("does not take the end from a user who had decided to go before", async () => {
    const user = { name: "leaver", next: () => ({ say: "Bye.", thenEnd: "all is done" }) };
    expect(told(await hold(() => ({ content: "Bye.", end }), { user }))).to.equal("user | all is done | no error");
  });

  it("and whose process was killed at that moment is not asked again", () => {
    const turns = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Bye." },
    ] as const;
    const limits = { maxUserSimulations: 9, turnTimeoutMs: Infinity, conversationTimeoutMs: Infinity };
    const opening = { turns: [], agentSpeaksFirst: false, controlled: false, limits };
    const { actions } = begin({ ...opening, past: { turns, lastWords: null, hungUp: "closed" } }, virtualClock().now());
    expect(actions).to.deep.equal([{ type: "end", ending: { by: "agent", reason: "closed", broke: false } }]);
  });

  it("is on record as having done so, however early its process was killed", async () => {
    const directory = mkdtempSync(join(tmpdir(), "hang-up-"));
    const run = (agent: Agent) =>
      simulate(
        { conversationalGoldens: [{ id: "refund", scenario: "A refund." }], journal: directory },
        settingsOf({ agent, user: new ScriptedUser(["one", "two"]), clock: virtualClock() }),
        { loadTracing: async () => undefined, env: {} },
      );
    try {
      const whole = await run(() => ({ content: "Bye.", end }));
      const file = join(directory, readdirSync(directory)[0] ?? "");
      const [head = "", user = "", asking = "", reply = ""] = readFileSync(file, "utf8").split("\n");
      writeFileSync(file, [head, user, asking, reply, ""].join("\n"));
      const resumed = await run(() => hurl(new Error("was asked again")));
      expect(resumed).to.deep.equal(whole);
      expect(resumed[0]?.endReason).to.deep.equal(byAgent);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });

  const refused: readonly [name: string, agent: Agent, said: RegExp][] = [
    [
      "goes on in its list",
      () => [{ end }, "more"],
      /answered more after it had hung up at \[1\] of its list\. Allowed/,
    ],
    [
      "goes on in its stream",
      async function* () {
        yield { end };
        yield "more";
      },
      /more after it had hung up as piece 2 of its stream/,
    ],
    ["gives no reason", () => ({ end: " " }), /an end that says no reason \(" "\)\. Allowed are .*hang up with/],
    ["gives a reason that is no text", () => ({ end: true }) as never, /an end that says no reason \(true\)/],
    ["says no text", () => ({ content: 1, end }) as never, /a turn that is none\. The turn is invalid: content/],
    ["speaks as the user", () => ({ role: "user", content: "a", end }) as never, /a turn of role "user"/],
  ];
  for (const [name, agent, said] of refused) {
    it(`is told where it ${name}`, async () => {
      const testCase = await hold(agent);
      expect(testCase.error).to.match(said).and.contain('Golden "refund", turn 2');
      expect(testCase.endReason?.by).to.equal("error");
    });
  }
});
