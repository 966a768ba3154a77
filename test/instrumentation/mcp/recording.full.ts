import { expect } from "chai";
import { instrumentMcpClient, instrumentMcpServer, uninstrumentMcp } from "../../../instrumentation/mcp/index.js";
import { captureTrace, observe } from "../../../src/tracing/index.js";
import type { Trace } from "../../../src/test-case/trace.js";
import { sdk } from "./support/sdk.js";
import { openShop, shopServer, type Shop } from "./support/shop.js";

const order = { id: "A7", status: "shipped" };
const call = { name: "get_order", arguments: { id: "A7" } };
const known = ({ toolsCalled }: Trace) =>
  toolsCalled.map(({ name, inputParameters, output, error }) => ({ name, inputParameters, output, error }));
const shipped = [{ name: "get_order", inputParameters: { id: "A7" }, output: order, error: undefined }];

describe("instrumentation of MCP", () => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await openShop();
  });
  afterEach(() => shop.close());

  const both = () => {
    instrumentMcpServer(shop.server);
    return instrumentMcpClient(shop.client);
  };

  it("records a call once, though both of its ends are instrumented", async () => {
    const client = both();
    const { result, trace } = await captureTrace(() => client.callTool(call));
    expect(result).to.deep.equal({ content: [{ type: "text", text: JSON.stringify(order) }] });
    expect(known(trace)).to.deep.equal(shipped);
    expect(trace.toolsCalled[0]).to.include({ type: "mcp" });
    const [outer, inner] = trace.spans;
    expect(trace.spans.map(({ name, kind }) => [name, kind])).to.deep.equal([
      ["tools/call get_order", "tool"],
      ["tools/call get_order", "tool"],
    ]);
    expect(inner?.parentSpanId).to.equal(outer?.spanId);
    expect(trace.missing).to.deep.equal(["output: no span recorded a final answer"]);
  });

  it("records with one end alone", async () => {
    instrumentMcpClient(shop.client);
    expect(known((await captureTrace(() => shop.client.callTool(call))).trace)).to.deep.equal(shipped);
    uninstrumentMcp(shop.client);
    instrumentMcpServer(shop.server);
    expect(known((await captureTrace(() => shop.client.callTool(call))).trace)).to.deep.equal(shipped);
  });

  it("records calls that are made without callTool", async () => {
    const client = both();
    const request = { method: "tools/call", params: call };
    const { trace } = await captureTrace(() => client.request(request, sdk.CallToolResultSchema));
    expect(known(trace)).to.deep.equal(shipped);
  });

  it("takes a resource for what was retrieved, once", async () => {
    const client = both();
    const { trace } = await captureTrace(() => client.readResource({ uri: "kb://returns" }));
    expect(trace.retrievalContext.map((each) => (typeof each === "string" ? each : each.context))).to.deep.equal([
      "Shoes may be returned within 30 days.",
    ]);
    expect(trace.toolsCalled).to.be.empty;
    expect(trace.spans.map(({ name }) => name)).to.deep.equal(["resources/read", "resources/read"]);
  });

  it("records a prompt as a span that is no tool call", async () => {
    const client = both();
    const { trace } = await captureTrace(() => client.getPrompt({ name: "greet", arguments: { name: "Kim" } }));
    expect(trace.toolsCalled).to.be.empty;
    expect(trace.spans[0]).to.deep.include({ name: "prompts/get greet", kind: "custom" });
    expect(trace.spans[0]?.output).to.deep.equal({
      messages: [{ role: "user", content: { type: "text", text: "Greet Kim." } }],
    });
  });

  it("records nothing of lists and the handshake", async () => {
    const client = both();
    const { result, trace } = await captureTrace(() => client.listTools());
    expect(result.tools.map(({ name }) => name)).to.include("get_order");
    expect(trace.spans).to.be.empty;
  });

  it("tells a failed tool by its words, and gives its result to the caller as it was", async () => {
    const client = both();
    const { result, trace } = await captureTrace(() => client.callTool({ name: "broken" }));
    expect(result).to.deep.equal({ content: [{ type: "text", text: "the shelf fell down" }], isError: true });
    expect(known(trace)).to.deep.equal([
      { name: "broken", inputParameters: {}, output: undefined, error: "the shelf fell down" },
    ]);
    expect(trace.spans.map(({ status }) => status)).to.deep.equal(["error", "error"]);
  });

  it("rethrows the protocol's own errors", async () => {
    const client = both();
    const { result: error, trace } = await captureTrace(() =>
      client.getPrompt({ name: "unknown" }).catch((thrown: unknown) => thrown),
    );
    expect(error).to.be.instanceOf(sdk.McpError).and.include({ code: -32602 });
    expect(trace.spans.map((span) => span.error)).to.satisfy((errors: string[]) =>
      errors.every((each) => each.includes("unknown")),
    );
  });

  it("leaves a timeout to be a timeout", async () => {
    const client = both();
    const { result: error, trace } = await captureTrace(() =>
      client.callTool({ name: "endless" }, undefined, { timeout: 1 }).catch((thrown: unknown) => thrown),
    );
    expect(error).to.be.instanceOf(sdk.McpError).and.include({ code: -32001 });
    expect(trace.toolsCalled[0]?.error).to.include("Request timed out");
  });

  it("ends the spans of both ends when the caller cancels", async () => {
    const client = both();
    const controller = new AbortController();
    const { result: error, trace } = await captureTrace(async () => {
      const call = client.callTool({ name: "endless" }, undefined, { signal: controller.signal });
      await new Promise(setImmediate);
      controller.abort("the user hung up");
      return call.catch((thrown: unknown) => thrown);
    });
    expect(error).to.be.instanceOf(sdk.McpError);
    expect(trace.spans.map(({ status, endTimeMs }) => [status, endTimeMs !== null])).to.deep.equal([
      ["error", true],
      ["error", true],
    ]);
    expect(trace.spans[1]?.error).to.equal("cancelled: the user hung up");
  });

  it("is one call with the tool of the agent's that is made of it, and with what the server made of it", async () => {
    const lookUp = observe({ type: "tool", name: "get_order" }, async (_args: { id: string }) => order);
    await shop.close();
    shop = await openShop(shopServer((id) => lookUp({ id })));
    const client = both();
    const tool = observe({ type: "tool", name: "get_order" }, async ({ id }: { id: string }) => {
      const { content } = await client.callTool({ name: "get_order", arguments: { id } });
      return JSON.parse(content?.[0]?.text ?? "null") as unknown;
    });
    const { trace } = await captureTrace(() => tool({ id: "A7" }));
    expect(known(trace)).to.deep.equal(shipped);
    expect(trace.spans).to.have.length(4);
  });

  it("keeps what the caller and the tool put into _meta", async () => {
    let seen: unknown;
    await shop.close();
    const server = shopServer((_id, { _meta }) => {
      seen = _meta;
      return order;
    });
    shop = await openShop(server);
    const client = both();
    const progress: unknown[] = [];
    const mine = { ...call, _meta: { traceparent: "mine", tenant: "t1" } };
    await captureTrace(() => client.callTool(mine, undefined, { onprogress: (each) => progress.push(each) }));
    expect(seen).to.include({ traceparent: "mine", tenant: "t1" }).and.to.have.property("progressToken");
    expect(mine).to.deep.equal({ ...call, _meta: { traceparent: "mine", tenant: "t1" } });
  });
});
