// The real SDK is exercised by the `.full.ts` tests beside this one; it is too large for everyday installs.
import { expect } from "chai";
import { instrumentMcpClient, instrumentMcpServer } from "../../../instrumentation/mcp/index.js";
import { captureTrace, observe } from "../../../src/tracing/index.js";

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
  request = (request: { method: string; params?: object }): unknown => this.#server.answer(request);
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

  it("records one call whatever each end, and the tool around it, let through of its arguments", async () => {
    const masks = [true, (text: string) => text.replaceAll("all", "…"), (text: string) => text.replaceAll("all", "*")];
    for (const ofClient of masks) {
      for (const ofServer of masks) {
        const server = new Server();
        server._requestHandlers.set("tools/call", async () => ({ content: [{ type: "text", text: "42" }] }));
        const client = instrumentMcpClient(new Client(server), { captureContent: ofClient });
        instrumentMcpServer(server, { captureContent: ofServer });
        const answer = observe({ type: "tool", name: "answer" }, (args: { to: string }) =>
          client.callTool({ name: "answer", arguments: args }),
        );
        const bare = await captureTrace(() => client.callTool({ name: "answer", arguments: { to: "all" } }));
        expect(bare.trace.toolsCalled).to.have.length(1);
        const { toolsCalled } = (await captureTrace(() => answer({ to: "all" }))).trace;
        expect(toolsCalled.map(({ name, inputParameters }) => [name, inputParameters])).to.deep.equal([
          ["answer", { to: "all" }],
        ]);
      }
    }
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

  it("says that words of a failure were withheld, and what kind it was", async () => {
    const server = new Server();
    const failures: readonly (readonly [() => Promise<unknown>, string])[] = [
      [async () => ({ isError: true, content: [{ type: "text", text: "secret" }] }), "tool_error"],
      [() => Promise.reject(Object.assign(new TypeError("secret"), { code: -32602 })), "TypeError, code -32602"],
    ];
    const client = instrumentMcpClient(new Client(server), { captureContent: false });
    for (const [answer, safe] of failures) {
      server._requestHandlers.set("tools/call", answer);
      const { trace } = await captureTrace(async () => {
        try {
          await client.callTool({ name: "answer" });
        } catch {
          return;
        }
      });
      expect(trace.toolsCalled[0]?.error).to.equal(`${safe}; its message was withheld (captureContent is false)`);
    }
  });

  it("withholds the address of a resource with the rest of its content, at both ends", async () => {
    const server = new Server();
    server._requestHandlers.set("resources/read", async () => ({ contents: [] }));
    const client = new Client(server);
    const masked = (text: string): string => text.replaceAll("secret", "***");
    for (const [captureContent, input] of [
      [false, undefined],
      [masked, "kb://***?q=***"],
      [true, "kb://secret?q=secret"],
    ] as const) {
      instrumentMcpClient(client, { captureContent });
      instrumentMcpServer(server, { captureContent });
      const params = { uri: "kb://secret?q=secret" };
      const { trace } = await captureTrace(() => client.request({ method: "resources/read", params }));
      expect(trace.spans.map((span) => [span.kind, span.input])).to.deep.equal([
        ["retriever", input],
        ["retriever", input],
      ]);
      expect(JSON.stringify(trace).includes("secret")).to.equal(captureContent === true);
      expect(trace.missing.join().includes("captureContent is false")).to.equal(captureContent === false);
    }
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
