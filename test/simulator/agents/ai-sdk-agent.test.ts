import { APICallError, generateText, stepCountIs, streamText, tool, ToolLoopAgent } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV3 } from "ai/test";
import { expect } from "chai";
import { z } from "zod";
import { ConversationSimulator, RehearsalError, ScriptedUser } from "../../../src/index.js";
import { aiSdkAgent, type AISDKAgentOptions } from "../../../src/simulator/index.js";
import { rejectionOf } from "../../support/rejection.js";
import { golden, hold, lines, told } from "../support.js";
import { given } from "./answering-server.js";

type Prompt = MockLanguageModelV3["doGenerateCalls"][number]["prompt"];
type Streamed = Awaited<ReturnType<MockLanguageModelV3["doStream"]>>["stream"];
type Part = Streamed extends ReadableStream<infer P> ? P : never;
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
type Content =
  { type: "text"; text: string } | { type: "tool-call"; toolCallId: string; toolName: string; input: string };
const text = (said: string): Content => ({ type: "text", text: said });
const look: Content = { type: "tool-call", toolCallId: "c1", toolName: "look", input: '{"id":"A-1"}' };

/** A model that answers by rule, in one piece or streamed. */
function modelThat(answer: (prompt: Prompt) => readonly Content[], finish?: "length") {
  const reasonOf = (content: readonly Content[]) =>
    finish ?? (content.some(({ type }) => type === "tool-call") ? ("tool-calls" as const) : ("stop" as const));
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const content = [...answer(prompt)];
      return { content, finishReason: { unified: reasonOf(content), raw: undefined }, usage, warnings: [] };
    },
    doStream: async ({ prompt }) => {
      const content = answer(prompt);
      const deltas = (said: string): Part[] =>
        said.split(/(?<= )/).map((delta): Part => ({ type: "text-delta", id: "t", delta }));
      const parts = content.flatMap((part): Part[] =>
        part.type === "text"
          ? [{ type: "text-start", id: "t" }, ...deltas(part.text), { type: "text-end", id: "t" }]
          : [part],
      );
      const finishReason = { unified: reasonOf(content), raw: undefined };
      const stream = convertArrayToReadableStream<Part>([...parts, { type: "finish", finishReason, usage }]);
      return { stream };
    },
  });
}
const roles = (prompt: Prompt): string => prompt.map(({ role }) => role).join(" ");
/** Looks once, telling so, then reports what it was sent. */
const looking = (prompt: Prompt) =>
  prompt.some(({ role }) => role === "tool") ? [text(`Found with: ${roles(prompt)}`)] : [text("Let me look."), look];
const tools = { look: tool({ inputSchema: z.object({ id: z.string() }), execute: async ({ id }) => `${id} is here` }) };

const twoLines = { lines: ["one", "two"] };

