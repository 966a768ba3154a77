import { expect } from "chai";
import {
  createEnvironment,
  fault,
  interceptTools,
  refuse,
  runIntercepted,
  type InterceptPlan,
} from "../../src/environment/index.js";
import { plannedBy } from "../../src/environment/planned-error.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { ScriptedScenario } from "../../src/simulator/steps/scripted-scenario.js";
import { steps } from "../../src/simulator/steps/steps.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import { observe } from "../../src/tracing/index.js";

const book = observe({ type: "tool", name: "book" }, async (_: object) => "booked");
const bookNow = observe({ type: "tool", name: "book" }, (_: object) => "booked");

async function thrownBy(work: () => unknown): Promise<Error> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("it threw no error");
}
const within = (plan: InterceptPlan, tool: (args: object) => unknown) =>
  thrownBy(() => runIntercepted(plan, async () => tool({ id: 1 })));

describe("the error of a tool that was made to fail", () => {
  for (const [by, plan] of [
    ['fault({ kind: "error", on: 1 })', interceptTools({ book: fault({ kind: "error", on: 1, message: "503" }) })],
    ["refuse() in interceptTools", interceptTools({ book: refuse("503") })],
    ['interceptTools(…, { writes: "refuse" })', interceptTools({}, { writes: "refuse" })],
  ] as const)
    it(`says what made it so, and begins at the user's code: ${by}`, async () => {
      for (const tool of [book, bookNow]) {
        const error = await within(plan, tool);
        expect(plannedBy(error)).to.equal(by);
        const [head, first, second] = error.stack?.split("\n") ?? [];
        expect(head).to.equal(`Error: ${error.message}`);
        expect(first).to.equal(`    at book (made to fail by ${by})`);
        expect(second).to.include("planned-error.test.ts");
        expect(error.stack).not.to.match(/\/src\/|node:/);
        expect(Object.keys(error), "an agent that shows the error shows no more than its message").to.deep.equal([]);
      }
    });

  it("is the environment's where that failed, with its faults told apart", async () => {
    const tools = {
      book: {
        run: () => {
          throw new Error("sold out");
        },
      },
    };
    const own = await thrownBy(() => createEnvironment({ state: {}, tools }).open().tools.book?.({}));
    expect(own.stack).to.match(/^ToolError: sold out\n {4}at book \(in the environment\)\n.*planned-error\.test\.ts/);
    const faults = { book: fault({ kind: "timeout" }) };
    const hit = await thrownBy(() => createEnvironment({ state: {}, tools, faults }).open().tools.book?.({}));
    expect(hit.stack).to.include("at book (made to fail by the environment's faults: timeout)");
  });

  it("names the step in the conversation that it breaks off, at the agent's own line", async () => {
    const user = new ScriptedScenario([steps.inject({ tool: "book", message: "503" }), steps.user("Book it.")]);
    const agent = async () => String(await book({}));
    const simulator = new ConversationSimulator(
      { agent, user, intercept: interceptTools({}) },
      { env: {}, warn: () => undefined },
    );
    const [testCase] = await simulator.simulate({ conversationalGoldens: [{ id: "g", scenario: "A bike." }] });
    expect(testCase?.error).to.match(
      /The agent failed: 503, as planned by step 1, steps\.inject \(at .*planned-error\.test\.ts:\d+:\d+\)$/,
    );
  });

  it("is the set-up's where all writes are refused, and the agent's where a rule of its own refuses the call", async () => {
    const failureUnder = async (intercept: InterceptPlan) => {
      const agent = async () => String(await book({}));
      const simulator = new ConversationSimulator(
        { agent, user: new ScriptedUser(["Book it."]), intercept },
        { env: {}, warn: () => undefined },
      );
      const [testCase] = await simulator.simulate({ conversationalGoldens: [{ id: "g", scenario: "A bike." }] });
      return { ...testCase?.failure, error: testCase?.error };
    };
    const all = await failureUnder(interceptTools({}, { writes: "refuse" }));
    expect(all).to.include({ party: "environment", kind: "setup" });
    expect(all.error).to.match(/The agent did not catch .* switched off by .*writes: "refuse".*book .*let it pass/);
    const one = await failureUnder(interceptTools({ book: refuse() }));
    expect(one).to.include({ party: "agent", kind: "threw" });
  });
});
