import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { ConversationSimulator, createOtlpReceiver, httpAgent, ScriptedUser } from "../../../src/index.js";
import type { ConversationalTestCase, OtlpReceiver } from "../../../src/index.js";
import { startAgent, type AgentProcess } from "./agents/start-agent.js";

const program = (name: string): string => fileURLToPath(new URL(`agents/${name}`, import.meta.url));
const scenario = "A customer asks for an order.";
const body = ({ input, threadId }: { input: string | null; threadId: string }) => ({
  message: input,
  thread: threadId,
});
const lines = ["one", "two", "three"];

function simulate(url: string, conversations: number, reply?: string): Promise<ConversationalTestCase[]> {
  const agent = httpAgent({ url, body, ...(reply !== undefined && { reply }) });
  const user = new ScriptedUser(lines);
  const conversationalGoldens = Array.from({ length: conversations }, (_, n) => ({ id: `g${String(n)}`, scenario }));
  return new ConversationSimulator({ agent, user, maxConcurrent: conversations }).simulate({ conversationalGoldens });
}

/** Every assistant turn has just the call that it made itself, with its own arguments. */
function expectOwnCalls(testCases: readonly ConversationalTestCase[]): void {
  for (const { turns, threadId = "", error } of testCases) {
    expect(error).to.equal(undefined);
    const replies = turns.filter(({ role }) => role === "assistant");
    const calls = replies.map(({ toolsCalled }) =>
      toolsCalled?.map(({ name, inputParameters, output }) => ({ name, inputParameters, output })),
    );
    const expected = lines.map((message) => {
      const inputParameters = { thread: threadId, message };
      return [{ name: "lookup_order", inputParameters, output: { total: 59.9 } }];
    });
    expect(calls).to.deep.equal(expected);
  }
}

describe("agents in processes of their own", () => {
  let receiver: OtlpReceiver;
  let agent: AgentProcess | undefined;
  beforeEach(async () => (receiver = await createOtlpReceiver({ settleMs: 10_000 })));
  afterEach(async () => {
    await agent?.stop();
    agent = undefined;
    await receiver.close();
  });
  const startNode = async (env: Record<string, string>): Promise<string> => {
    agent = await startAgent(process.execPath, [program("traced-server.mjs")], { ...receiver.env, ...env });
    return agent.url;
  };

  for (const protocol of ["http/protobuf", "http/json"]) {
    it(`join 50 conversations at once by traceparent, exported as ${protocol}`, async () => {
      const url = await startNode({ OTEL_EXPORTER_OTLP_PROTOCOL: protocol, OTEL_EXPORTER_OTLP_COMPRESSION: "gzip" });
      const testCases = await simulate(url, 50, "$.answer");
      expectOwnCalls(testCases);
      for (const { turns, traces = [] } of testCases) {
        expect(traces.map(({ missing }) => missing)).to.deep.equal([[], [], []]);
        expect(traces.map(({ output }) => output)).to.deep.equal(lines.map((line) => `${line}: 59.9`));
        expect(traces.map(({ traceId }) => traceId)).to.deep.equal(
          turns.flatMap(({ role, traceId }) => (role === "assistant" ? [traceId] : [])),
        );
      }
      expect(receiver.stats()).to.deep.include({
        joined: 450,
        late: 0,
        elsewhere: 0,
        unclaimed: 0,
        refused: 0,
        rejected: 0,
      });
    });
  }

  it("join with the second process behind the first, which exports later, once that is known to be traced", async () => {
    const server = program("traced-server.mjs");
    const late = { ...receiver.env, TOOL: "reserve", DELAY: "600" };
    const back = await startAgent(process.execPath, [server], late);
    try {
      // Of this none is under way: it tells but that whoever listens there exports.
      await fetch(back.url, { method: "POST", body: JSON.stringify({ message: "ready?" }) });
      while (receiver.stats().unclaimed === 0) await new Promise(setImmediate);
      const [testCase] = await simulate(await startNode({ BACK: back.url }), 1, "$.answer");
      const calls = testCase?.traces?.map(({ toolsCalled }) => toolsCalled.map(({ name }) => name));
      expect(calls).to.deep.equal(lines.map(() => ["lookup_order", "reserve"]));
      expect(testCase?.traces?.flatMap(({ missing }) => missing)).to.deep.equal([]);
    } finally {
      await back.stop();
    }
  });

  for (const mode of ["baggage", "conversation"]) {
    it(`join without traceparent, by ${mode === "baggage" ? "the baggage" : "the conversation id"} on their spans`, async () => {
      const testCases = await simulate(await startNode({ MODE: mode }), 20, "$.answer");
      expectOwnCalls(testCases);
      expect(testCases.flatMap(({ traces = [] }) => traces.flatMap(({ missing }) => missing))).to.deep.equal([]);
    });
  }

  it("join from Python, which posts JSON after it has answered", async function () {
    if (spawnSync("python3", ["--version"]).status !== 0) {
      process.stderr.write("SKIPPED: there is no python3, so no agent in Python was tried.\n");
      this.skip();
    }
    agent = await startAgent("python3", [program("traced_server.py")], receiver.env);
    const testCases = await simulate(agent.url, 5);
    for (const { turns, traces, threadId } of testCases) {
      const replies = turns.filter(({ role }) => role === "assistant");
      expect(replies.map(({ toolsCalled }) => toolsCalled?.map((call) => call.inputParameters))).to.deep.equal(
        lines.map((message) => [{ message, thread: threadId }]),
      );
      // Its words come in log records only.
      expect(traces?.map(({ output }) => output)).to.deep.equal(lines.map((line) => `It is ${line}`));
    }
  });
});
