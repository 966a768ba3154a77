import { expect } from "chai";
import type { Agent } from "../../../src/simulator/agent.js";
import type { ConversationSimulatorOptions } from "../../../src/simulator/options.js";
import { ConversationSimulator } from "../../../src/simulator/simulator.js";
import { end, proceed } from "../../../src/simulator/stopping.js";
import { expectedOutcomeMet } from "../../../src/simulator/stopping/expected-outcome-met.js";
import type { User } from "../../../src/simulator/user.js";
import { ScriptedUser } from "../../../src/simulator/users/scripted-user.js";
import type { Judge } from "../../../src/test-case/judge.js";
import { held, outcome } from "./held.js";

const judging = (met: (evidence: unknown) => boolean): Judge & { readonly calls: unknown[] } => {
  const calls: unknown[] = [];
  return {
    id: "judge",
    calls,
    decide: async ({ evidence, questions }) => {
      calls.push({ evidence, questions });
      const answer = met(evidence) ? "met" : "not_met";
      return questions.map(({ id }) => ({ id, answer, reason: "it says so", evidence: [] }));
    },
  };
};

/** Says the same over and over. */
const nagging: User = { name: "nagging", next: () => ({ say: "And now?" }) };

describe("stopping when the expected outcome has come", () => {
  const agent: Agent = ({ turns }) => (turns.length > 2 ? "It is refunded." : "One moment.");

  it("asks the judge once before each user turn, and not before the agent has spoken", async () => {
    const judge = judging((evidence) => JSON.stringify(evidence).includes("refunded"));
    const testCase = await held(agent, { stopWhenMet: true, judge });
    expect(testCase.endReason).to.deep.equal({
      by: "judge",
      reason: "The expected outcome has come: it says so",
    });
    expect(testCase.turns).to.have.length(4);
    expect(judge.calls).to.have.length(2);
    expect(judge.calls[0]).to.deep.include({ questions: [{ id: "outcome", condition: outcome }] });
  });

  it("does not end by a judge that answers in two ways", async () => {
    const torn: Judge = {
      id: "torn",
      decide: async ({ questions }) =>
        (["met", "not_met"] as const).flatMap((answer) =>
          questions.map(({ id }) => ({ id, answer, reason: "so", evidence: [] })),
        ),
    };
    expect((await held(agent, { stopWhenMet: true, judge: torn, detectLoops: false })).endReason?.by).to.equal("cap");
  });

  it("takes a predicate, whose reason is told", async () => {
    const stopWhenMet: ConversationSimulatorOptions["stopWhenMet"] = ({ lastAssistantTurn }) =>
      lastAssistantTurn?.content.includes("refunded") === true ? "The agent says it is refunded." : false;
    expect((await held(agent, { stopWhenMet })).endReason).to.deep.equal({
      by: "controller",
      reason: "The agent says it is refunded.",
    });
    expect((await held(agent, { stopWhenMet: () => true })).endReason?.reason).to.equal("stopWhenMet returned true.");
  });

  it("takes no other answer of a predicate for a yes or a no", async () => {
    const testCase = await held(agent, { stopWhenMet: (() => 1) as never });
    expect(testCase.failure?.party).to.equal("controller");
    expect(testCase.error).to.contain("stopWhenMet must return true or the reason").and.contain("it returned 1");
  });

  it("asks the given controller first, and then the judge", async () => {
    const judge = judging(() => true);
    const first = await held(agent, { stopWhenMet: true, judge, stoppingController: () => end("mine") });
    expect(first.endReason).to.deep.equal({ by: "controller", reason: "mine" });
    expect(judge.calls).to.deep.equal([]);
    expect((await held(agent, { stopWhenMet: true, judge, stoppingController: proceed })).endReason?.by).to.equal(
      "judge",
    );
  });

  it("asks nobody where the golden expects nothing", async () => {
    const judge = judging(() => true);
    const testCase = await held(
      ({ input }) => `About ${String(input)}`,
      { stopWhenMet: true, judge },
      { expectedOutcome: "" },
    );
    expect(testCase.endReason?.by).to.equal("cap");
    expect(judge.calls).to.deep.equal([]);
  });

  it("needs a judge, and says so before any conversation", async () => {
    const told = await held(agent, { stopWhenMet: true }).then(String, String);
    expect(told).to.contain("stopWhenMet: true needs a judge");
    expect(() => expectedOutcomeMet({} as never)).to.throw("give a judge, or a function");
  });
});

describe("the fewest user turns", () => {
  it("keep controllers, judges and circles from ending a conversation before", async () => {
    const agent: Agent = () => "The same.";
    const stopped = await held(agent, { minUserTurns: 3, stoppingController: () => end("enough") });
    expect(stopped.turns).to.have.length(6);
    const circling = await held(agent, { minUserTurns: 7, detectLoops: { repeatedReplies: 2 }, user: nagging });
    expect(circling.turns).to.have.length(14);
    expect(circling.endReason?.by).to.equal("loop");
  });

  it("do not hold the user itself", async () => {
    const testCase = await held(() => "ok", { minUserTurns: 5, user: new ScriptedUser(["one"]) });
    expect(testCase.endReason).to.deep.equal({ by: "user", reason: "the script ended" });
  });

  it("are refused above the cap", async () => {
    expect(await held(() => "ok", { minUserTurns: 9 }).then(String, String)).to.contain("minUserTurns is 9");
  });
});

