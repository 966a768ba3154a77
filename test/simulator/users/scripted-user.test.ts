import { expect } from "chai";
import { end } from "../../../src/simulator/stopping.js";
import { ScriptedUser } from "../../../src/simulator/users/scripted-user.js";
import { golden, hold, lines } from "../support.js";

describe("ScriptedUser", () => {
  it("says its lines in order after a history, then ends", async () => {
    const seeded = golden({ turns: [{ role: "user", content: "hello" }] });
    const testCase = await hold(() => "ok", { golden: seeded, user: new ScriptedUser(["one", "two"]) });
    expect(lines(testCase).filter((line) => line.startsWith("user"))).to.deep.equal([
      "user: hello",
      "user: one",
      "user: two",
    ]);
    expect(testCase.endReason).to.deep.equal({ by: "user", reason: "the script ended" });
  });

  it("refuses to be one who never says anything", () => {
    expect(() => new ScriptedUser([])).to.throw(/the list is empty/);
  });

  it("does not change when the list that it was given does", async () => {
    const given = ["one"];
    const user = new ScriptedUser(given);
    given.push("two");
    expect((await hold(() => "ok", { user })).turns).to.have.length(2);
  });

  it("takes a function of the conversation, sync or async, that may end it in its own words", async () => {
    const user = new ScriptedUser(async ({ turns }) => (turns.length < 2 ? "one" : end("it asked too much")));
    expect((await hold(() => "ok", { user })).endReason).to.deep.equal({ by: "user", reason: "it asked too much" });
    const none = new ScriptedUser(() => null);
    expect((await hold(() => "ok", { user: none })).endReason?.reason).to.equal("the script ended");
  });

  it("refuses what is no script, and tells a function that forgot to return", async () => {
    expect(() => new ScriptedUser(["a", 2 as never])).to.throw("line 2 is no text");
    expect(() => new ScriptedUser("hello" as never)).to.throw("got string");
    const user = new ScriptedUser(() => undefined as never);
    expect((await hold(() => "ok", { user })).error).to.contain("it answered undefined");
  });
});

describe("ScriptedUser.from", () => {
  it("says again what the user of a recorded conversation said, without what the golden began with", async () => {
    const seeded = golden({ turns: [{ role: "user", content: "hello" }] });
    const first = await hold(({ input }) => `You said ${String(input)}`, { golden: seeded, lines: ["one", "two"] });
    const recorded = JSON.parse(JSON.stringify(first)) as typeof first;
    const again = await hold(({ input }) => `Now ${String(input)}`, {
      golden: seeded,
      user: ScriptedUser.from(recorded),
    });
    expect(lines(again).filter((line) => line.startsWith("user"))).to.deep.equal([
      "user: hello",
      "user: one",
      "user: two",
    ]);
  });

  it("takes turns alone, and leaves out what a script put in", async () => {
    const user = ScriptedUser.from([
      { role: "user", content: "one" },
      { role: "assistant", content: "ok" },
      { role: "user", content: "(noise)", metadata: { inserted: true } },
      { role: "user", content: "two" },
    ]);
    expect(lines(await hold(() => "ok", { user })).filter((line) => line.startsWith("user"))).to.deep.equal([
      "user: one",
      "user: two",
    ]);
  });

  it("refuses what has no turns of a user", () => {
    expect(() => ScriptedUser.from({})).to.throw("takes a test case of a conversation, or its turns");
    expect(() => ScriptedUser.from([{ role: "assistant", content: "hi" }])).to.throw("never said anything");
    expect(() => ScriptedUser.from([{ role: "user" } as never])).to.throw("A recorded turn");
  });
});
