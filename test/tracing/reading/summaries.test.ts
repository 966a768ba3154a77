import { expect } from "chai";
import { knowsRetrieval, knowsTools, readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { asking, parts, span, text, toolSpan } from "../support/spans.js";

const answering = (name: string, kind: string, at: number, answer: string | undefined, parent: string | null = null) =>
  span(
    name,
    at,
    {
      "gen_ai.operation.name": kind,
      ...(answer !== undefined && { "gen_ai.output.messages": parts("assistant", text(answer)) }),
    },
    { parentSpanId: parent },
  );
const retriever = (name: string, at: number, documents: unknown, parent: string | null = null) =>
  span(
    name,
    at,
    { "gen_ai.operation.name": "retrieval", "gen_ai.retrieval.documents": JSON.stringify(documents) },
    { parentSpanId: parent },
  );

describe("the final answer", () => {
  it("is the outermost agent's, not that of an agent within a tool which ended later", () => {
    const agent = { ...answering("agent", "invoke_agent", 0, "outer"), endTimeUnixMs: 100 };
    const tool = toolSpan("ask_expert", 10, {}, { parentSpanId: "agent@0", endTimeUnixMs: 200 });
    const expert = {
      ...answering("expert", "invoke_agent", 20, "inner", "execute_tool ask_expert@10"),
      endTimeUnixMs: 200,
    };
    expect(readTrace({ spans: [agent, tool, expert] }).output).to.equal("outer");
  });

  it("of several agents in a row is that of the last to end", () => {
    const spans = [answering("triage", "invoke_agent", 0, "first"), answering("billing", "invoke_agent", 20, "second")];
    expect(readTrace({ spans: spans.reverse() }).output).to.equal("second");
  });

  it("is the last model's where there is no agent, and null where nobody recorded one", () => {
    const spans = [answering("chat", "chat", 20, "second"), answering("chat", "chat", 0, "first")];
    expect(readTrace({ spans }).output).to.equal("second");
    expect(readTrace({ spans: [answering("agent", "invoke_agent", 0, undefined)] }).output).to.equal(null);
  });
});

describe("tokens", () => {
  const used = (at: number, input?: unknown, output?: unknown) =>
    span("chat", at, {
      "gen_ai.operation.name": "chat",
      "gen_ai.usage.input_tokens": input,
      "gen_ai.usage.output_tokens": output,
    });

  it("are null where none were recorded, and zero where zero was", () => {
    expect(readTrace({ spans: [used(0)] }).usage).to.deep.equal({
      inputTokens: null,
      outputTokens: null,
      totalTokens: null,
    });
    expect(readTrace({ spans: [used(0, 0, 0)] }).usage).to.deep.equal({
      inputTokens: 0,
      outputTokens: 0,
      totalTokens: 0,
    });
  });

  it("are summed where all are known: an incomplete sum would make an agent look cheap", () => {
    const trace = readTrace({ spans: [used(0, 3, 4), used(20, 5, 6)] });
    expect(trace.usage).to.deep.equal({ inputTokens: 8, outputTokens: 10, totalTokens: 18 });
    const unknown = readTrace({ spans: [used(0, 3, 4), used(20, 5, 6), used(40), used(60, -1, Number.NaN)] });
    expect(unknown.usage).to.deep.equal({ inputTokens: null, outputTokens: null, totalTokens: null });
    expect(unknown.missing.join()).to.include("usage: 2 of 4 model calls recorded no tokens, or not all");
  });

  it("of a call that failed without an answer were not used", () => {
    const failed = { ...used(0), status: { code: 2, message: "429" } };
    expect(readTrace({ spans: [failed, used(20, 5, 6)] }).usage.totalTokens).to.equal(11);
  });

  it("are known but for the side of which a model call recorded none", () => {
    const trace = readTrace({ spans: [used(0, 3, 4), used(20, 5)] });
    expect(trace.usage).to.deep.equal({ inputTokens: 8, outputTokens: null, totalTokens: null });
    expect(trace.missing.join()).to.include("usage: 1 of 2 model calls");
  });

  it("of a side that is not recorded are what the total leaves for it", () => {
    const total = (at: number, input: number | undefined) =>
      span("chat", at, {
        "gen_ai.operation.name": "chat",
        "gen_ai.usage.input_tokens": input,
        "gen_ai.usage.total_tokens": 30,
      });
    expect(readTrace({ spans: [used(0, 3, 4), total(20, 10)] }).usage).to.deep.equal({
      inputTokens: 13,
      outputTokens: 24,
      totalTokens: 37,
    });
    const trace = readTrace({ spans: [used(0, 3, 4), total(20, undefined)] });
    expect(trace.usage).to.deep.equal({ inputTokens: null, outputTokens: null, totalTokens: 37 });
    expect(trace.missing.join()).to.include("usage: 1 of 2 model calls");
  });
});

describe("retrieved context", () => {
  it("of a retriever within a retriever is the outer one's", () => {
    const spans = [retriever("filtered", 0, ["b"]), retriever("raw", 1, ["a", "b"], "filtered@0")];
    expect(readTrace({ spans }).retrievalContext).to.deep.equal(["b"]);
  });

  it("is what a reranker left of what was found before it", () => {
    const reranker = span("rerank", 20, { "rehearsal.span.kind": "reranker", "rehearsal.output": '["b"]' });
    const spans = [retriever("raw", 0, ["a", "b"]), reranker, retriever("more", 40, ["c"])];
    expect(readTrace({ spans }).retrievalContext).to.deep.equal(["b", "c"]);
  });

  it("is what a tool returned that is declared to be a retriever", () => {
    const documents = { "gen_ai.tool.call.result": JSON.stringify({ results: [{ id: 7, text: "Within 30 days." }] }) };
    const spans = [toolSpan("search_kb", 0, documents)];
    for (const retrieverTools of [["search_kb"], (name: string) => name === "search_kb"]) {
      const trace = readTrace({ spans, retrieverTools });
      expect(trace.retrievalContext).to.deep.equal([{ context: "Within 30 days.", id: "7" }]);
      expect(trace.toolsCalled).to.have.lengthOf(1);
    }
    expect(readTrace({ spans }).retrievalContext).to.be.empty;
    expect(knowsRetrieval(readTrace({ spans: [toolSpan("search_kb", 0)], retrieverTools: ["search_kb"] }))).to.equal(
      false,
    );
  });

  it("is what a model was told by a tool that is declared to be a retriever, where no span of the tool shows it", () => {
    const asked = asking(0, [{ id: "a", name: "search_kb", arguments: {} }]);
    const told = (response: unknown): SpanInput =>
      asking(40, [], { "gen_ai.input.messages": parts("tool", { type: "tool_call_response", id: "a", response }) });
    const unshown = toolSpan("search_kb", 20, { "gen_ai.tool.call.id": "a" });
    const within = { ...retriever("kb", 22, ["Within 30 days."]), parentSpanId: unshown.spanId ?? null };
    const passages = [{ content: "Within 30 days." }];
    const retrieverTools = ["search_kb"];
    for (const between of [[], [unshown], [unshown, within], [retriever("kb", 22, ["Within 30 days."])]]) {
      const trace = readTrace({ spans: [asked, ...between, told(passages)], retrieverTools });
      expect(trace.retrievalContext).to.deep.equal(["Within 30 days."]);
      expect(knowsRetrieval(trace)).to.equal(true);
    }
    expect(knowsRetrieval(readTrace({ spans: [asked, told({ hits: 3 })], retrieverTools }))).to.equal(false);
    expect(knowsRetrieval(readTrace({ spans: [asked], retrieverTools }))).to.equal(true);
  });

  it("is what a model's provider retrieved for it, told once though two record the call", () => {
    const call = { type: "server_tool_call", id: "s", name: "search_docs", server_tool_call: { type: "mcp_call" } };
    const result = {
      type: "server_tool_call_response",
      id: "s",
      server_tool_call_response: [{ text: "Thirty days." }],
    };
    const model = span("chat", 0, {
      "gen_ai.operation.name": "chat",
      "gen_ai.output.messages": parts("assistant", call, result, text("Yes.")),
    });
    expect(readTrace({ spans: [model] }).retrievalContext).to.deep.equal([]);
    const other = { ...model, spanId: "other", traceId: "t2", scope: { name: "another" } };
    const trace = readTrace({ spans: [model, other], retrieverTools: ["search_docs"] });
    expect(trace.retrievalContext).to.deep.equal(["Thirty days."]);
    const unshown = {
      ...model,
      attributes: { ...model.attributes, "gen_ai.output.messages": parts("assistant", call) },
    };
    expect(knowsRetrieval(readTrace({ spans: [unshown], retrieverTools: ["search_docs"] }))).to.equal(false);
  });

  it("survives a test of names that throws", () => {
    const retrieverTools = () => {
      throw new Error("no");
    };
    expect(readTrace({ spans: [toolSpan("a", 0)], retrieverTools }).toolsCalled).to.have.lengthOf(1);
  });

  it("that was not captured is not known", () => {
    const trace = readTrace({ spans: [span("kb", 0, { "gen_ai.operation.name": "retrieval" })] });
    expect(knowsRetrieval(trace)).to.equal(false);
    expect(trace.missing).to.include('retrievalContext: documents not recorded by retriever "kb"');
  });
});

describe("what is known of tools", () => {
  const known = (...spans: Parameters<typeof answering>[]) =>
    knowsTools(readTrace({ spans: spans.map((each) => answering(...each)) }));

  it("is nothing where nothing was recorded, or nothing that calls tools", () => {
    const trace = readTrace({ spans: [] });
    expect(trace.toolsCalled).to.deep.equal([]);
    expect(knowsTools(trace)).to.equal(false);
    expect(trace.traceId).to.equal(null);
    expect(known(["GET /", "http", 0, undefined])).to.equal(false);
    expect(knowsTools(readTrace({ spans: [retriever("kb", 0, ["a"])] }))).to.equal(false);
  });

  it("is that none was called where a model call with its content shows none", () => {
    expect(known(["chat", "chat", 0, "Hi"])).to.equal(true);
    expect(known(["agent", "invoke_agent", 0, "Hi"], ["chat", "chat", 1, "Hi", "agent@0"])).to.equal(true);
  });

  for (const kind of ["agent", "chain", "retriever", "embedding", "reranker"]) {
    it(`is nothing where only ${kind} spans are there, and what to do is said`, () => {
      const trace = readTrace({ spans: [span("s", 0, { "rehearsal.span.kind": kind })] });
      expect(knowsTools(trace)).to.equal(false);
      expect(trace.missing[0]).to.match(
        new RegExp(`^toolsCalled: only ${kind} spans were recorded.*wrap its tools in observe`),
      );
    });
  }

  it("is nothing where a model's content is hidden, unless it ended in a way that asks for no tool", () => {
    const hidden = (finish: unknown) =>
      readTrace({
        spans: [span("chat", 0, { "gen_ai.operation.name": "chat", "gen_ai.response.finish_reasons": finish })],
      });
    expect(knowsTools(hidden(["tool_calls"]))).to.equal(false);
    expect(knowsTools(hidden(undefined))).to.equal(false);
    expect(knowsTools(hidden(["stop"]))).to.equal(true);
    expect(hidden(["tool_calls"]).missing.join()).to.include('toolsCalled: llm "chat" may have asked for calls');
  });
});

describe("exchanges", () => {
  it("are told by the outermost agent of each trace", () => {
    const agent = span("agent", 0, {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.input.messages": parts("user", text("Hello?")),
      "gen_ai.output.messages": parts("assistant", text("Hi.")),
    });
    expect(readTrace({ spans: [agent, { ...agent, traceId: "t2", endTimeUnixMs: null }] }).turns).to.deep.equal([
      { traceId: "t1", input: "Hello?", output: "Hi.", latencyMs: 10, interrupted: null, retrievalContext: [] },
      { traceId: "t2", input: "Hello?", output: "Hi.", latencyMs: null, interrupted: null, retrievalContext: [] },
    ]);
  });
});
