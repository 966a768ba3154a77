import { expect } from "chai";
import type { Agent } from "../../src/simulator/agent.js";
import { hold, lines } from "./support.js";

const one = { lines: ["one"] };

describe("what an agent may answer", () => {
  const accepted: [name: string, agent: Agent, expected: string[]][] = [
    ["a text", () => "hi", ["assistant: hi"]],
    ["an empty text", () => "", ["assistant: "]],
    ["a promise of a text", async () => "hi", ["assistant: hi"]],
    ["an assistant turn", () => ({ role: "assistant", content: "hi" }), ["assistant: hi"]],
    ["a list", () => ["hi", { role: "assistant", content: "there" }], ["assistant: hi", "assistant: there"]],
  ];
  for (const [name, agent, expected] of accepted) {
    it(name, async () => {
      const testCase = await hold(agent, one);
      expect(lines(testCase)).to.deep.equal(["user: one", ...expected]);
      expect(testCase.endReason?.by).to.equal("user");
    });
  }

  it("keeps what the turn states, shorthands included", async () => {
    const testCase = await hold(
      () => ({ role: "assistant", content: "done", toolsCalled: ["lookup"], latencyMs: 7, metadata: { a: 1 } }),
      one,
    );
    expect(testCase.turns[1]).to.deep.include({ toolsCalled: [{ name: "lookup" }], latencyMs: 7, metadata: { a: 1 } });
  });

  it("copies the turn, so that an agent that goes on writing to it changes nothing", async () => {
    const mine = { role: "assistant" as const, content: "first", metadata: { a: 1 } };
    const testCase = await hold(() => mine, one);
    mine.content = "second";
    mine.metadata.a = 2;
    expect(testCase.turns[1]).to.deep.include({ content: "first", metadata: { a: 1 } });
  });
});

describe("what is no reply ends the conversation and says what came and what may", () => {
  const refused: [name: string, reply: unknown, said: RegExp][] = [
    ["undefined", undefined, /answered undefined\./],
    ["null", null, /answered null\./],
    ["a number", 42, /answered the number 42\./],
    ["a bigint", 10n, /answered the bigint 10\./],
    ["a symbol", Symbol("s"), /answered the symbol Symbol\(s\)\./],
    ["a function", () => "hi", /answered the function \(\)/],
    ["an empty list", [], /answered an empty list\./],
    ["a list with null", ["hi", null], /answered null at \[1\] of its list\./],
    ["a list in a list", [["hi"]], /answered a list inside a list at \[0\] of its list\./],
    ["bytes", new Uint8Array(2), /answered bytes \(Uint8Array\)\./],
    ["a user turn", { role: "user", content: "hi" }, /answered a turn of role "user"\./],
    ["a turn without role", { content: "hi" }, /no turn \(its keys: content\)\. Add role: "assistant"/],
    ["a streamText result", { textStream: [], usage: 1 }, /Return its textStream/],
    ["a chat completion", { choices: [] }, /Return choices\[0\]\.message\.content/],
    ["a turn without content", { role: "assistant" }, /a turn that is none\. The turn is invalid: content/],
    ["a turn with an unknown key", { role: "assistant", content: "a", toolCalled: [] }, /did you mean "toolsCalled"/],
  ];
  for (const [name, reply, said] of refused) {
    it(name, async () => {
      const testCase = await hold(() => reply as never, one);
      expect(testCase.endReason?.by).to.equal("error");
      expect(testCase.error).to.match(said).and.contain('Golden "refund", turn 2');
      expect(lines(testCase)).to.deep.equal(["user: one"]);
    });
  }

  it("a turn whose properties throw", async () => {
    const hostile = {
      role: "assistant",
      get content(): string {
        throw new Error("no content today");
      },
    };
    expect((await hold(() => hostile as never, one)).error).to.contain("no content today");
  });

  it("says what is allowed", async () => {
    expect((await hold(() => 1 as never, one)).error)
      .to.contain("Allowed are a text")
      .and.contain("async iterable");
  });
});
