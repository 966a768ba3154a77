import { expect } from "chai";
import type { DecisionModel } from "../../../src/models/decision-model.js";
import { ScriptedModel } from "../../../src/models/scripted-model.js";
import type { Agent } from "../../../src/simulator/agent.js";
import { SimulationNode, type EdgeInput } from "../../../src/simulator/graph/simulation-node.js";
import { ScriptedUser } from "../../../src/simulator/users/scripted-user.js";
import { conversationalTestCaseSchema } from "../../../src/test-case/conversational-test-case.js";
import { parse } from "../../../src/test-case/schema.js";
import { evaluate } from "../../../src/evaluation/evaluate.js";
import { end } from "../../../src/simulator/stopping.js";
import { choice, node, walk } from "./walk.js";

const late: Agent = async () => {
  await new Promise(setImmediate);
  const begun = performance.now();
  while (performance.now() - begun < 2);
  return "Please hold.";
};

describe("SimulationNode", () => {
  it("goes where the first predicate that holds leads, and records the path", async () => {
    const start = node("start");
    const asked = node("asked");
    const never_ = node("never");
    const bye = node("bye", { terminal: true });
    start.addNode(never_, () => false);
    start.addNode(asked, ({ lastTurn }) => lastTurn?.content.includes("start") === true).addNode(bye);
    start.addNode(bye, () => true);
    const testCase = await walk(start);
    expect(testCase.path).to.deep.equal(["start", "asked", "bye"]);
    expect(testCase.endReason).to.deep.equal({
      by: "graph",
      reason: 'The graph ended with the node "bye" (terminal).',
    });
    expect(testCase.turns.at(-1)?.content).to.equal("You said: I am at bye.");
    expect(parse(conversationalTestCaseSchema, JSON.parse(JSON.stringify(testCase)), "it").path).to.deep.equal(
      testCase.path,
    );
  });

  it("asks a model once for all edges in words, after the predicates, and not at all where one of those holds", async () => {
    const start = node("start");
    const a = node("a", { terminal: true });
    const b = node("b", { terminal: true });
    start.addNode(a, "The agent refuses.");
    start.addNode(b, "The agent agrees.");
    const model = new ScriptedModel([choice(2)]);
    const testCase = await walk(start, { model });
    expect(testCase.path).to.deep.equal(["start", "b"]);
    expect(model.requests).to.have.length(1);
    const asked = String(model.requests[0]?.messages.at(-1)?.content);
    expect(asked).to.contain("1. The agent refuses.\n2. The agent agrees.").and.contain("You said: I am at start.");
    expect(testCase.turns[2]?.metadata).to.deep.equal({ node: "b", because: "The agent agrees." });

    start.addNode(a, () => true);
    const spared = new ScriptedModel([]);
    expect((await walk(start, { model: spared })).path).to.deep.equal(["start", "a"]);
    expect(spared.requests).to.deep.equal([]);
  });

  it("stays where no edge fits, and where the model names none", async () => {
    const start = node("start");
    start.addNode(node("a"), "The agent refuses.");
    start.addNode(node("b"), () => false);
    const model = new ScriptedModel([choice(null), choice(7), choice(null), choice(0), choice(1)]);
    expect((await walk(start, { model, max: 4 })).path).to.deep.equal(["start", "start", "start", "a"]);
  });

  it("is errored, never passed, where it is cut off before it came to a terminal node", async () => {
    const graph = (when: () => boolean | Promise<boolean>, terminal = true) => {
      const start = node("start");
      start.addNode(node("bye", { terminal }), when);
      return start;
    };
    const judged = async (...given: Parameters<typeof walk>) => {
      const [agent, golden] = [() => "Please hold.", { mustCommunicate: ["Please hold."] }];
      const testCase = await walk(given[0], { agent, golden, ...given[1] });
      return { testCase, result: (await evaluate([testCase])).results[0] };
    };
    for (const when of [() => false, async () => false])
      for (const [around, by] of [
        [{ detectLoops: true }, "loop"],
        [{ max: 4 }, "cap"],
        [{ conversationBudget: { maxDurationMs: 0 }, agent: late }, "budget"],
      ] as const) {
        const { testCase, result } = await judged(graph(when), around);
        expect(testCase.endReason?.by).to.equal(by);
        expect(testCase.script?.reason).to.contain(
          'the conversation ended before a terminal node of its graph was reached: the last was "start"',
        );
        expect(result?.verdict).to.equal("errored");
      }
    const { testCase } = await judged(
      graph(() => false),
      { max: 4 },
    );
    expect(testCase.script?.reason).to.contain("was entered 4 times in a row, since none of its other edges fitted");
    // It came there, was ended on purpose, or has no end of its own.
    for (const [start, around] of [
      [graph(() => true), {}],
      [graph(() => false), { stoppingController: () => end("enough") }],
      [graph(() => false, false), { max: 4 }],
    ] as const)
      expect((await judged(start, around)).testCase).to.not.have.property("script");
  });

  it("says which node gave what is nothing to say", async () => {
    for (const given of [undefined, 3, [], {}, Promise.resolve(undefined)]) {
      const { error } = await walk(node("s", { action: (() => given) as never }));
      expect(error).to.contain('The action of the node "s" gave').and.contain("Return a text");
      const user = { name: "u", next: () => given } as never;
      expect((await walk(node("s", { action: user }))).error).to.contain('The action of the node "s" gave');
    }
  });

  it("takes an edge without a condition where no other one fits, wherever it stands", async () => {
    const start = node("start");
    start.addNode(node("else", { terminal: true }));
    start.addNode(node("a", { terminal: true }), ({ visits }) => visits === 2);
    expect((await walk(start)).path).to.deep.equal(["start", "else"]);
  });

  it("lets a decision model decide, and stays where it finds none more likely", async () => {
    const start = node("start");
    start.addNode(node("a", { terminal: true }), "The agent refuses.");
    const chances = [0.4, 0.9];
    const decisionModel: DecisionModel = {
      id: "d",
      decide: async ({ questions }) => {
        const chance = chances.shift() ?? 0;
        return questions.map(({ id }) => ({ id, probabilities: { "1": chance, none: 1 - chance } }));
      },
    };
    expect((await walk(start, { decisionModel })).path).to.deep.equal(["start", "start", "a"]);
  });

  it("may be entered maxVisits times, by whatever way, and ends without a further turn", async () => {
    const start = node("start", { maxVisits: 3 });
    start.addNode(start, () => true);
    const testCase = await walk(start);
    expect(testCase.path).to.deep.equal(["start", "start", "start"]);
    expect(testCase.turns).to.have.length(6);
    expect(testCase.endReason).to.deep.equal({
      by: "graph",
      reason: 'The node "start" of the graph may be entered 3 times (maxVisits).',
    });
    const hub = node("hub", { maxVisits: 2 });
    const left = hub.addNode(node("left"), ({ visits }) => visits === 1);
    const right = hub.addNode(node("right"), ({ visits }) => visits === 2);
    left.addNode(hub);
    right.addNode(hub);
    expect((await walk(hub)).path).to.deep.equal(["hub", "left", "hub", "right"]);
  });

  it("asks no model after the reply to a terminal node", async () => {
    const start = node("start", { terminal: true });
    start.addNode(start, "Never asked.");
    const model = new ScriptedModel([]);
    expect((await walk(start, { model })).endReason?.by).to.equal("graph");
    expect(model.requests).to.deep.equal([]);
  });

  it("takes a function that is told of the conversation, and ends where it gives null", async () => {
    const seen: unknown[] = [];
    const start = new SimulationNode({
      action: async ({ visits, lastUserTurn, lastAssistantTurn, threadId, golden }) => {
        seen.push([visits, lastUserTurn?.content, lastAssistantTurn?.content, threadId !== "", golden.id]);
        return visits < 3 ? `say ${String(visits)}` : null;
      },
    });
    const testCase = await walk(start, { agent: () => "ok" });
    expect(testCase.path).to.deep.equal(["start", "start"]);
    expect(testCase.endReason).to.deep.equal({
      by: "graph",
      reason: 'The node "start" of the graph had nothing more to say.',
    });
    expect(seen).to.deep.equal([
      [1, undefined, undefined, true, "g"],
      [2, "say 1", "ok", true, "g"],
      [3, "say 2", "ok", true, "g"],
    ]);
  });

  it("lets another user speak at a node, another graph too", async () => {
    const inner = node("in 1");
    inner.addNode(node("in 2")).addNode(inner);
    const start = node("start", { action: inner });
    const bye = node("bye", { action: new ScriptedUser(() => "Bye."), terminal: true });
    start.addNode(bye, ({ visits }) => visits === 3);
    const testCase = await walk(start);
    expect(testCase.path).to.deep.equal(["start/in 1", "start/in 2", "start/in 1", "bye"]);
    expect(testCase.turns.at(-2)?.content).to.equal("Bye.");
    const ends = node("ends", { action: new ScriptedUser(["one"]) });
    expect((await walk(ends)).endReason).to.deep.equal({ by: "user", reason: "the script ended" });
  });

  it("begins each graph at a node at its own beginning, though one of the same names ran before", async () => {
    const inner = () => {
      const first = node("in 1");
      first.addNode(node("in 2"));
      return first;
    };
    const start = node("start", { action: inner() });
    start.addNode(node("second", { action: inner(), terminal: true }));
    expect((await walk(start)).path).to.deep.equal(["start/in 1", "second/in 1"]);
  });

  it("tells predicates what was called and recorded", async () => {
    let seen: EdgeInput | undefined;
    const start = node("start");
    start.addNode(node("a", { terminal: true }), (input) => {
      seen = input;
      return input.toolsCalled?.[0]?.name === "lookup";
    });
    const agent: Agent = () => [
      { role: "assistant", content: "Looking.", toolsCalled: [{ name: "lookup" }] },
      "Found.",
    ];
    expect((await walk(start, { agent })).path).to.deep.equal(["start", "a"]);
    expect(seen?.lastTurn?.content).to.equal("Found.");
    expect(seen?.trace).to.equal(undefined);
    expect(seen?.spans).to.deep.equal([]);
    await walk(start, { agent: () => "nothing known", max: 2 });
    expect(seen?.toolsCalled).to.equal(undefined);
  });

  it("routes the reply to a golden's own user turn from the first node, without a visit", async () => {
    const start = node("start");
    start.addNode(node("next", { terminal: true }), () => true);
    const turns = [{ role: "user" as const, content: "Hello" }];
    expect((await walk(start, { golden: { turns } })).path).to.deep.equal(["next"]);
    const greeted = [...turns, { role: "assistant" as const, content: "Hi" }];
    expect((await walk(start, { golden: { turns: greeted } })).path).to.deep.equal(["start", "next"]);
  });
});
