import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { langChainAgent, type LangChainRunnable } from "../../src/simulator/index.js";
import { golden, hold, lines, told } from "../simulator/support.js";
import { folder, versionOf } from "./support/example.js";

const { resolve } = createRequire(join(folder, "package.json"));
const load = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(resolve(name).replace(/\.cjs$/, ".js")).href)) as T;

interface Message {
  readonly type: string;
}
type Node = (state: { readonly messages: readonly Message[] }) => Promise<{ readonly messages: readonly unknown[] }>;
interface Graph {
  addNode(name: string, node: Node): Graph;
  addEdge(from: string, to: string): Graph;
  compile(
    options?: object,
  ): LangChainRunnable & { getState(config: object): Promise<{ values: { messages: Message[] } }> };
}
interface LangGraph {
  readonly StateGraph: new (state: unknown) => Graph;
  readonly MessagesAnnotation: unknown;
  readonly MemorySaver: new () => object;
  readonly START: string;
  readonly END: string;
  interrupt(value: unknown): unknown;
}
interface Core {
  readonly AIMessage: new (fields: unknown) => Message;
  readonly ToolMessage: new (fields: object) => Message;
}
interface Fakes {
  readonly FakeListChatModel: new (
    fields: object,
  ) => LangChainRunnable & { invoke(messages: unknown): Promise<unknown> };
}

const twoLines = { lines: ["one", "two"] };

