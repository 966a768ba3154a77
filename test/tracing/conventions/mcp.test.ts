import { expect } from "chai";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { span, toolSpan } from "../support/spans.js";

const json = JSON.stringify;
const content = (text: string, more: object = {}): string => json({ content: [{ type: "text", text }], ...more });
const mcp = (at: number, attributes: object, more: Partial<SpanInput> = {}): SpanInput =>
  span("tools/call search", at, { "mcp.method.name": "tools/call", "gen_ai.tool.name": "search", ...attributes }, more);
const args = { "gen_ai.tool.call.arguments": '{"q":1}' };

describe("spans of MCP", () => {
  it("show what a tool said out of the protocol's wrapping", () => {
    const calls = (result: string) =>
      readTrace({ spans: [mcp(0, { ...args, "gen_ai.tool.call.result": result })] }).toolsCalled;
    expect(calls(content('{"ok":true}'))).to.deep.equal([
      { name: "search", type: "mcp", inputParameters: { q: 1 }, output: { ok: true }, durationMs: 10, startTimeMs: 0 },
    ]);
    expect(calls(content("plain"))[0]?.output).to.equal("plain");
    expect(calls(content("{}", { structuredContent: { n: 1 } }))[0]?.output).to.deep.equal({ n: 1 });
    expect(calls(content("no such index", { isError: true }))[0])
      .to.include({ error: "no such index" })
      .and.to.not.have.key("output");
  });

  it("keep the tool's own words where the span failed", () => {
    const failed = mcp(
      0,
      { "error.type": "tool_error", "gen_ai.tool.call.result": content("quota used up", { isError: true }) },
      { status: { code: 2 } },
    );
    expect(readTrace({ spans: [failed] }).toolsCalled[0]?.error).to.equal("quota used up");
  });

  it("within an outer tool span are the same call, also where the agent gave the tool a longer name", () => {
    for (const name of ["search", "mcp__kb__search"]) {
      const outer = toolSpan(name, 0, args);
      const inner = mcp(1, { ...args, "gen_ai.tool.call.result": content("7") }, { parentSpanId: outer.spanId ?? "" });
      expect(readTrace({ spans: [outer, inner] }).toolsCalled).to.deep.equal([
        { name, type: "mcp", inputParameters: { q: 1 }, output: 7, durationMs: 10, startTimeMs: 0 },
      ]);
    }
    const research = toolSpan("research", 0, args);
    const inner = mcp(1, args, { parentSpanId: research.spanId ?? "" });
    expect(readTrace({ spans: [research, inner] }).toolsCalled).to.have.lengthOf(2);
  });

  it("of the client and of the server are one call, by nesting or by the request's id in the session", () => {
    const ids = { "mcp.session.id": "s1", "jsonrpc.request.id": "7" };
    const client = mcp(0, { ...args, ...ids });
    const server = (more: Partial<SpanInput>, attributes: object = ids) =>
      mcp(2, { ...args, ...attributes, "gen_ai.tool.call.result": content("7") }, { spanId: "server", ...more });
    const nested = [client, server({ parentSpanId: client.spanId ?? "" }, {})];
    const apart = [client, server({ traceId: "t2" })];
    for (const spans of [nested, apart, [...apart].reverse()]) {
      const { toolsCalled } = readTrace({ spans });
      expect(toolsCalled.map(({ output, startTimeMs }) => [output, startTimeMs])).to.deep.equal([[7, 0]]);
    }
    const next = server({ traceId: "t2" }, { ...ids, "jsonrpc.request.id": "8" });
    expect(readTrace({ spans: [client, next] }).toolsCalled).to.have.lengthOf(2);
  });

  it("that read resources are retrievers, others are no calls", () => {
    const read = span("resources/read", 0, {
      "mcp.method.name": "resources/read",
      "mcp.resource.uri": "kb://policy",
      "gen_ai.tool.call.result": json({ contents: [{ uri: "kb://policy", text: "30 days" }] }),
    });
    const list = span("tools/list", 20, { "mcp.method.name": "tools/list" });
    const trace = readTrace({ spans: [read, list] });
    expect(trace.retrievalContext).to.deep.equal([{ context: "30 days", source: "kb://policy" }]);
    expect(trace.toolsCalled).to.be.empty;
  });
});
