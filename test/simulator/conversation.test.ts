import { expect } from "chai";
import { Abandonment } from "../../src/simulator/abandonment.js";
import { end, proceed, type StoppingInput } from "../../src/simulator/stopping.js";
import { ConversationalTestCase } from "../../src/test-case/conversational-test-case.js";
import type { Turn } from "../../src/test-case/turn.js";
import { golden, hold, lines, told } from "./support.js";

const seeded = golden({
  turns: [
    { role: "user", content: "hello" },
    { role: "assistant", content: "hi" },
    { role: "user", content: "my headphones broke" },
  ],
});

describe("a conversation", () => {
  it("alternates between the user and the agent until the script ends", async () => {
    const testCase = await hold(({ input }) => `re: ${String(input)}`, { lines: ["one", "two"] });
    expect(lines(testCase)).to.deep.equal(["user: one", "assistant: re: one", "user: two", "assistant: re: two"]);
    expect(testCase.endReason).to.deep.equal({ by: "user", reason: "the script ended" });
    expect(testCase).to.not.have.property("error");
  });

  it("ends at the cap, which counts generated user turns", async () => {
    const testCase = await hold(() => "ok", { maxUserSimulations: 1 });
    expect(lines(testCase)).to.deep.equal(["user: one", "assistant: ok"]);
    expect(testCase.endReason?.by).to.equal("cap");
    expect(testCase.endReason?.reason).to.contain("1 user turn ").and.contain("maxUserSimulations");
  });

  it("reuses a user turn that the golden ends with, without counting it", async () => {
    const asked: (string | null)[] = [];
    const testCase = await hold(({ input }) => (asked.push(input), "ok"), { golden: seeded, maxUserSimulations: 1 });
    expect(asked).to.deep.equal(["my headphones broke", "one"]);
    expect(testCase.turns).to.have.length(6);
    expect(testCase.endReason?.by).to.equal("cap");
  });

  it("lets the agent speak first, with no input and no user turn counted", async () => {
    const asked: (string | null)[] = [];
    const greeted = await hold(({ input }) => (asked.push(input), input === null ? "Welcome!" : "ok"), {
      golden: golden({ persona: { characteristics: "quiet", speaksFirst: false } }),
      maxUserSimulations: 1,
    });
    expect(asked).to.deep.equal([null, "one"]);
    expect(lines(greeted)).to.deep.equal(["assistant: Welcome!", "user: one", "assistant: ok"]);
  });

  it("greets only where nothing has been said yet", async () => {
    const asked: (string | null)[] = [];
    await hold(({ input }) => (asked.push(input), "ok"), {
      golden: golden({
        persona: { characteristics: "quiet", speaksFirst: false },
        turns: [{ role: "assistant", content: "Welcome!" }],
      }),
      lines: ["one"],
    });
    expect(asked).to.deep.equal(["one"]);
  });

  it("gives the agent a history that nothing writes to, with the user's latest turn in it", async () => {
    const histories: (readonly Turn[])[] = [];
    await hold(({ turns }) => (histories.push(turns), "ok"), { lines: ["one", "two"] });
    expect(histories.map((turns) => turns.length)).to.deep.equal([1, 3]);
    const [first] = histories;
    expect(() => (first as Turn[]).push({ role: "user", content: "x" })).to.throw(TypeError);
    expect(() => Object.assign(first?.[0] ?? {}, { content: "x" })).to.throw(TypeError);
  });

  it("keeps last words, their reply, and the reason to end", async () => {
    const user = { name: "brief", next: () => ({ say: "Thanks, that is all.", thenEnd: "The refund is made." }) };
    const testCase = await hold(() => "Goodbye.", { user });
    expect(lines(testCase)).to.deep.equal(["user: Thanks, that is all.", "assistant: Goodbye."]);
    expect(testCase.endReason).to.deep.equal({ by: "user", reason: "The refund is made." });
  });

  const silent = { name: "silent", next: () => ({ end: "nothing to say" }) };

  it("is not long when the user ends it before anything was said", async () => {
    const testCase = await hold(() => "ok", { user: silent });
    expect(testCase.turns).to.deep.equal([]);
    expect(() => new ConversationalTestCase({ ...testCase })).to.not.throw();
  });

  it("tells an observer every finished turn, numbered from 1", async () => {
    const seen: string[] = [];
    await hold(() => ["a", "b"], {
      golden: seeded,
      user: silent,
      onTurn: (_job, turn, number) => seen.push(`${String(number)} ${turn.content}`),
    });
    expect(seen).to.deep.equal(["4 a", "5 b"]);
  });

  it("is a case of its own failure where Rehearsal's own part breaks", async () => {
    const testCase = await hold(() => "ok", {
      onTurn: () => {
        throw new Error("disk full");
      },
    });
    expect(testCase.endReason?.by).to.equal("error");
    expect(testCase.error).to.contain("Rehearsal itself failed: disk full");
  });
});