describe("a conversation that goes in circles", () => {
  it("is ended where the agent repeats itself", async () => {
    const testCase = await held(() => "Please hold.", { user: nagging });
    expect(testCase.endReason).to.deep.equal({
      by: "loop",
      reason: 'The agent gave the same reply 5 times in a row: "Please hold.".',
    });
    expect(testCase).to.not.have.property("error");
    expect(testCase.turns).to.have.length(10);
  });

  it("is ended however the replies are spelt, and where a few of them take turns", async () => {
    const spelt = ["Please hold.", "please hold", "Please hold!", "PLEASE  HOLD...", "Please hold"];
    const inTurn =
      (replies: readonly string[]): Agent =>
      ({ turns }) =>
        String(replies[((turns.length - 1) / 2) % replies.length]);
    const one = await held(inTurn(spelt), { user: nagging });
    expect(one.endReason?.by).to.equal("loop");
    for (const round of [
      ["One moment.", "Still checking."],
      ["A", "B", "C"],
      ["👍", "👀"],
    ]) {
      const detectLoops = { repeatedReplies: 2 };
      const { endReason, turns } = await held(inTurn(round), { user: nagging, detectLoops });
      expect(endReason?.by, round.join()).to.equal("loop");
      expect(endReason?.reason).to.contain(
        `the same ${String(round.length)} replies by turns, 2 times over: "${String(round[0])}"`,
      );
      expect(turns).to.have.length(4 * round.length);
    }
  });

  it("goes on where the agent gives one answer to requests that differ", async () => {
    const items = ["milk", "eggs", "bread", "rice", "tea", "coffee", "salt", "sugar"];
    const user: User = {
      name: "shopper",
      next: ({ userTurns }) => ({ say: `Please add ${String(items[userTurns])}.` }),
    };
    for (const agent of [() => "Done.", ({ turns }) => (turns.length % 4 === 1 ? "Done." : "Added.")] as Agent[]) {
      const { endReason, turns } = await held(agent, { user, detectLoops: { repeatedReplies: 2 } });
      expect(endReason?.by).to.equal("cap");
      expect(turns).to.have.length(16);
    }
  });

  it("goes on where the agent did something in between, or where it is not to be looked for", async () => {
    const busy: Agent = () => ({ role: "assistant", content: "Done.", toolsCalled: [{ name: "next_page" }] });
    expect((await held(busy, { user: nagging })).endReason?.by).to.equal("cap");
    expect((await held(() => "Same.", { user: nagging, detectLoops: false })).endReason?.by).to.equal("cap");
    expect((await held(() => "Same.", { user: new ScriptedUser([..."aaaaaaa"]) })).endReason?.by).to.equal("user");
  });

  it("is ended where both sides do nothing but take leave, twice", async () => {
    const polite: User = { name: "polite", next: () => ({ say: "Thank you so much, bye!" }) };
    const testCase = await held(
      ({ turns }) => (turns.length > 2 ? "You're welcome. Have a great day!" : "Anything else?"),
      {
        user: polite,
      },
    );
    expect(testCase.endReason).to.deep.equal({
      by: "loop",
      reason: "Both sides took leave of each other 2 times in a row.",
    });
    expect(testCase.turns).to.have.length(6);
  });

  it("does not take the golden's own turns for circles", async () => {
    const turns = Array.from({ length: 5 }, () => [
      { role: "user" as const, content: "Hi" },
      { role: "assistant" as const, content: "Please hold." },
    ]).flat();
    expect((await held(({ input }) => `About ${String(input)}`, {}, { turns })).endReason?.by).to.equal("cap");
  });
});

describe("stopping options that are refused, by name and value", () => {
  const wrong: [options: object, said: string][] = [
    [{ stopWhenMet: "yes" }, 'stopWhenMet must be true, false or a function of the conversation; got "yes"'],
    [{ minUserTurns: -1 }, "minUserTurns must be a whole number of user turns, 0 or more; got -1"],
    [
      { conversationBudget: { maxTokns: 1 } },
      'conversationBudget: unknown option "maxTokns" (did you mean "maxTokens"?)',
    ],
    [{ conversationBudget: { maxTokens: NaN } }, "conversationBudget.maxTokens must be a number, 0 or more; got NaN"],
    [{ detectLoops: { farewells: 1 } }, "detectLoops.farewells must be a whole number from 2; got 1"],
    [{ judge: () => true }, "judge must be a Judge (an object with decide)"],
  ];
  for (const [options, said] of wrong) {
    it(said, () => {
      expect(() => new ConversationSimulator({ agent: () => "ok", ...options })).to.throw(said);
    });
  }
});