describe("aiSdkAgent", () => {
  it("asks a ToolLoopAgent with the conversation so far, its own tool calls included", async () => {
    const agent = aiSdkAgent(new ToolLoopAgent({ model: modelThat(looking), instructions: "Help.", tools }));
    expect(lines(await hold(agent, twoLines))).to.deep.equal([
      "user: one",
      "assistant: Let me look.",
      "assistant: Found with: system user assistant tool",
      "user: two",
      "assistant: Found with: system user assistant tool assistant user",
    ]);
  });

  it("streams, with a blank line between steps", async () => {
    const agent = aiSdkAgent(new ToolLoopAgent({ model: modelThat(looking), tools }), { stream: true });
    expect(lines(await hold(agent, twoLines))).to.deep.equal([
      "user: one",
      "assistant: Let me look.\n\nFound with: user assistant tool",
      "user: two",
      "assistant: Found with: user assistant tool assistant user",
    ]);
  });

  it("takes a function that asks generateText or streamText", async () => {
    const model = modelThat(looking);
    const settings = { model, tools, stopWhen: stepCountIs(5) };
    const generated = await hold(
      aiSdkAgent((call) => generateText({ ...settings, ...call })),
      { lines: ["one"] },
    );
    expect(lines(generated).at(-1)).to.equal("assistant: Found with: user assistant tool");
    const streamed = await hold(
      aiSdkAgent((call) => streamText({ ...settings, ...call })),
      { lines: ["one"] },
    );
    expect(lines(streamed).at(-1)).to.equal("assistant: Let me look.\n\nFound with: user assistant tool");
  });

  it("mixes no two conversations, and no two runs of the same one", async () => {
    const agent = aiSdkAgent(new ToolLoopAgent({ model: modelThat(looking), tools }));
    const first = await hold(agent, twoLines);
    const [again, other] = await Promise.all([
      hold(agent, twoLines),
      hold(agent, { ...twoLines, golden: golden({ id: "b" }) }),
    ]);
    expect(lines(again)).to.deep.equal(lines(first));
    expect(lines(other)).to.deep.equal(lines(first));
  });

  it("goes on from the golden's turns, and speaks first where the golden wants that", async () => {
    const model = modelThat((prompt) => [text(roles(prompt))]);
    const agent = aiSdkAgent(new ToolLoopAgent({ model }), { greetingPrompt: "(rings)" });
    const seeded = golden({
      turns: [
        { role: "user", content: "a" },
        { role: "assistant", content: "b" },
      ],
    });
    expect(lines(await hold(agent, { lines: ["c"], golden: seeded })).at(-1)).to.equal(
      "assistant: user assistant user",
    );
    const shy = golden({ persona: { characteristics: "Shy.", speaksFirst: false } });
    expect(lines(await hold(agent, { lines: ["c"], golden: shy }))).to.deep.equal([
      "assistant: user",
      "user: c",
      "assistant: user assistant user",
    ]);
    expect(model.doGenerateCalls.at(-1)?.prompt[0]?.content).to.deep.equal([{ type: "text", text: "(rings)" }]);
  });

  it("hands on the signal, and what is to be added from golden and thread", async () => {
    const seen: unknown[] = [];
    const { signal } = new AbortController();
    const fake = {
      generate: async (options: object) => {
        seen.push(options);
        return { text: "ok" };
      },
    };
    const call: AISDKAgentOptions["call"] = ({ threadId, golden: { variables } }) => ({
      options: { threadId, ...variables },
    });
    const input = given({ signal, golden: golden({ variables: { tenant: "acme" } }) });
    expect(await aiSdkAgent(fake, { call })(input)).to.deep.equal(["ok"]);
    expect(seen).to.deep.equal([
      {
        messages: [{ role: "user", content: "Hi" }],
        abortSignal: signal,
        options: { threadId: "thread-1", tenant: "acme" },
        experimental_telemetry: { isEnabled: true },
      },
    ]);
  });

  it("has the tools that were called on record, unless the agent's telemetry is its own affair", async () => {
    const simulate = async (more: object) => {
      const agent = aiSdkAgent(new ToolLoopAgent({ model: modelThat(looking), tools, ...more }));
      const [testCase] = await new ConversationSimulator({ agent, user: new ScriptedUser(["one"]) }).simulate({
        conversationalGoldens: [{ id: "g", scenario: "s" }],
      });
      return testCase?.turns[1]?.toolsCalled?.map(({ name, inputParameters, output }) => [
        name,
        inputParameters,
        output,
      ]);
    };
    expect(await simulate({})).to.deep.equal([["look", { id: "A-1" }, "A-1 is here"]]);
    expect(await simulate({ experimental_telemetry: { isEnabled: false } })).to.equal(undefined);
  });

  it("hangs up where the result says so", async () => {
    const agent = aiSdkAgent(new ToolLoopAgent({ model: modelThat(() => [text("Goodbye.")]) }), {
      reply: (result) => ({ content: (result as { text: string }).text, end: "all is done" }),
    });
    expect(told(await hold(agent))).to.equal("agent | all is done | no error");
  });

  it("fails where the agent says nothing, naming why it stopped", async () => {
    const noExecute = { look: tool({ inputSchema: z.object({ id: z.string() }) }) };
    const asks = aiSdkAgent(new ToolLoopAgent({ model: modelThat(() => [look]), tools: noExecute }));
    expect(told(await hold(asks))).to.match(
      /turn 2: aiSdkAgent: the agent said nothing and stopped for the reason "tool-calls"\. It asked for a tool that has no execute/,
    );
    const cut = aiSdkAgent(new ToolLoopAgent({ model: modelThat(() => [text("")], "length") }));
    expect(told(await hold(cut))).to.match(/the reason "length"\. See what its model answers, or raise its limit/);
    const silent = aiSdkAgent(new ToolLoopAgent({ model: modelThat(() => [text("")]) }));
    expect(lines(await hold(silent, { lines: ["one"] }))).to.deep.equal(["user: one", "assistant: "]);
  });

  it("fails where the model does, streamed too, and with what it said", async () => {
    const broken = () => {
      throw new Error("no such model");
    };
    for (const stream of [false, true]) {
      const agent = new ToolLoopAgent({
        model: modelThat(broken),
        maxRetries: 0,
        ...(stream && { onError: () => undefined }),
      });
      expect(told(await hold(aiSdkAgent(agent, { stream })))).to.match(/error \| .*The agent failed: no such model/);
    }
  });

  it("fails where what came is no result", async () => {
    const object = await rejectionOf(Promise.resolve(aiSdkAgent(() => ({ choices: [{}] }))(given())));
    expect((object as Error).message).to.match(
      /^aiSdkAgent: the agent gave \{ choices: \[\{\}\] \}, and not what generateText/,
    );
    const error = await rejectionOf(Promise.resolve(aiSdkAgent(() => "Hello.")(given())));
    expect((error as Error).message).to.equal(
      'aiSdkAgent: the agent gave "Hello.", and not what generateText or streamText give. Return that.',
    );
  });

  it("stops the SDK's own attempts when the caller gives up", async () => {
    const caller = new AbortController();
    const model = modelThat(() => {
      setImmediate(() => caller.abort(new Error("late")));
      const about = { url: "http://127.0.0.1/", requestBodyValues: {}, statusCode: 429 };
      throw new APICallError({
        ...about,
        message: "busy",
        isRetryable: true,
        responseHeaders: { "retry-after": "30" },
      });
    });
    const agent = aiSdkAgent(new ToolLoopAgent({ model, maxRetries: 9 }));
    expect(await rejectionOf(Promise.resolve(agent(given({ signal: caller.signal }))))).to.be.instanceOf(Error);
    expect(model.doGenerateCalls).to.have.length(1);
  });

  it("refuses what can't be meant", () => {
    const wrong: readonly [() => unknown, RegExp][] = [
      [() => aiSdkAgent({} as never), /aiSdkAgent: it needs an agent with generate\(\), such as a ToolLoopAgent/],
      [() => aiSdkAgent("gpt" as never), /got a text\./],
      [() => aiSdkAgent({ generate: async () => "" }, { stream: true }), /the agent has no stream\(\)/],
      [() => aiSdkAgent(() => "", { stream: true }), /a function streams by itself/],
      [() => aiSdkAgent(() => "", { streams: true } as object), /unknown option "streams" \(did you mean "stream"\?\)/],
    ];
    for (const [make, said] of wrong) expect(make).to.throw(RehearsalError, said);
  });
});