describe("the stopping controller", () => {
  it("is asked before every user turn, the first included, and told by name", async () => {
    const told: StoppingInput[] = [];
    await hold(() => "ok", { lines: ["one"], stoppingController: (input) => void told.push(input) });
    expect(
      told.map(({ simulatedUserTurns, maxUserSimulations, index }) => [simulatedUserTurns, maxUserSimulations, index]),
    ).to.deep.equal([
      [0, 10, 0],
      [1, 10, 0],
    ]);
    expect(told[0]).to.include({ lastUserTurn: undefined, lastAssistantTurn: undefined });
    expect(told[0]?.golden.id).to.equal("refund");
    expect(told[1]?.lastUserTurn?.content).to.equal("one");
    expect(told[1]?.lastAssistantTurn?.content).to.equal("ok");
    expect(told[1]?.threadId).to.equal(told[0]?.threadId);
  });

  it("ends the conversation with its reason, before the user speaks", async () => {
    const testCase = await hold(() => "ok", { stoppingController: async () => end("enough said") });
    expect(testCase.turns).to.deep.equal([]);
    expect(testCase.endReason).to.deep.equal({ by: "controller", reason: "enough said" });
    expect(testCase).to.not.have.property("error");
  });

  it("comes after the cap", async () => {
    let asked = 0;
    const testCase = await hold(() => "ok", { maxUserSimulations: 1, stoppingController: () => (asked++, proceed()) });
    expect(asked).to.equal(1);
    expect(testCase.endReason?.by).to.equal("cap");
  });

  for (const answer of [undefined, null, proceed()]) {
    it(`goes on where it answers ${JSON.stringify(answer) ?? "undefined"}`, async () => {
      const testCase = await hold(() => "ok", { lines: ["one"], stoppingController: () => answer });
      expect(testCase.endReason?.by).to.equal("user");
    });
  }

  const slips: [unknown, string][] = [
    [true, "true"],
    ["end", '"end"'],
    [0, "0"],
    [{ end: 1 }, "a value of type object"],
    [end, "the function end itself"],
  ];
  for (const [answer, told] of slips) {
    it(`does not go on as if nothing were where it answers ${told}`, async () => {
      const testCase = await hold(() => "ok", { lines: ["one"], stoppingController: () => answer as undefined });
      expect(testCase.failure?.party).to.equal("controller");
      expect(testCase.endReason?.reason).to.contain(`end("why"), proceed() or nothing; it returned ${told}`);
    });
  }

  it("that throws ends the conversation as an error of its own", async () => {
    const testCase = await hold(() => "ok", {
      stoppingController: ({ simulatedUserTurns }) => {
        if (simulatedUserTurns === 1) throw new RangeError("no such turn");
      },
    });
    expect(lines(testCase)).to.deep.equal(["user: one", "assistant: ok"]);
    expect(testCase.endReason).to.deep.equal({
      by: "error",
      reason: "The stopping controller failed: RangeError: no such turn",
    });
    expect(testCase.error).to.contain('Golden "refund", turn 3').and.contain("conversation.test.ts");
  });
});

describe("a user that fails", () => {
  it("ends the conversation with an error that names it", async () => {
    const user = { name: "broken", next: () => Promise.reject(new Error("no model")) };
    expect(told(await hold(() => "ok", { user }))).to.match(/^error \| The simulated user failed: no model \|.*turn 1/);
  });

  it("that answers no move is told what moves there are", async () => {
    const user = { name: "odd", next: () => 42 as never };
    expect((await hold(() => "ok", { user })).error)
      .to.contain("it answered 42")
      .and.contain("{ say:");
  });
});

describe("a caller that gives up", () => {
  it("before the conversation begins gets it back unbegun", async () => {
    const testCase = await hold(() => "ok", {
      golden: seeded,
      abandonment: new Abandonment([AbortSignal.abort(new Error("enough"))]),
    });
    expect(testCase.turns).to.have.length(3);
    expect(testCase.endReason).to.deep.equal({
      by: "abort",
      reason: "The caller aborted the simulation before this conversation began: enough",
    });
    expect(testCase.error).to.contain("before this conversation began: enough");
  });

  it("while the agent thinks ends it, tells the agent, and keeps the turns", async () => {
    const caller = new AbortController();
    let heard: unknown;
    const testCase = await hold(
      ({ signal }) =>
        new Promise(() => {
          signal.addEventListener("abort", () => (heard = signal.reason as unknown));
          queueMicrotask(() => caller.abort());
        }),
      { abandonment: new Abandonment([caller.signal]) },
    );
    expect(lines(testCase)).to.deep.equal(["user: one"]);
    expect(testCase.endReason?.by).to.equal("abort");
    expect(heard).to.have.property("code", "aborted");
  });

  it("between two turns ends it there", async () => {
    const caller = new AbortController();
    const testCase = await hold(({ input }) => (input === "two" && caller.abort(), "ok"), {
      abandonment: new Abandonment([caller.signal]),
    });
    expect(lines(testCase)).to.deep.equal(["user: one", "assistant: ok", "user: two"]);
    expect(testCase.endReason?.by).to.equal("abort");
  });
});
