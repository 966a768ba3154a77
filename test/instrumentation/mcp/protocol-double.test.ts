// The real SDK is exercised by the `.full.ts` tests beside this one; it is too large for everyday installs.
import { expect } from "chai";
import { instrumentMcpClient, instrumentMcpServer } from "../../../instrumentation/mcp/index.js";
import { captureTrace } from "../../../src/tracing/index.js";

type Handler = (request: unknown, extra: object) => Promise<unknown>;

/** As much of the protocol's classes as the instrumentation touches. */
class Server {
  readonly _requestHandlers = new Map<string, Handler>();
  answer = (request: { method: string }): Promise<unknown> | undefined =>
    this._requestHandlers.get(request.method)?.(structuredClone(request), { requestId: 7 });
}
class Client {
  readonly #server: Server;
  constructor(server: Server) {
    this.#server = server;
  }
  request = (request: { method: string }): unknown => this.#server.answer(request);
  callTool = (params: object): unknown => this.request({ method: "tools/call", ...{ params } });
  readResource(): void {}
  getPrompt(): void {}
}

describe("instrumentation of MCP", () => {
  it("records both ends of a tool call as one call", async () => {
    const server = new Server();
    server._requestHandlers.set("tools/call", async () => ({ content: [{ type: "text", text: "42" }] }));
    const client = instrumentMcpClient(new Client(server));
    instrumentMcpServer(server);
    const { trace } = await captureTrace(() => client.callTool({ name: "answer", arguments: { to: "all" } }));
    expect(trace.toolsCalled.map(({ name, inputParameters, output }) => [name, inputParameters, output])).to.deep.equal(
      [["answer", { to: "all" }, 42]],
    );
    expect(trace.spans).to.have.length(2);
  });

  it("passes on what a request throws at once, the same object", async () => {
    const error = new TypeError("not connected");
    const client = new Client(new Server());
    client.request = () => {
      throw error;
    };
    instrumentMcpClient(client);
    const { result, trace } = await captureTrace(() => {
      try {
        return client.callTool({ name: "answer" });
      } catch (thrown) {
        return thrown;
      }
    });
    expect(result).to.equal(error);
    expect(trace.toolsCalled[0]?.error).to.equal("not connected");
  });

  it("leaves a rejection that nobody handles unhandled", async () => {
    const server = new Server();
    server._requestHandlers.set("tools/call", async () => Promise.reject(new Error("lost")));
    const client = instrumentMcpClient(new Client(server));
    const listeners = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    const unhandled = new Promise((resolve) => process.once("unhandledRejection", resolve));
    await captureTrace(() => void client.callTool({ name: "answer" }));
    expect(await unhandled).to.have.property("message", "lost");
    for (const listener of listeners) process.on("unhandledRejection", listener);
  });
});
