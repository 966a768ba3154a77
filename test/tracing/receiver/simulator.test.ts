import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import {
  ConversationSimulator,
  createOtlpReceiver,
  httpAgent,
  observe,
  ScriptedUser,
  type OtlpReceiver,
} from "../../../src/index.js";
import type { Agent, ConversationalTestCase, ToolCall } from "../../../src/index.js";
import { virtualClock, type VirtualClock } from "../../support/virtual-clock.js";
import { exportOf, post, spanId, toolSpan, traceId, until } from "./support.js";

interface Question {
  readonly message: string;
  readonly thread: string;
  readonly traceparent: string;
}

describe("a simulated conversation with an agent behind HTTP", () => {
  let clock: VirtualClock;
  let receiver: OtlpReceiver;
  let server: Server;
  let work: (question: Question) => Promise<unknown>;
  before(async () => {
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        const asked = JSON.parse(body) as Omit<Question, "traceparent">;
        const question = { ...asked, traceparent: String(request.headers.traceparent) };
        void work(question).then(() => response.end(JSON.stringify({ answer: `You said ${asked.message}.` })));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  beforeEach(async () => {
    clock = virtualClock();
    receiver = await createOtlpReceiver({ clock, settleMs: 2000, quietMs: 50 });
  });
  afterEach(() => receiver.close());
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const remote = (): Agent =>
    httpAgent({
      url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
      body: { message: "{{input}}", thread: "{{threadId}}" },
      reply: "$.answer",
    });
  const simulate = async (agent: Agent, signal?: AbortSignal): Promise<ConversationalTestCase> => {
    const user = new ScriptedUser(["one"]);
    const simulator = new ConversationSimulator({ agent, user, clock, ...(signal !== undefined && { signal }) });
    const [testCase] = await simulator.simulate({ conversationalGoldens: [{ id: "g", scenario: "s" }] });
    if (testCase === undefined) throw new Error("no test case");
    return testCase;
  };
  /** Resolves when a turn has its reply and waits for its spans; no time has passed until then. */
  const settling = (): Promise<void> => until(() => clock.pending.includes(2000));
  /** Moves time on until the turn waits no longer. */
  const settled = async <T>(promise: Promise<T>, ms: number): Promise<T> => {
    await settling();
    await clock.advance(ms);
    return promise;
  };
  const toolIn = ({ traceparent }: Question, attributes: object = toolSpan("look")) => {
    const [, trace = "", parent = ""] = traceparent.split("-");
    return exportOf({ trace, parent, span: spanId("1"), name: "execute_tool look", attributes: { ...attributes } });
  };

  it("does not count the wait for its spans as latency", async () => {
    const questions: Question[] = [];
    work = async (question) => void questions.push(question);
    const held = simulate(remote());
    await settling();
    await clock.advance(300);
    for (const question of questions) await post(receiver, toolIn(question));
    await clock.advance(50);
    const testCase = await held;
    expect(testCase.turns[1]?.latencyMs).to.equal(0);
    expect(testCase.turns[1]?.toolsCalled?.map(({ name }) => name)).to.deep.equal(["look"]);
  });

  it("knows of no calls where no spans came, and not that there were none", async () => {
    work = async () => undefined;
    const testCase = await settled(simulate(remote()), 2000);
    expect(testCase.error).to.equal(undefined);
    expect(testCase.turns[1]).to.include({ content: "You said one.", latencyMs: 0 });
    expect(testCase.turns[1]).to.not.have.any.keys("toolsCalled", "retrievalContext");
    expect(testCase.traces?.[0]?.missing[0]).to.match(/^toolsCalled: no span of this turn came from another process/);
  });

  it("waits no longer for spans when the caller gives up, and keeps the turn", async () => {
    const call = new AbortController();
    work = async () => undefined;
    const held = simulate(remote(), call.signal);
    await settling();
    call.abort(new Error("enough"));
    const testCase = await held;
    expect(testCase.endReason?.by).to.equal("abort");
    expect(testCase.turns.map(({ content }) => content)).to.deep.equal(["one", "You said one."]);
    expect(clock.now()).to.equal(0);
  });

  it("does not wait where the agent is in this process and hands no headers on", async () => {
    const testCase = await simulate(observe({ type: "agent", name: "local" }, () => "ok"));
    expect(testCase.turns[1]).to.include({ content: "ok" });
    expect(clock.now()).to.equal(0);
  });

  it("waits for spans of an agent that is but given its thread id", async () => {
    let thread = "";
    const held = simulate(({ threadId }) => ((thread = threadId), "ok"));
    await settling();
    const attributes = { ...toolSpan("look"), "gen_ai.conversation.id": thread };
    await post(receiver, exportOf({ trace: traceId("f0"), span: spanId("1"), attributes }));
    await clock.advance(50);
    expect((await held).turns[1]?.toolsCalled?.map(({ name }) => name)).to.deep.equal(["look"]);
  });

  interface Report {
    readonly report: string;
    readonly input: { readonly attributes: Readonly<Record<string, string>> };
    readonly expected: { readonly toolsCalled: readonly Partial<ToolCall>[] };
  }
  for (const [name, title] of [
    ["langwatch-langwatch-1264", "the tools of an agent behind HTTP are seen"],
    ["langwatch-scenario-193", "spans are found by whichever attribute names the thread"],
  ] as const) {
    const path = new URL(`../../fixtures/reported/${name}.json`, import.meta.url);
    const { report, input, expected } = JSON.parse(readFileSync(path, "utf8")) as Report;
    it(`${report}: ${title}`, async () => {
      work = (question) => {
        const named = Object.entries(input.attributes).map(([key, value]) => [
          key,
          value.replace("{thread}", question.thread),
        ]);
        const attributes = Object.fromEntries(named) as Record<string, string>;
        const isForeign = Object.values(input.attributes).includes("{thread}");
        const span = { trace: traceId("f0"), span: spanId("1"), name: "tool", attributes };
        return post(receiver, isForeign ? exportOf(span) : toolIn(question, attributes));
      };
      const testCase = await settled(simulate(remote()), 50);
      expect(testCase.turns[1]?.toolsCalled).to.have.length(expected.toolsCalled.length);
      expected.toolsCalled.forEach((call, at) => {
        expect(testCase.turns[1]?.toolsCalled?.[at]).to.deep.include(call);
      });
    });
  }
});