describe(`langChainAgent with LangGraph ${versionOf("@langchain/langgraph")}`, () => {
  let lang: LangGraph;
  let core: Core;
  let fakes: Fakes;
  before(async () => {
    lang = await load("@langchain/langgraph");
    core = await load("@langchain/core/messages");
    fakes = await load("@langchain/core/utils/testing");
  });
  const graphOf = (node: Node, options: object = {}) =>
    new lang.StateGraph(lang.MessagesAnnotation)
      .addNode("ask", node)
      .addEdge(lang.START, "ask")
      .addEdge("ask", lang.END)
      .compile(options);
  const types = (messages: readonly Message[]): string => messages.map(({ type }) => type).join(" ");
  /** Calls a tool, telling so, then says what it was sent. */
  const looking: Node = async ({ messages }) => ({
    messages: [
      new core.AIMessage({ content: "Let me look.", tool_calls: [{ id: "c1", name: "look", args: {} }] }),
      new core.ToolMessage({ content: "here", tool_call_id: "c1" }),
      new core.AIMessage({ content: [{ type: "text", text: `Saw: ${types(messages)}` }] }),
    ],
  });

  for (const keeps of [true, false]) {
    it(`${keeps ? "sends what is new to one with" : "sends all of it, tools included, to one without"} a checkpointer`, async () => {
      const agent = langChainAgent(graphOf(looking, keeps ? { checkpointer: new lang.MemorySaver() } : {}));
      expect(lines(await hold(agent, twoLines))).to.deep.equal([
        "user: one",
        "assistant: Let me look.",
        "assistant: Saw: human",
        "user: two",
        "assistant: Let me look.",
        "assistant: Saw: human ai tool ai human",
      ]);
    });

    it(`begins anew in each run, ${keeps ? "with" : "without"} a checkpointer, and goes on from the golden's turns`, async () => {
      const agent = langChainAgent(graphOf(looking, keeps ? { checkpointer: new lang.MemorySaver() } : {}));
      const seeded = golden({
        turns: [
          { role: "user", content: "a" },
          { role: "assistant", content: "b" },
        ],
      });
      const runs = [];
      for (let run = 0; run < 3; run++) runs.push(lines(await hold(agent, { ...twoLines, golden: seeded })));
      expect(runs[0]?.slice(2)).to.deep.equal([
        "user: one",
        "assistant: Let me look.",
        "assistant: Saw: human ai human",
        "user: two",
        "assistant: Let me look.",
        "assistant: Saw: human ai human ai tool ai human",
      ]);
      expect(runs[1]).to.deep.equal(runs[0]);
      expect(runs[2]).to.deep.equal(runs[0]);
    });

    it(`may speak first, ${keeps ? "with" : "without"} a checkpointer`, async () => {
      const agent = langChainAgent(graphOf(looking, keeps ? { checkpointer: new lang.MemorySaver() } : {}));
      const shy = golden({ persona: { characteristics: "Shy.", speaksFirst: false } });
      expect(lines(await hold(agent, { lines: ["c"], golden: shy }))).to.deep.equal([
        "assistant: Let me look.",
        "assistant: Saw: human",
        "user: c",
        "assistant: Let me look.",
        "assistant: Saw: human ai tool ai human",
      ]);
    });

    it(`streams, ${keeps ? "with" : "without"} a checkpointer`, async () => {
      const model = new fakes.FakeListChatModel({ responses: ["hello there"] });
      const asks: Node = async (state) => ({ messages: [await model.invoke(state.messages)] });
      const options = keeps ? { checkpointer: new lang.MemorySaver() } : {};
      expect(
        lines(await hold(langChainAgent(graphOf(asks, options), { stream: true }), { lines: ["one"] })),
      ).to.deep.equal(["user: one", "assistant: hello there"]);
      const testCase = await hold(langChainAgent(graphOf(looking, options), { stream: true }), twoLines);
      expect(lines(testCase)).to.deep.equal([
        "user: one",
        "assistant: Let me look.\n\nSaw: human",
        "user: two",
        "assistant: Let me look.\n\nSaw: human ai tool ai human",
      ]);
    });
  }

  it("hands on thread, signal and config", async () => {
    const seen: unknown[] = [];
    const runnable = { invoke: async (state: unknown, config?: object) => (seen.push(state, config), "ok") };
    const agent = langChainAgent(runnable, {
      config: ({ golden: { variables } }) => ({ recursionLimit: 5, configurable: { ...variables } }),
      state: (messages) => ({ chat_history: messages }),
    });
    const testCase = await hold(agent, { lines: ["one"], golden: golden({ variables: { tenant: "acme" } }) });
    expect(seen[0]).to.deep.equal({ chat_history: [{ role: "user", content: "one" }] });
    expect(seen[1]).to.deep.include({
      recursionLimit: 5,
      configurable: { tenant: "acme", thread_id: testCase.threadId },
    });
    expect(seen[1]).to.have.property("signal").that.is.instanceOf(AbortSignal);
  });

  it("takes a chat model", async () => {
    const model = new fakes.FakeListChatModel({ responses: ["hello"] });
    const agent = langChainAgent(model, { state: (messages) => messages });
    expect(lines(await hold(agent, { lines: ["one"] }))).to.deep.equal(["user: one", "assistant: hello"]);
  });

  it("hangs up where the result says so", async () => {
    const agent = langChainAgent(graphOf(looking), { reply: () => ({ content: "Bye.", end: "all is done" }) });
    expect(told(await hold(agent))).to.equal("agent | all is done | no error");
  });

  it("says what came where there is no reply", async () => {
    const waits: Node = async () => ({ messages: [lang.interrupt("Approve?")] });
    const interrupted = langChainAgent(graphOf(waits, { checkpointer: new lang.MemorySaver() }));
    expect(told(await hold(interrupted))).to.match(
      /turn 2: langChainAgent: the graph was interrupted and waits for an answer to "Approve\?"\. Answer it/,
    );
    const mute: Node = async () => ({ messages: [] });
    expect(told(await hold(langChainAgent(graphOf(mute))))).to.match(
      /said nothing: after the user's message it added no message/,
    );
    const other = { invoke: async () => ({ output: "x" }) };
    expect(told(await hold(langChainAgent(other)))).to.match(
      /langChainAgent: the agent gave \{ output: string \}, which has no messages\. Say where its words are with the option reply/,
    );
    const throws: Node = async () => {
      throw new Error("no such table");
    };
    expect(told(await hold(langChainAgent(graphOf(throws))))).to.match(/The agent failed: no such table/);
    expect(() => langChainAgent({} as never)).to.throw(/langChainAgent: it needs what has invoke\(\)/);
  });
});
