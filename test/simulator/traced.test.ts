import { expect } from "chai";
import type { Agent } from "../../src/simulator/agent.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import type { ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";
import { observe } from "../../src/tracing/observe/observe.js";
import { virtualClock } from "../support/virtual-clock.js";
import { never } from "./support.js";

const scenario = "A customer wants a refund.";
const lookup = observe({ type: "tool", name: "lookup_order" }, async ({ id }: { id: string }) => {
  await new Promise(setImmediate);
  return { id, total: 59.9 };
});
const search = observe({ type: "retriever", name: "search" }, async (query: string) => [`about ${query}`]);

async function simulate(agent: Agent, lines = ["one"]): Promise<ConversationalTestCase> {
  const user = new ScriptedUser(lines);
  const [testCase] = await new ConversationSimulator({ agent, user }).simulate({
    conversationalGoldens: [{ id: "refund", scenario }],
  });
  if (testCase === undefined) throw new Error("no test case");
  return testCase;
}

const called = ({ turns }: ConversationalTestCase) =>
  turns.filter(({ role }) => role === "assistant").map(({ toolsCalled }) => toolsCalled?.map(({ name }) => name));

describe("a traced conversation", () => {
  it("gives each assistant turn the calls, documents, latency and trace id of its own trace", async () => {
    const agent = observe({ type: "agent", name: "support" }, async ({ input }: { input: string | null }) => {
      if (input === "one") await lookup({ id: "A-1" });
      if (input === "two") await search("returns");
      return "ok";
    });
    const testCase = await simulate(agent, ["one", "two", "three"]);
    expect(called(testCase)).to.deep.equal([["lookup_order"], [], []]);
    expect(testCase.turns[1]?.toolsCalled?.[0]).to.deep.include({
      inputParameters: { id: "A-1" },
      output: { id: "A-1", total: 59.9 },
    });
    expect(testCase.turns.map(({ retrievalContext }) => retrievalContext?.length)).to.deep.equal([
      undefined,
      0,
      undefined,
      1,
      undefined,
      0,
    ]);
    expect(testCase.traces).to.have.length(3);
    testCase.traces?.forEach((trace, at) => {
      const turn = testCase.turns[2 * at + 1];
      expect(turn?.traceId)
        .to.equal(trace.traceId)
        .and.match(/^[\da-f]{32}$/);
      expect(turn?.latencyMs).to.be.at.least(0);
    });
  });

  it("does not claim that an agent which is not traced called nothing", async () => {
    const testCase = await simulate(() => "ok");
    expect(testCase.turns[1]).to.not.have.any.keys("toolsCalled", "retrievalContext", "traceId");
    expect(testCase.traces).to.have.length(1);
  });

  it("records what a streamed reply does while it is read", async () => {
    const testCase = await simulate(async function* () {
      yield "Let me look. ";
      await lookup({ id: "A-1" });
      yield "Found it.";
    });
    expect(testCase.turns[1]?.content).to.equal("Let me look. Found it.");
    expect(called(testCase)).to.deep.equal([["lookup_order"]]);
  });

  it("gives what was recorded to the first of several turns, once", async () => {
    const testCase = await simulate(async () => {
      await lookup({ id: "A-1" });
      return ["Let me look.", "Found it."];
    });
    expect(called(testCase)).to.deep.equal([["lookup_order"], undefined]);
    expect(testCase.turns[2]).to.not.have.any.keys("latencyMs", "traceId");
  });

  it("lets what the agent states win", async () => {
    const testCase = await simulate(async () => {
      await lookup({ id: "A-1" });
      await search("returns");
      return ["Let me look.", { role: "assistant", content: "Found it.", toolsCalled: ["mine"], latencyMs: 5 }];
    });
    expect(called(testCase)).to.deep.equal([undefined, ["mine"]]);
    expect(testCase.turns[1]?.retrievalContext).to.deep.equal(["about returns"]);
    expect(testCase.turns[2]?.latencyMs).to.equal(5);
  });

  it("keeps the trace of a call that failed", async () => {
    const testCase = await simulate(async () => {
      await lookup({ id: "A-1" });
      throw new Error("boom");
    });
    expect(testCase.error).to.contain("boom");
    expect(testCase.traces?.[0]?.toolsCalled.map(({ name }) => name)).to.deep.equal(["lookup_order"]);
  });

  it("keeps the trace of a call that never came back", async () => {
    const clock = virtualClock();
    const agent: Agent = async () => {
      await lookup({ id: "A-1" });
      return never();
    };
    const held = new ConversationSimulator({ agent, user: new ScriptedUser(["one"]), clock }).simulate({
      conversationalGoldens: [{ id: "refund", scenario }],
    });
    await clock.whenPending(1);
    await new Promise(setImmediate);
    await clock.runAll();
    const [testCase] = await held;
    expect(testCase?.endReason?.by).to.equal("deadline");
    expect(testCase?.traces?.[0]?.toolsCalled.map(({ name }) => name)).to.deep.equal(["lookup_order"]);
  });

  it("keeps 50 conversations at once apart, tool by tool", async () => {
    const agent: Agent = async ({ golden, input }) => {
      await new Promise(setImmediate);
      await lookup({ id: `${golden.id} ${String(input)}` });
      return "ok";
    };
    const testCases = await new ConversationSimulator({
      agent,
      user: new ScriptedUser(["one", "two"]),
      maxConcurrent: 50,
    }).simulate({ conversationalGoldens: Array.from({ length: 50 }, (_, n) => ({ id: `g${String(n)}`, scenario })) });
    for (const { goldenId = "", turns } of testCases) {
      const ids = turns.flatMap(({ toolsCalled }) => toolsCalled?.map(({ inputParameters }) => inputParameters) ?? []);
      expect(ids).to.deep.equal([{ id: `${goldenId} one` }, { id: `${goldenId} two` }]);
    }
  });

  it("hands the agent headers by which another process joins the turn", async () => {
    const seen: string[] = [];
    const testCase = await simulate(({ headers }) => (seen.push(headers.traceparent, headers.baggage), "ok"));
    expect(seen[0]).to.match(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
    expect(seen[1]).to.contain(`rehearsal.conversation=${String(testCase.threadId)}`);
  });

  it("does not record the whole history with each call of an observed agent", async () => {
    const agent = observe({ type: "agent", name: "support" }, (_: Parameters<Agent>[0]) => "ok");
    const testCase = await simulate(agent, ["one", "two", "three"]);
    const inputs = testCase.traces?.map(({ spans }) => JSON.stringify(spans[0]?.input));
    expect(inputs?.[2]).to.contain("three").and.not.contain("one");
  });
});

describe("retrieverTools", () => {
  it("make documents of what such tools return", async () => {
    const search = observe({ type: "tool", name: "search_guide" }, async (_: { q: string }) => ["30 days"]);
    const simulator = new ConversationSimulator({
      agent: async () => (await search({ q: "returns" })).join(),
      user: new ScriptedUser(["How long?"]),
      retrieverTools: ["search_guide"],
    });
    const [testCase] = await simulator.simulate({ conversationalGoldens: [{ id: "a", scenario: "A question." }] });
    expect(testCase?.turns[1]?.retrievalContext).to.deep.equal(["30 days"]);
  });
});
