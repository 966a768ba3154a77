import { expect } from "chai";
import { evaluate, type ConversationalTestCaseInput } from "../../src/index.js";
import { failureMessage } from "../../src/evaluation/failure-message.js";
import { runPassed } from "../../src/evaluation/status.js";
import { renderTerminal } from "../../src/report/index.js";
import { metric } from "./fakes.js";

const user = (content: string, ...kinds: readonly string[]) => ({
  role: "user" as const,
  content,
  ...(kinds.length > 0 && { metadata: { userFaults: kinds.map((kind) => ({ kind, detail: "it" })) } }),
});
const agent = (content: string, ...names: readonly string[]) => ({
  role: "assistant" as const,
  content,
  toolsCalled: names.map((name) => ({ name })),
});
type Case = Partial<ConversationalTestCaseInput>;
const ended = (fault: "empty" | "off_goal" | "left"): Case => ({ endReason: { by: "user", reason: "r", fault } });
const asked = { turns: [user("I want a refund."), agent("Which order?")] };
const longer = { turns: [...asked.turns, user("The last one."), agent("Which is that?")] };

async function judged(more: Case, metrics: Parameters<typeof evaluate>[1] = {}) {
  const run = await evaluate([{ name: "c", ...asked, ...more }], {
    record: false,
    ...metrics,
  });
  const [result] = run.results;
  if (result === undefined) throw new Error("no result");
  return { run, ...result };
}

const negative: readonly Case[] = [
  { forbiddenTools: ["delete_account"] },
  { confirmBefore: ["refund"] },
  { mustNotCommunicate: ["secret"] },
  { budgets: { maxTurns: 9 } },
  { expectedTools: [] },
];

describe("a pass in which the simulated user did not hold the conversation", () => {
  for (const stated of negative) {
    it(`is an error where only what must not happen is stated: ${Object.keys(stated).join()}`, async () => {
      for (const voided of [
        ended("empty"),
        ended("left"),
        { turns: [user("How may I help you?", "role_flip"), agent("Which order?")] },
        { turns: [user("I like trains.", "off_goal"), agent("Which order?")] },
        { turns: [user("", "empty"), agent("Which order?")] },
      ]) {
        const { verdict, blame, reason, run } = await judged({ ...voided, ...stated });
        expect([verdict, blame?.party, run.passed], JSON.stringify(voided)).to.deep.equal(["errored", "user", false]);
        expect(reason).to.include("simulated user").and.include("nothing is asserted that had to happen");
      }
    });
  }

  it("says what the user did, once, and that the agent is not judged", async () => {
    const result = await judged({ ...ended("empty"), forbiddenTools: ["x"] });
    expect(failureMessage(result).split("\n")[0]).to.equal(
      "an error, which says nothing about the agent: The simulated user had nothing to say, and so ended the conversation; nothing is asserted that had to happen, so the conversation shows nothing of the agent",
    );
    expect(failureMessage(result)).to.include(
      "blame:   simulated user. The simulated user had nothing to say, and so ended the conversation.",
    );
  });

  it("stands where something was asserted that had to happen, and did", async () => {
    const did = { turns: [user("I want a refund.", "role_flip"), agent("Refunded.", "refund")] };
    expect((await judged({ ...did, expectedTools: ["refund"] })).verdict).to.equal("passed");
    expect((await judged({ ...did, mustCommunicate: ["Refunded"] })).verdict).to.equal("passed");
    expect((await judged(did, { metrics: [metric("polite")] })).verdict).to.equal("passed");
  });

  it("leaves a failure what it is; either is no success of the trial, and a gate has counted it", async () => {
    const failed = await judged({ ...ended("empty"), expectedTools: ["refund"], goldenId: "g" });
    expect([failed.verdict, failed.blame?.party]).to.deep.equal(["failed", "user"]);
    const errored = await judged({ ...ended("empty"), forbiddenTools: ["x"], goldenId: "g" });
    expect([errored.verdict, errored.blame?.party]).to.deep.equal(["errored", "user"]);
    for (const { run } of [failed, errored]) {
      expect(run.rates?.goldens[0]).to.deep.include({ trials: 1, successes: 0, unjudged: 0 });
      expect(runPassed(run.results, { verdict: "passed" })).to.equal(true);
    }
  });

  it("is an error where a state is stated that is that of the beginning", async () => {
    const stated = { expectedState: { orders: 1 }, finalState: { orders: 1 } };
    const looked = { turns: [user("I want a refund.", "role_flip"), agent("Let me see.", "look_up")], ...stated };
    const judgedWith = async (changed: Case) => (await judged({ ...looked, ...changed })).verdict;
    expect(await judgedWith({ stateChanged: false })).to.equal("errored");
    expect(await judgedWith({ stateChanged: true })).to.equal("passed");
    expect(await judgedWith({})).to.equal("passed");
  });
});

