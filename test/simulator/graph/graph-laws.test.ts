import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { ScriptedModel } from "../../../src/models/scripted-model.js";
import { SimulationNode } from "../../../src/simulator/graph/simulation-node.js";
import { never } from "../support.js";
import { choice, node, walk } from "./walk.js";

describe("a graph", () => {
  it("needs a model for edges in words, and says so before any conversation", async () => {
    const start = node("start");
    start.addNode(node("a"), "The agent refuses.");
    let calls = 0;
    const told = await walk(start, { agent: () => (calls++, "ok") }).then(String, String);
    expect(told)
      .to.contain('the edge "The agent refuses." is given in words')
      .and.contain("Give the simulator a model");
    expect(calls).to.equal(0);
    // One that a function gives for a golden is found out in that conversation.
    expect((await walk(() => start)).error).to.contain('the edge "The agent refuses."');
  });

  it("names nodes without a name by breadth, and refuses two of one name", async () => {
    const start = new SimulationNode({ action: "a" });
    const next = start.addNode(new SimulationNode({ action: "b" }));
    next.addNode(new SimulationNode({ action: "c", terminal: true }));
    expect((await walk(start)).path).to.deep.equal(["start", "node 2", "node 3"]);
    const twins = node("twin");
    twins.addNode(node("twin"));
    expect(await walk(twins).then(String, String)).to.contain('two nodes of the graph are named "twin"');
  });

  it("goes on from a journal at the node where it was, with the same path", async () => {
    const make = () => {
      const start = node("start", { maxVisits: 2 });
      const other = start.addNode(node("other"), "It is so.");
      other.addNode(start);
      return start;
    };
    const model = () => new ScriptedModel(() => choice(1));
    const whole = await walk(make(), { model: model() });
    expect(whole.path).to.deep.equal(["start", "other", "start", "other"]);
    const directory = mkdtempSync(join(tmpdir(), "graph-"));
    try {
      await walk(make(), { model: model(), simulate: { journal: directory } });
      const [file = ""] = readdirSync(directory);
      const path = join(directory, file);
      const lines = readFileSync(path, "utf8").trimEnd().split("\n");
      for (let kept = 1; kept < lines.length; kept++) {
        writeFileSync(path, `${lines.slice(0, kept).join("\n")}\n`);
        const resumed = await walk(make(), { model: model(), simulate: { journal: directory } });
        expect(resumed.path).to.deep.equal(whole.path);
        expect(resumed.endReason).to.deep.equal(whole.endReason);
      }
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it("never enters a node more often than it may, whatever the graph", async () => {
    const graph = fc.record({
      visits: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }),
      edges: fc.array(fc.tuple(fc.nat(3), fc.nat(3), fc.boolean()), { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(graph, async ({ visits, edges }) => {
        const nodes = visits.map((maxVisits, at) => node(`n${String(at)}`, { maxVisits }));
        for (const [from, to, holds] of edges) {
          const child = nodes[to % nodes.length];
          if (child !== undefined) nodes[from % nodes.length]?.addNode(child, () => holds);
        }
        const { path = [], endReason } = await walk(nodes[0], { max: 30 });
        expect(endReason?.by).to.equal("graph");
        visits.forEach((maxVisits, at) =>
          expect(path.filter((name) => name === `n${String(at)}`).length).to.be.at.most(maxVisits),
        );
      }),
      { numRuns: 40 },
    );
  });

  it("refuses what makes no graph, by name", () => {
    expect(() => new SimulationNode({ action: 3 } as never)).to.throw(
      "action must be a text, a function that gives one, or a User; got 3",
    );
    expect(() => new SimulationNode({ action: "a", maxVisits: 0 })).to.throw(
      "maxVisits must be a whole number from 1; got 0",
    );
    expect(() => new SimulationNode({ action: "a", nam: "x" } as never)).to.throw(
      'unknown option "nam" (did you mean "name"?)',
    );
    expect(() => node("a").addNode({} as never)).to.throw("addNode takes a SimulationNode");
    expect(() => node("a").addNode(node("b"), "  ")).to.throw("when must be a condition in words or a function");
  });

  it("tells a predicate that throws as the test's failure, and where it stands", async () => {
    const start = node("start");
    start.addNode(node("a"), () => {
      throw new Error("no such field");
    });
    const { error, failure } = await walk(start);
    expect(error).to.contain('A condition of the edges from the node "start" failed: no such field');
    expect(error).to.contain("graph-laws.test.ts");
    expect(failure).to.deep.equal({ party: "environment", kind: "threw" });
    const slow = node("slow", { action: () => never<string>() });
    expect((await walk(slow, { turnTimeoutMs: 5 })).endReason?.by).to.equal("deadline");
  });
});
