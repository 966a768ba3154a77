import { expect } from "chai";
import { RehearsalError } from "../../../src/errors.js";
import { langChainAgent } from "../../../src/simulator/index.js";
import { hold, lines, told } from "../support.js";

// With the packages themselves: test/agents/lang-chain-agent.full.ts.

interface Sent {
  readonly messages: readonly object[];
}
const ai = (content: unknown, more: object = {}) => ({ type: "ai", content, ...more });
const human = (content: string) => ({ type: "human", content });
/** Answers as a graph does: with all messages. */
const graph = (...added: readonly object[]) => ({
  invoke: async ({ messages }: Sent) => ({ messages: [...messages.slice(0, -1), human("one"), ...added] }),
});
const one = { lines: ["one"] };

describe("langChainAgent", () => {
  const said: readonly [name: string, added: readonly object[], expected: readonly string[]][] = [
    ["a message", [ai("Hello.")], ["assistant: Hello."]],
    [
      "several, each as its own",
      [ai("One."), { type: "tool", content: "found" }, ai("Two.")],
      ["assistant: One.", "assistant: Two."],
    ],
    [
      "parts",
      [ai([{ type: "text", text: "He" }, { type: "image_url" }, { type: "text", text: "llo." }])],
      ["assistant: Hello."],
    ],
    ["a message of an older version", [{ _getType: () => "ai", content: "Hello." }], ["assistant: Hello."]],
    ["an empty text", [ai("")], ["assistant: "]],
  ];
  for (const [name, added, expected] of said) {
    it(`reads ${name}`, async () => {
      expect(lines(await hold(langChainAgent(graph(...added)), one))).to.deep.equal(["user: one", ...expected]);
    });
  }

  it("reads a message or a text in place of a state", async () => {
    for (const result of ["Hello.", ai("Hello.")]) {
      const testCase = await hold(langChainAgent({ invoke: async () => result }), one);
      expect(lines(testCase)).to.deep.equal(["user: one", "assistant: Hello."]);
    }
  });

  const none: readonly [name: string, result: unknown, said: RegExp][] = [
    [
      "no message",
      { messages: [human("one")] },
      /langChainAgent: the agent said nothing: after the user's message it added no message/,
    ],
    [
      "only a tool's result",
      { messages: [human("one"), { type: "tool", content: "x" }] },
      /it added tool\. See that it ends/,
    ],
    [
      "a call of a tool",
      { messages: [human("one"), ai("", { tool_calls: [{ name: "look" }] })] },
      /said nothing: .* it added ai\./,
    ],
    [
      "another state",
      { output: { text: "x" } },
      /the agent gave \{ output: \{ text: string \} \}, which has no messages/,
    ],
    ["a user's message", human("x"), /a message of type human, and not one of its own/],
    ["nothing", undefined, /the agent gave undefined, which has no messages/],
  ];
  for (const [name, result, message] of none) {
    it(`fails where the agent gives ${name}`, async () => {
      expect((await hold(langChainAgent({ invoke: async () => result }), one)).error).to.match(message);
    });
  }

  it("trusts a memory that can't be looked at: all at first, then what is new", async () => {
    const sent: number[] = [];
    const agent = langChainAgent(
      {
        invoke: async ({ messages }: Sent) => {
          sent.push(messages.length);
          return ai("ok");
        },
      },
      { checkpointer: true },
    );
    await hold(agent, { lines: ["one", "two", "three"] });
    expect(sent).to.deep.equal([1, 1, 1]);
  });

  it("joins the pieces of a streamed message, and keeps messages apart", async () => {
    const agent = langChainAgent(
      {
        invoke: async () => undefined,
        stream: async () =>
          (async function* () {
            yield ["messages", [ai("Let me", { id: "1" }), {}]];
            yield ["messages", [ai(" look.", { id: "1" }), {}]];
            yield ["messages", [{ type: "tool", content: "found", id: "t" }, {}]];
            yield ["messages", [ai("Here.", { id: "2" }), {}]];
            yield ["values", { messages: [] }];
          })(),
      },
      { stream: true },
    );
    expect(lines(await hold(agent, one))).to.deep.equal(["user: one", "assistant: Let me look.\n\nHere."]);
  });

  it("refuses what can't be meant", async () => {
    const wrong: readonly [() => unknown, RegExp][] = [
      [
        () => langChainAgent(undefined as never),
        /langChainAgent: it needs what has invoke\(\), such as a compiled graph; got undefined/,
      ],
      [() => langChainAgent(graph(), { stream: true }), /the agent has no stream\(\)/],
      [() => langChainAgent(graph(), { steam: true } as object), /did you mean "stream"/],
    ];
    for (const [make, message] of wrong) expect(make).to.throw(RehearsalError, message);
    const ends = langChainAgent(graph(ai("x")), { reply: () => ({ end: "done" }) });
    expect(told(await hold(ends))).to.equal("agent | done | no error");
  });
});
