import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { instrumentMcpClient, instrumentMcpServer } from "../../../instrumentation/mcp/index.js";
import { captureTrace, observe } from "../../../src/tracing/index.js";
import { sdk, type Client } from "./support/sdk.js";
import { shopServer } from "./support/shop.js";

describe("instrumentation of MCP over HTTP, with a server in this process", () => {
  let http: Server;
  let client: Client;
  before(async () => {
    const search = observe({ type: "retriever", name: "shelf" }, async (id: string) => [`${id} lies on shelf 3`]);
    const server = instrumentMcpServer(shopServer((id) => search(id)));
    const transport = new sdk.StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
    await server.connect(transport);
    http = createServer((request, response) => void transport.handleRequest(request, response));
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const { port } = http.address() as AddressInfo;
    client = new sdk.Client({ name: "agent", version: "1.0.0" });
    await client.connect(new sdk.StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${String(port)}/mcp`)));
    instrumentMcpClient(client);
  });
  after(async () => {
    await client.close();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });

  it("gives what the server does to the run of each of many callers", async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `A${String(index)}`);
    const traces = await Promise.all(
      ids.map((id) => captureTrace(() => client.callTool({ name: "get_order", arguments: { id } }))),
    );
    for (const [index, { trace }] of traces.entries()) {
      const id = ids[index] ?? "";
      expect(trace.toolsCalled.map(({ name, inputParameters }) => [name, inputParameters])).to.deep.equal([
        ["get_order", { id }],
      ]);
      expect(trace.retrievalContext).to.have.length(1);
      expect(JSON.stringify(trace.retrievalContext)).to.include(`${id} lies on shelf 3`);
      const [outer, inner, shelf] = trace.spans;
      expect([inner?.parentSpanId, shelf?.parentSpanId]).to.deep.equal([outer?.spanId, inner?.spanId]);
    }
  });
});
