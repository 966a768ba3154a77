import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { ConversationSimulator, createOtlpReceiver, evaluate, httpAgent, ScriptedUser } from "../../../src/index.js";
import type { ConversationalTestCase, OtlpReceiver } from "../../../src/index.js";
import { exportOf, post, spanId, toolSpan } from "./support.js";

describe("a call in another process that comes when a later turn of its conversation is under way", () => {
  let receiver: OtlpReceiver;
  let server: Server;
  let work: (turn: number) => Promise<unknown>;
  /** Of each turn the ids that its agent was given. */
  let asked: { readonly trace: string; readonly parent: string }[];
  before(async () => {
    server = createServer((request, response) => {
      const [, trace = "", parent = ""] = String(request.headers.traceparent).split("-");
      request.resume().on("end", () => {
        asked.push({ trace, parent });
        void work(asked.length).then(() => response.end(JSON.stringify({ answer: "ok" })));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  beforeEach(async () => {
    asked = [];
    receiver = await createOtlpReceiver({ settleMs: 1000, quietMs: 0 });
  });
  afterEach(() => receiver.close());
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const call = (turn: number, name: string, digit: string) => {
    const ids = asked[turn - 1];
    if (ids === undefined) throw new Error(`turn ${String(turn)} has not begun`);
    return post(receiver, exportOf({ ...ids, span: spanId(digit), name, attributes: toolSpan(name) }));
  };
  const simulate = async (more: object = {}): Promise<ConversationalTestCase> => {
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const agent = httpAgent({ url, body: { message: "{{input}}" }, reply: "$.answer" });
    const simulator = new ConversationSimulator({ agent, user: new ScriptedUser(["one", "two", "three"]) });
    const [testCase] = await simulator.simulate({ conversationalGoldens: [{ id: "g", scenario: "s", ...more }] });
    if (testCase === undefined) throw new Error("no test case");
    return testCase;
  };
  const late = async (turn: number): Promise<void> => {
    await call(turn, "a", "1");
    if (turn === 2) await call(1, "b", "2");
  };

  it("is in the trace of its own turn, of which it is then not known what else was called, and counts for no other", async () => {
    work = late;
    const { traces = [], turns } = await simulate();
    expect(traces.map(({ toolsCalled }) => toolsCalled.map(({ name }) => name))).to.deep.equal([
      ["a", "b"],
      ["a"],
      ["a"],
    ]);
    const unknown = traces.map(({ missing }) => missing.filter((each) => each.startsWith("toolsCalled: ")));
    expect(unknown.map(({ length }) => length)).to.deep.equal([1, 0, 0]);
    expect(unknown[0]?.[0]).to.match(/^toolsCalled: tool "b" came from another process when this trace had been taken/);
    expect(traces[1]?.missing.join()).to.match(/1 span came after its turn was over, that of turn \d/);
    const told = turns.flatMap(({ role, toolsCalled }) => (role === "assistant" ? [toolsCalled?.length] : []));
    expect(told).to.deep.equal([undefined, 1, 1]);
  });

  it("is found where it is forbidden", async () => {
    work = late;
    const { results } = await evaluate([await simulate({ forbiddenTools: ["b"] })]);
    expect(results[0]?.metrics[0]).to.include({ verdict: "failed" });
  });

  it("leaves it unknown where its turn is asked for exact calls", async () => {
    work = late;
    const { results } = await evaluate([await simulate({ expectedTools: [{ name: "a" }] })]);
    expect(results[0]?.metrics.map(({ verdict }) => verdict)).to.not.include("failed");
  });

  it("comes once, and of several each to its turn", async () => {
    work = async (turn) => {
      await call(turn, "a", "1");
      if (turn !== 3) return;
      await call(1, "b", "2");
      await call(1, "b", "2");
      await call(2, "c", "3");
    };
    const { traces = [] } = await simulate();
    const names = traces.map(({ toolsCalled }) => toolsCalled.map(({ name }) => name));
    expect(names).to.deep.equal([["a", "b"], ["a", "c"], ["a"]]);
  });
});
