import { expect } from "chai";
import { traceSchema } from "../../../src/test-case/trace.js";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { asking, parts, span, text, toolSpan } from "../support/spans.js";
import { recorded } from "../support/flat.js";

const agent = (name: string, at: number, end: number, over: Partial<SpanInput> = {}): SpanInput =>
  span(
    name,
    at,
    { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": name },
    { endTimeUnixMs: end, ...over },
  );
const answer = (at: number, parentSpanId: string): SpanInput =>
  span(
    "chat",
    at,
    { "gen_ai.operation.name": "chat", "gen_ai.output.messages": parts("assistant", text("Yes.")) },
    { parentSpanId },
  );
const within =
  (parentSpanId: string) =>
  (inner: SpanInput): SpanInput => ({ ...inner, parentSpanId });
const handoffs = (...spans: SpanInput[]) => {
  const trace = readTrace({ spans });
  expect(traceSchema().parse(trace)).to.deep.equal(trace);
  return trace.handoffs;
};

describe("handoffs", () => {
  it("of OpenAI Agents are read once, though a call, a span of its own and a new agent all tell of them", () => {
    const trace = readTrace({ spans: recorded("openai-agents-openinference-handoff") });
    expect(trace.handoffs).to.deep.equal([
      { from: "Triage", to: "Billing Agent", atMs: trace.handoffs?.[0]?.atMs, callId: trace.toolsCalled[0]?.id },
    ]);
    expect(trace.toolsCalled.map(({ name }) => name)).to.deep.equal(["transfer_to_Billing_Agent", "get_weather"]);
  });

  it("of OpenAI Agents' own traces are its handoff items, and show that the call which asked for them ran", () => {
    const item = (id: string, at: number, data: object, parent_id?: string) => ({
      id,
      trace_id: "t",
      parent_id,
      started_at: new Date(at).toISOString(),
      ended_at: new Date(at + 5).toISOString(),
      span_data: data,
    });
    const call = { id: "c1", type: "function", function: { name: "transfer_to_billing", arguments: "{}" } };
    const output = [{ choices: [{ message: { role: "assistant", tool_calls: [call] } }] }];
    const trace = readTrace({
      records: [
        item("a", 0, { type: "agent", name: "triage" }),
        item("g", 1, { type: "generation", input: [], output }, "a"),
        item("h", 10, { type: "handoff", from_agent: "triage", to_agent: "Billing" }, "a"),
        item("b", 20, { type: "agent", name: "Billing" }),
      ],
    });
    expect(trace.handoffs?.map(({ from, to, atMs }) => [from, to, atMs])).to.deep.equal([["triage", "Billing", 10]]);
    expect(trace.toolsCalled).to.have.lengthOf(1);
    expect(trace.toolsCalled[0]).to.include({ name: "transfer_to_billing", id: "c1" });
    expect(trace.toolsCalled[0]).to.not.have.property("executed");
  });

  it("are calls of transfer_to_… that ran, there and back", () => {
    const under = { parentSpanId: "graph@0" };
    const graph = span("graph", 0, { "gen_ai.operation.name": "invoke_workflow" }, { endTimeUnixMs: 100 });
    const calls = (name: string, at: number, parentSpanId: string, result: string) =>
      toolSpan(
        name,
        at,
        { "gen_ai.tool.call.id": `c${String(at)}`, "gen_ai.tool.call.result": result },
        { parentSpanId },
      );
    expect(
      handoffs(
        graph,
        agent("supervisor", 1, 20, under),
        calls("transfer_to_math_expert", 5, "supervisor@1", "Successfully transferred to math_expert"),
        agent("math_expert", 21, 40, under),
        calls("transfer_back_to_supervisor", 30, "math_expert@21", "Successfully transferred back to supervisor"),
        agent("supervisor", 41, 60, under),
      ),
    ).to.deep.equal([
      { from: "supervisor", to: "math_expert", atMs: 5, callId: "c5" },
      { from: "math_expert", to: "supervisor", atMs: 30, callId: "c30" },
    ]);
  });

  it("are calls of one tool for all agents, whose argument names the agent", () => {
    const trace = readTrace({
      spans: [
        agent("root", 0, 50),
        {
          ...asking(5, [{ id: "c1", name: "transfer_to_agent", arguments: { agent_name: "billing" } }]),
          parentSpanId: "root@0",
        },
        toolSpan("transfer_to_agent", 20, { "gen_ai.tool.call.id": "c1" }, { parentSpanId: "root@0" }),
      ],
    });
    expect(trace.handoffs).to.deep.equal([{ from: "root", to: "billing", atMs: 20, callId: "c1" }]);
  });

  it("are agents that follow each other, but not those beside or within each other", () => {
    const follow = [agent("a", 1, 10), agent("b", 12, 30), agent("b", 40, 50), agent("a", 60, 70)].map(within("run@0"));
    const run = span("run", 0, { "gen_ai.operation.name": "invoke_workflow" }, { endTimeUnixMs: 100 });
    expect(handoffs(run, ...follow)?.map(({ from, to, atMs }) => [from, to, atMs])).to.deep.equal([
      ["a", "b", 12],
      ["b", "a", 60],
    ]);
    expect(handoffs(agent("a", 0, 50), agent("b", 10, 30), answer(12, "b@10"))).to.deep.equal([]);
    const inner = agent("b", 10, 30, { parentSpanId: "a@0" });
    expect(handoffs(agent("a", 0, 50), inner, answer(12, "b@10"))).to.deep.equal([]);
  });

  it("are no runs of different agents after each other, be they roots, traces, or beside each other in a chain", () => {
    const answers = [answer(2, "a@1"), answer(13, "b@12")];
    const runs = (more: Partial<SpanInput> = {}) => [agent("a", 1, 10), agent("b", 12, 30, more), ...answers];
    expect(handoffs(...runs())).to.deep.equal([]);
    expect(handoffs(...runs({ traceId: "t2" }))).to.deep.equal([]);
    const remote = [agent("a", 1, 10), agent("b", 12, 30)].map(within("of another process"));
    expect(handoffs(...remote, ...answers)).to.deep.equal([]);
    const workflow = (at: number): SpanInput => ({
      ...span(`workflow ${String(at)}`, at, { "gen_ai.operation.name": "invoke_agent" }, { endTimeUnixMs: at + 10 }),
      parentSpanId: "pipeline@0",
    });
    const pipeline = span("pipeline", 0, { "gen_ai.operation.name": "invoke_workflow" }, { endTimeUnixMs: 100 });
    const [a, b] = [within("workflow 1@1")(agent("a", 1, 10)), within("workflow 12@12")(agent("b", 12, 30))];
    expect(handoffs(pipeline, workflow(1), a, workflow(12), b, ...answers)).to.deep.equal([]);
  });

  it("are told where a call shows them, though the agent that took over is a root of its own", () => {
    const call = toolSpan("transfer_to_b", 5, { "gen_ai.tool.call.id": "c" }, { parentSpanId: "a@1" });
    expect(handoffs(agent("a", 1, 10), call, agent("b", 12, 30), agent("c", 40, 50))).to.deep.equal([
      { from: "a", to: "b", atMs: 5, callId: "c" },
    ]);
  });

  it("are no transfers of money, no calls of a human, and none that were only asked for", () => {
    const unknown = toolSpan("transfer_to_human_agents", 5, {}, { parentSpanId: "a@0" });
    expect(handoffs(agent("a", 0, 50), unknown)).to.equal(undefined);
    const asked = { ...asking(5, [{ id: "c1", name: "transfer_to_b", arguments: {} }]), parentSpanId: "a@0" };
    expect(handoffs(agent("a", 0, 50), asked, agent("b", 6, 8, { parentSpanId: "a@0" }))).to.deep.equal([]);
  });

  it("are none where one agent did all, and not known where no agent is named or calls are hidden", () => {
    expect(handoffs(agent("a", 0, 50), answer(5, "a@0"))).to.deep.equal([]);
    expect(handoffs(answer(5, "x"))).to.equal(undefined);
    expect(handoffs(agent("a", 0, 50))).to.equal(undefined);
    expect(readTrace({}).handoffs).to.equal(undefined);
  });
});
