import { expect } from "chai";
import { evaluate } from "../../src/evaluation/evaluate.js";
import { failureMessage } from "../../src/evaluation/failure-message.js";
import { renderTerminal } from "../../src/report/index.js";
import type { Agent } from "../../src/simulator/agent.js";
import type { ConversationSimulatorOptions as SimulatorOptions } from "../../src/simulator/options.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import type { StoppingInput } from "../../src/simulator/stopping.js";
import type { User } from "../../src/simulator/user.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import type { ToolCall } from "../../src/test-case/tool-call.js";
import { virtualClock } from "../support/virtual-clock.js";
import { only, type OneOptions } from "../simulator/support.js";

const reply = (content: string, ...toolsCalled: ToolCall[]) => ({ role: "assistant" as const, content, toolsCalled });
const refund = (id: string): ToolCall => ({ name: "refund_order", inputParameters: { id } });
const asks = ["Gladly. What is your order number?", "Thanks. Shall I refund $59.90?"];

/** Asks for one thing after the other, and then does it; what it calls too early is wrong. */
const clerk =
  (...early: ToolCall[]): Agent =>
  ({ turns }) => {
    const question = asks[turns.filter(({ role }) => role === "user").length - 1];
    return question === undefined ? reply("It is refunded.", refund("A-1042")) : reply(question, ...early);
  };

const lines = ["I want my money back.", "It's A-1042.", "Yes."];
const talker: User = {
  name: "u",
  vouchesFor: "everything",
  next: ({ userTurns: at }) => ({ say: lines[at] ?? "Well?" }),
};

async function resultOf(
  agent: Agent,
  { user = talker, ...options }: Partial<SimulatorOptions> = {},
  one: OneOptions = {},
) {
  const simulator = new ConversationSimulator({ agent, user, ...options }, { env: {} });
  const testCase = await only(simulator, { ...one, golden: { expectedTools: [refund("A-1042")], ...one.golden } });
  const [result] = (await evaluate([testCase], { record: false })).results;
  if (result === undefined) throw new Error("no result");
  return result;
}

describe("blame for what a setting of the test cut off", () => {
  const clock = virtualClock();
  const stoppingController = ({ turns }: StoppingInput) => (turns.length > 3 ? { end: "long enough" } : undefined);
  const slow: Agent = async (input) => {
    await clock.advance(60);
    return clerk()(input);
  };
  const cuts: readonly (readonly [string, string, Agent, Partial<SimulatorOptions>, OneOptions])[] = [
    ["the cap", "The cap of 2 user turns (maxUserSimulations) ended the conversation", clerk(), {}, { max: 2 }],
    [
      "a budget",
      "The budget of the conversation ended it (120 ms",
      slow,
      { clock, conversationBudget: { maxDurationMs: 100 } },
      {},
    ],
    [
      "a controller",
      "The stopping controller ended the conversation (long enough)",
      clerk(),
      { stoppingController },
      {},
    ],
    [
      "a script",
      "The lines of the scripted user ended the conversation",
      clerk(),
      { user: new ScriptedUser(lines.slice(0, 2)) },
      {},
    ],
  ];
  for (const [name, said, agent, options, one] of cuts) {
    it(`is the test's where ${name} ended it while the agent waited for an answer`, async () => {
      const { verdict, blame } = await resultOf(agent, options, one);
      expect(verdict).to.equal("failed");
      expect(blame?.reason).to.include(said);
      expect(blame?.reason).to.include(
        'before what expectedTools expects could come: the agent had 2 turns, and had just asked "Shall I refund $59.90?".',
      );
      expect(blame?.party).to.equal("test");
    });
  }

  it("is the test's of what was not told or not reached by then, too", async () => {
    const golden = { expectedTools: undefined, mustCommunicate: ["RF-7"] };
    expect((await resultOf(clerk(), {}, { max: 2, golden })).blame?.party).to.equal("test");
  });

  it("is the agent's for what it did, and says that the cap ended it all the same", async () => {
    const did = (golden: object, ...early: ToolCall[]) => resultOf(clerk(...early), {}, { max: 2, golden });
    const forbidden = await did({ expectedTools: undefined, forbiddenTools: ["refund_order"] }, refund("A-1042"));
    expect(forbidden.blame?.party).to.equal("agent");
    const wrong = (await did({}, refund("B-7"))).blame;
    expect(wrong?.party).to.equal("agent");
    expect(wrong?.reason).to.include("the cap of 2 user turns").and.include("the agent had 2 turns");
    const said = await did({ mustCommunicate: ["RF-7"], mustNotCommunicate: ["$59.90"] });
    expect(said.blame?.party).to.equal("agent");
  });

  it("is the agent's where it had its chance: it asked for nothing, went in circles, or had ten turns", async () => {
    const done = () => reply("It is refunded. Is there anything else I can do for you?");
    expect((await resultOf(done, {}, { max: 1 })).blame).to.deep.equal({
      party: "agent",
      reason:
        "expectedTools did not hold: the cap of 1 user turn (maxUserSimulations) ended the conversation, but the agent had 1 turn and asked the user for nothing in its last one.",
    });
    const circles = await resultOf(() => reply("What is your order number?"), {}, { max: 4 });
    expect(circles.blame?.reason).to.include('went in circles: it said "What is your order number?" 4 times');
    expect(circles.blame?.party).to.equal("agent");
    const dithering = await resultOf(({ turns }) => reply(`And which colour is item ${String(turns.length)}?`));
    expect(dithering.blame?.party).to.equal("agent");
    expect(failureMessage(dithering)).to.include("the cap of 10 user turns").and.not.include("no fault of");
  });

  it("is the agent's where nothing cut it off: the user left by itself", async () => {
    const next: User["next"] = ({ userTurns }) => (userTurns < 2 ? { say: "Hi" } : { end: "I have to go" });
    const { blame } = await resultOf(clerk(), { user: { name: "u", vouchesFor: "everything", next } });
    expect(blame?.party).to.equal("agent");
  });
});

describe("a pass of a conversation that a setting of the test cut off", () => {
  const shown = async (options: Partial<SimulatorOptions>, one: OneOptions): Promise<string> => {
    const simulator = new ConversationSimulator({ agent: clerk(), user: talker, ...options }, { env: {} });
    const run = await evaluate([await only(simulator, one)], { record: false });
    expect(run.passed).to.equal(true);
    return renderTerminal(run).replace(/\s+/g, " ");
  };
  const note = 'when the agent had just asked "What is your order number?": what it does with an answer was not tried.';
  const never = { forbiddenTools: ["delete_account"] };

  it("tells so where only what must not happen is stated", async () => {
    expect(await shown({}, { max: 1, golden: never })).to.include(
      `· The cap of 1 user turn (maxUserSimulations) ended the conversation ${note}`,
    );
    const user = new ScriptedUser(["I want my money back."]);
    expect(await shown({ user }, { golden: never })).to.include(
      `· The lines of the scripted user ended the conversation ${note}`,
    );
  });

  it("tells nothing where something had to happen and did, or the agent asked for nothing", async () => {
    const had = { ...never, mustCommunicate: ["order number"] };
    expect(await shown({}, { max: 1, golden: had })).not.to.include("was not tried");
    expect(await shown({}, { max: 3, golden: never })).not.to.include("was not tried");
  });
});
