import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { json, langchain, openInference } from "../support/flat.js";
import { asking, parts, span, text, toolSpan } from "../support/spans.js";

const under = (parentSpanId: string, inner: SpanInput): SpanInput => ({ ...inner, parentSpanId });
const around = (name: string, kind: string, at: number, end: number): SpanInput =>
  span(
    name,
    at,
    { "gen_ai.operation.name": kind, ...(kind === "invoke_agent" && { "gen_ai.agent.name": name }) },
    { endTimeUnixMs: end },
  );
const saying = (at: number, words: string): SpanInput =>
  span("chat", at, { "gen_ai.operation.name": "chat", "gen_ai.output.messages": parts("assistant", text(words)) });
const danger = asking(2, [{ id: "c1", name: "danger", arguments: {} }]);
const interrupted = [around("first", "invoke_agent", 0, 20), under("first@0", danger)];
const unanswered = "output: no span recorded a final answer";

describe("a run that waits for somebody to approve of a call", () => {
  it("has not answered yet, be an agent or a chain around it", () => {
    for (const kind of ["invoke_agent", "invoke_workflow"]) {
      const trace = readTrace({ spans: [around("first", kind, 0, 20), under("first@0", danger)] });
      expect([trace.output, trace.turns[0]?.output], kind).to.deep.equal([null, null]);
      expect(trace.missing).to.include(unanswered);
    }
  });

  it("answers when it goes on, though but a chain is around the agent then", () => {
    const spans = [
      ...interrupted,
      around("rest", "invoke_workflow", 30, 80),
      under("rest@30", around("agent", "invoke_agent", 31, 79)),
      under("agent@31", toolSpan("danger", 32, { "gen_ai.tool.call.id": "c1", "gen_ai.tool.call.result": "did" })),
      under("agent@31", saying(60, "Done.")),
    ];
    const { output, turns } = readTrace({ spans });
    expect([output, turns.map((turn) => turn.output)]).to.deep.equal(["Done.", ["Done."]]);
  });

  it("takes no chain beside the agent for what goes on", () => {
    const format = span("format", 30, { "traceloop.span.kind": "task", "traceloop.entity.output": '"html"' });
    const agent = [around("a", "invoke_agent", 0, 20), under("a@0", saying(2, "Yes."))];
    expect(readTrace({ spans: [...agent, format] }).output).to.equal("Yes.");
  });

  it("did answer where the provider runs the call itself, or the agent says that it answered nothing", () => {
    const search = parts("assistant", {
      type: "server_tool_call",
      id: "s",
      name: "draw",
      server_tool_call: { type: "draw" },
    });
    const drawing = span("chat", 2, { "gen_ai.operation.name": "chat", "gen_ai.output.messages": search });
    expect(readTrace({ spans: [around("a", "invoke_agent", 0, 20), under("a@0", drawing)] }).output).to.equal("");
    const silent = span("a", 0, { "rehearsal.span.kind": "agent", "rehearsal.output": '""' }, { endTimeUnixMs: 20 });
    expect(readTrace({ spans: [silent, under("a@0", danger)] }).output).to.equal("");
  });

  it("does not answer what it answered to an earlier question, which its state still holds", () => {
    const state = (...more: object[]) => ({
      messages: [
        langchain("HumanMessage", { content: "old?" }),
        langchain("AIMessage", { content: "old." }),
        langchain("HumanMessage", { content: "now?" }),
        ...more,
      ],
    });
    const call = langchain("AIMessage", { content: "", tool_calls: [{ id: "c", name: "danger", args: {} }] });
    const graph = (kind: string, ...more: object[]) =>
      openInference(kind, 0, { "output.value": json(state(...more)), "output.mime_type": "application/json" });
    for (const kind of ["CHAIN", "AGENT"]) {
      expect(readTrace({ spans: [graph(kind, call)] }).output, kind).to.equal(null);
      const result = langchain("ToolMessage", { content: "did", tool_call_id: "c" });
      const last = langchain("AIMessage", { content: "now." });
      expect(readTrace({ spans: [graph(kind, call, result, last)] }).output, kind).to.equal("now.");
      expect(readTrace({ spans: [graph(kind)] }).output, kind).to.equal("old.");
    }
  });
});