describe("a pass in which the agent said nothing", () => {
  const silent = { turns: [user("I want a refund."), agent(""), user("Hello?"), agent(" ")] };
  const said = "The agent answered without a word all 2 times that it was asked.";

  for (const stated of [...negative, { expectedState: { a: 1 }, finalState: { a: 1 }, stateChanged: false }]) {
    it(`is an error, and the agent's: ${Object.keys(stated).join()}`, async () => {
      const { verdict, blame, run } = await judged({ ...silent, ...stated });
      expect([verdict, blame]).to.deep.equal(["errored", { party: "agent", reason: said }]);
      expect(run.rates?.goldens[0]).to.deep.include({ trials: 1, successes: 0 });
    });
  }

  it("is the agent's where what it called is not known either", async () => {
    const untold = { turns: [user("I want a refund."), { role: "assistant" as const, content: "" }] };
    const { verdict, blame } = await judged({ ...untold, forbiddenTools: ["x"] });
    expect([verdict, blame?.party]).to.deep.equal(["errored", "agent"]);
  });

  it("is told as such, and not as if it said nothing about the agent", async () => {
    const result = await judged({ ...silent, forbiddenTools: ["x"] });
    expect(failureMessage(result).split("\n")[0]).to.match(/^an error: The agent answered without a word/);
  });

  it("stands where it called a tool instead, or said a word", async () => {
    const busy = { turns: [user("Stop."), agent("", "stop")] };
    expect((await judged({ ...busy, forbiddenTools: ["x"] })).verdict).to.equal("passed");
    const late = { turns: [...silent.turns, user("?"), agent("Yes?")] };
    expect((await judged({ ...late, forbiddenTools: ["x"] })).verdict).to.equal("passed");
  });
});

describe("the message of a conversation that broke off", () => {
  it("says why once", async () => {
    const error = 'Golden "g", turn 2: The agent failed: the kitchen is on fire';
    const { metrics, ...result } = await judged({ turns: [user("Hi")], error, forbiddenTools: ["x"] });
    const message = failureMessage({ ...result, metrics });
    expect(message.split("the kitchen is on fire")).to.have.lengthOf(2);
    expect(message).to.match(/^ {2}broke off$/m);
  });
});

describe("a fault of the simulated user that excuses nothing", () => {
  const faulty = { turns: [user("Order A-7.", "invented_fact", "repetition"), agent("Which order?")] };

  it("leaves a pass, and is told there", async () => {
    const { run, verdict } = await judged({ ...faulty, forbiddenTools: ["x"] });
    expect(verdict).to.equal("passed");
    expect(renderTerminal(run)).to.include("· In turn 1 the simulated user invented a fact: it (and 1 more).");
  });

  it("is one question left open after more than one line of its own", async () => {
    const { run, verdict } = await judged({ ...longer, ...ended("left"), forbiddenTools: ["x"] });
    expect(verdict).to.equal("passed");
    expect(renderTerminal(run).replace(/\s+/g, " ")).to.include(
      "The simulated user ended the conversation when the agent had just asked it something.",
    );
  });

  it("is told beside the blame of another", async () => {
    const result = await judged({
      turns: [...faulty.turns.slice(0, 1), agent("Gone.", "delete_account")],
      forbiddenTools: ["delete_account"],
    });
    expect(result.blame?.party).to.equal("agent");
    expect(failureMessage(result)).to.match(/^user: {4}In turn 1 the simulated user invented a fact: it/m);
  });
});
