import { expect } from "chai";
import { createEnvironment, interceptTools, mock, ToolError } from "../../src/environment/index.js";
import { evaluate } from "../../src/evaluation/evaluate.js";
import type { ConversationSimulatorOptions } from "../../src/simulator/options.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import { observe } from "../../src/tracing/index.js";
import { only } from "../simulator/support.js";

const book = observe({ type: "tool", name: "book" }, async (_: object) => "booked");

async function blameIn(options: Partial<ConversationSimulatorOptions>) {
  const agent = async () => String(await book({ id: 1 }));
  const user = new ScriptedUser(["Book it."]);
  const simulator = new ConversationSimulator({ agent, user, ...options }, { env: {}, warn: () => undefined });
  const testCase = await only(simulator, { golden: { expectedTools: ["book"] } });
  return (await evaluate([testCase], { record: false })).results[0]?.blame;
}
const world = (run: (state: { bikes?: { at: string }[] }) => unknown) => ({
  environment: createEnvironment({ state: {}, tools: { book: { run } } }),
});
const slip = (state: { bikes?: { at: string }[] }) => (state.bikes as { at: string }[])[0]?.at;

describe("blame for what surrounds the agent", () => {
  it("is the test's where writes are refused, and names the tool and what refused it", async () => {
    const blame = await blameIn({ intercept: interceptTools({}, { writes: "refuse" }) });
    expect(blame?.party).to.equal("test");
    expect(blame?.reason).to.match(/switched off by interceptTools\(…, \{ writes: "refuse" \}\): book is switched off/);
    expect(blame?.reason).to.not.include("a key, a package");
  });

  it("is the test's where a tool of the environment throws, and names it, what it threw and the line", async () => {
    const blame = await blameIn(world(slip));
    expect(blame?.party).to.equal("test");
    expect(blame?.reason).to.match(
      /tool book of the environment threw.*TypeError: Cannot read.*blame-of-set-up\.test\.ts:\d+/,
    );
  });

  it("is the test's where a tool of the environment is no good, or a mock has a slip in it", async () => {
    const late = await blameIn(world(() => Promise.resolve("booked")));
    expect(late?.party).to.equal("test");
    expect(late?.reason).to.include("book returned a promise");
    const mocked = await blameIn({ intercept: interceptTools({ book: mock(() => slip({})) }) });
    expect(mocked?.party).to.equal("test");
    expect(mocked?.reason).to.match(/mock of book threw.*TypeError.*blame-of-set-up\.test\.ts:\d+/);
  });

  it("is the agent's where it can't cope with what is part of the world", async () => {
    const soldOut = (error: Error) => (): never => {
      throw error;
    };
    expect((await blameIn(world(soldOut(new ToolError("sold out")))))?.party).to.equal("agent");
    const intercept = interceptTools({ book: mock(soldOut(new Error("503"))) });
    expect((await blameIn({ intercept }))?.party).to.equal("agent");
  });
});
