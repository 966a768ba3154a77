import { expect } from "chai";
import { evaluate, observe } from "../../src/index.js";
import { ConversationSimulator, ScriptedUser, type User } from "../../src/simulator/index.js";

const refund = observe({ type: "tool", name: "refund" }, async () => true);
const look = observe({ type: "tool", name: "look" }, async () => true);
const golden = { id: "g", scenario: "s", forbiddenTools: ["refund"] };

describe("a tool that is called after a reply that is not the last", () => {
  it("is in the next turn, of which it is then not known which tools it called", async () => {
    let late: Promise<unknown> = Promise.resolve();
    const agent = async ({ input }: { readonly input: string | null }) => {
      if (input === "two") await late;
      else late = new Promise<void>((resolve) => setImmediate(resolve)).then(() => refund());
      await look();
      return "done";
    };
    const user = new ScriptedUser(["one", "two", "three"]);
    const lines = { id: "g", scenario: "s" };
    const [testCase] = await new ConversationSimulator({ agent, user }).simulate({ conversationalGoldens: [lines] });
    const names = testCase?.traces?.map(({ toolsCalled }) => toolsCalled.map(({ name }) => name));
    expect(names?.slice(0, 2)).to.deep.equal([["look"], ["refund", "look"]]);
    expect(testCase?.turns[1]?.toolsCalled).to.have.length(1);
    expect(testCase?.turns[3]?.toolsCalled).to.equal(undefined);
  });
});

describe("a tool that is called after the last reply of a conversation", () => {
  it("before that is over is in its test case, of which it is then not known what else was called", async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let done: Promise<unknown> = Promise.resolve();
    const agent = async () => {
      await look();
      done = released.then(() => refund());
      return "done";
    };
    const user: User = {
      name: "waiting",
      async next({ userTurns }) {
        if (userTurns === 0) return { say: "hello" };
        release();
        await done;
        return { end: "enough" };
      },
    };
    const [testCase] = await new ConversationSimulator({ agent, user }).simulate({ conversationalGoldens: [golden] });
    if (testCase === undefined) throw new Error("no test case");
    expect(testCase.turns.map(({ toolsCalled }) => toolsCalled)).to.deep.equal([undefined, undefined]);
    expect(testCase.traces?.[0]?.toolsCalled.map(({ name }) => name)).to.deep.equal(["look", "refund"]);
    expect(testCase.traces?.[0]?.missing[0]).to.match(/^toolsCalled: tool "refund" was called after the last reply/);
    const { results } = await evaluate([testCase]);
    expect(results[0]?.metrics[0]).to.include({ verdict: "failed" });
  });

  it("while others are held is in it too", async () => {
    let done = (): void => undefined;
    const called = new Promise<void>((resolve) => (done = resolve));
    const agent = async ({ golden: { id } }: { readonly golden: { readonly id: string } }) => {
      if (id === "first") setImmediate(() => setImmediate(() => void refund().then(done)));
      else await called;
      return "done";
    };
    const user: User = {
      name: "brief",
      next: ({ userTurns }) => (userTurns === 0 ? { say: "hello" } : { end: "enough" }),
    };
    const [first] = await new ConversationSimulator({ agent, user }).simulate({
      conversationalGoldens: [
        { ...golden, id: "first" },
        { ...golden, id: "second" },
      ],
    });
    expect(first?.traces?.[0]?.toolsCalled.map(({ name }) => name)).to.deep.equal(["refund"]);
  });
});
