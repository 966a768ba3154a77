import { expect } from "chai";
import { instrumentMcpClient, instrumentMcpServer, uninstrumentMcp } from "../../../instrumentation/mcp/index.js";
import { captureTrace, instrumentationStates } from "../../../src/tracing/index.js";
import { sdk } from "./support/sdk.js";
import { openShop, shopServer } from "./support/shop.js";

const call = { name: "get_order", arguments: { id: "A7" } };

describe("instrumentation of MCP: wrapping", () => {
  it("gives back the same client and server, and records once however often it is done", async () => {
    const { client, server, close } = await openShop();
    expect(instrumentMcpClient(instrumentMcpClient(client))).to.equal(client);
    expect(instrumentMcpServer(instrumentMcpServer(server))).to.equal(server);
    const { trace } = await captureTrace(() => client.callTool(call));
    expect(trace.spans).to.have.length(2);
    await close();
  });

  it("is undone without a trace", async () => {
    const { client, server, close } = await openShop();
    const before = [Object.getOwnPropertyNames(client), Reflect.get(server.server, "_requestHandlers")];
    const own = () => Object.getOwnPropertyNames(before[1] as object);
    const handlers = own();
    uninstrumentMcp(instrumentMcpClient(client));
    uninstrumentMcp(instrumentMcpServer(server));
    expect(Object.getOwnPropertyNames(client)).to.deep.equal(before[0]);
    expect(own()).to.deep.equal(handlers);
    const { trace } = await captureTrace(() => client.callTool(call));
    expect(trace.spans).to.be.empty;
    await close();
  });

  it("sees tools that are registered later, and those of a low-level server", async () => {
    const server = new sdk.McpServer({ name: "shop", version: "1.0.0" });
    instrumentMcpServer(server);
    server.registerTool("late", {}, () => ({ content: [] }));
    const first = await openShop(server);
    const low = new sdk.Server({ name: "low", version: "1.0.0" }, { capabilities: { tools: {} } });
    instrumentMcpServer(low);
    low.setRequestHandler(sdk.CallToolRequestSchema, ({ params }) => ({
      content: [{ type: "text", text: params.name }],
    }));
    const second = await openShop(low as never);
    const { trace } = await captureTrace(async () => {
      await first.client.callTool({ name: "late" });
      await second.client.callTool({ name: "anything" });
    });
    expect(trace.toolsCalled.map(({ name, output }) => [name, output])).to.deep.equal([
      ["late", []],
      ["anything", "anything"],
    ]);
    await Promise.all([first.close(), second.close()]);
  });

  it("does not touch the class, so other clients are left alone", async () => {
    const instrumented = await openShop();
    const other = await openShop();
    instrumentMcpClient(instrumented.client);
    const { trace } = await captureTrace(() => other.client.callTool(call));
    expect(trace.spans).to.be.empty;
    await Promise.all([instrumented.close(), other.close()]);
  });

  it("says what to give it instead of something else", () => {
    expect(() => instrumentMcpClient({})).to.throw("Give it a Client of @modelcontextprotocol/sdk");
    expect(() => instrumentMcpServer({})).to.throw("Give it an McpServer or a Server");
    expect(() => instrumentMcpClient(shopServer())).to.throw("that is no client");
  });

  it("is known to doctor", () => {
    expect(instrumentationStates().map(({ name }) => name)).to.include("@modelcontextprotocol/sdk");
  });
});
