import { expect } from "chai";
import { RehearsalError } from "../../../src/errors.js";
import { assertTest, ConversationSimulator, evaluate } from "../../../src/index.js";
import { ScriptedUser, type Agent } from "../../../src/simulator/index.js";
import {
  captureTrace,
  knowsTools,
  observe,
  updateCurrentSpan,
  updateCurrentTrace,
} from "../../../src/tracing/index.js";
import { forgetObservedTools } from "../../../src/tracing/run/observed-tools.js";

const agent = <T>(work: () => T) => observe({ type: "agent", name: "a" }, work);
const model = (answer: unknown, more = {}) => observe({ type: "llm", name: "m", ...more }, async () => answer);
const asks = { tool_calls: [{ id: "1", type: "function", function: { name: "look", arguments: "{}" } }] };

describe("what a run knows of tools", () => {
  beforeEach(forgetObservedTools);

  it("is nothing where only the agent or a helper is observed, whatever else it does", async () => {
    const helper = observe(function helper() {
      return 1;
    });
    for (const work of [agent(() => "x"), helper, observe({ type: "retriever" }, async () => ["a"])]) {
      const { trace } = await captureTrace(work as () => unknown);
      expect(knowsTools(trace)).to.equal(false);
      expect(trace.missing[0]).to.match(/^toolsCalled: only (agent|chain|retriever) spans.*wrap its tools in observe/);
    }
  });

  it("is that none was called where tools are observed, which says nothing of one that is not", async () => {
    observe({ type: "tool", name: "look" }, () => 1);
    const { trace } = await captureTrace(agent(() => "x"));
    expect([knowsTools(trace), trace.toolsCalled, trace.observedTools]).to.deep.equal([true, [], ["look"]]);
  });

  it("does not depend on what ran before", async () => {
    const look = observe({ type: "tool", name: "look" }, () => 1);
    const desk = observe({ type: "agent", name: "a" }, (asked?: string) => (asked === undefined ? 0 : look()));
    const quiet = async () => {
      const { trace } = await captureTrace(() => desk());
      return [knowsTools(trace), trace.observedTools];
    };
    const before = await quiet();
    await captureTrace(() => desk("q"));
    expect(await quiet()).to.deep.equal(before);
  });

  it("is of observed tools that they were not called, of whichever agent; of others nothing", async () => {
    const { trace: before } = await captureTrace(agent(() => "x"));
    expect(before).not.to.have.property("observedTools");
    observe({ type: "tool", name: "look" }, () => 1);
    const { trace } = await captureTrace(agent(() => "x"));
    expect(trace.observedTools).to.deep.equal(["look"]);
    const verdictOf = (golden: object, work: () => unknown = () => "x") =>
      assertTest({ golden: { input: "q", ...golden }, run: agent(work) }).then(
        () => "passed",
        (error: unknown) => (error instanceof RehearsalError ? "errored" : "failed"),
      );
    expect(await verdictOf({ forbiddenTools: ["look"] })).to.equal("passed");
    expect(await verdictOf({ expectedTools: ["look"] })).to.equal("failed");
    for (const golden of [{ expectedTools: [] }, { permittedTools: ["other"] }, { forbiddenTools: ["lo*"] }])
      expect(await verdictOf(golden), JSON.stringify(golden)).to.equal("passed");
    for (const golden of [
      { forbiddenTools: ["delete_account"] },
      { forbiddenTools: ["look", "delete_account"] },
      { confirmBefore: ["delete_account"] },
      { expectedTools: ["delete_account"] },
    ])
      expect(await verdictOf(golden), JSON.stringify(golden)).to.equal("errored");
    const untyped = observe({ name: "delete_account" }, () => 1);
    expect(await verdictOf({ forbiddenTools: ["delete_account"] }, untyped)).to.equal("errored");
  });

  it("is of all tools in a conversation in which an observed one ran, or that states its calls", async () => {
    const look = observe({ type: "tool", name: "look" }, () => 1);
    const verdictOf = async (goes: string, more: object = {}) => {
      const agentOf: Agent = async ({ input }) => {
        const content = agent(() => (input === goes ? String(look()) : "Hello."))();
        return { role: "assistant", content, ...more };
      };
      const simulator = new ConversationSimulator({ agent: agentOf, user: new ScriptedUser(["hi", "look"]) });
      const run = await evaluate(
        await simulator.simulate({ conversationalGoldens: [{ scenario: "s", forbiddenTools: ["delete_account"] }] }),
        { record: false },
      );
      return run.results[0]?.verdict;
    };
    expect(await verdictOf("look")).to.equal("passed");
    expect(await verdictOf("never")).to.equal("errored");
    expect(await verdictOf("never", { toolsCalled: [] })).to.equal("passed");
  });

  it("is nothing of an agent elsewhere, however many tools are observed here", async () => {
    observe({ type: "tool", name: "look" }, () => 1);
    const { startRun } = await import("../../../src/tracing/index.js");
    const run = startRun();
    run.within(agent(() => run.headers));
    expect(knowsTools(run.end())).to.equal(false);
  });

  it("is that none was called where somebody states so", async () => {
    const ofSpan = await captureTrace(agent(() => updateCurrentSpan({ toolsCalled: [] })));
    const ofTrace = await captureTrace(agent(() => updateCurrentTrace({ toolsCalled: [] })));
    expect([ofSpan, ofTrace].map(({ trace }) => knowsTools(trace))).to.deep.equal([true, true]);
  });

  it("is what an observed model asked for", async () => {
    // It is wrapped: asked for and without a run it did not run.
    observe({ type: "tool", name: "look" }, () => 1);
    const known = async (work: () => unknown) => {
      const { trace } = await captureTrace(agent(work));
      expect(knowsTools(trace)).to.equal(true);
      return trace.toolsCalled.map(({ name, executed }) => [name, executed]);
    };
    expect(await known(model("Hello."))).to.deep.equal([]);
    expect(await known(model({ role: "assistant", content: "Hello." }))).to.deep.equal([]);
    expect(await known(model({ role: "assistant", content: "Hello.", tool_calls: [] }))).to.deep.equal([]);
    expect(await known(model({ choices: [{ message: { role: "assistant", content: null, ...asks } }] }))).to.deep.equal(
      [["look", false]],
    );
    expect(await known(model({ content: [{ type: "tool_use", id: "1", name: "look", input: {} }] }))).to.deep.equal([
      ["look", false],
    ]);
    expect(
      await known(model({ output: [{ type: "function_call", call_id: "1", name: "look", arguments: "{}" }] })),
    ).to.deep.equal([["look", false]]);
  });

  it("is nothing where its answer can't be read, or where it asked for a tool and nothing shows what came of it", async () => {
    const asked = { role: "assistant", content: null, ...asks };
    for (const unread of [{ intent: "refund" }, { text: "Hi", my_tools: ["look"] }, 7, null, asked])
      expect(knowsTools((await captureTrace(agent(model(unread)))).trace), JSON.stringify(unread)).to.equal(false);
    const hiding = model("Hello.", { recordOutputs: false });
    expect(knowsTools((await captureTrace(agent(hiding))).trace)).to.equal(false);
  });

  it("joins what an observed model asked for with the observed tool that ran", async () => {
    const look = observe({ type: "tool", name: "look" }, () => "found");
    const { trace } = await captureTrace(
      agent(async () => {
        await model({ role: "assistant", content: null, ...asks })();
        look();
      }),
    );
    expect(trace.toolsCalled).to.have.lengthOf(1);
    expect(trace.toolsCalled[0]).to.deep.include({ name: "look", id: "1", output: "found" });
  });
});
