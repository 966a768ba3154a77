// The real SDK is exercised by `interception.full.ts` in test/agents; it is too large for everyday installs.
import { expect } from "chai";
import { instrumentMcpClient } from "../../instrumentation/mcp/index.js";
import {
  interceptMcpClient,
  interceptTools,
  mock,
  pass,
  refuse,
  runIntercepted,
  Stage,
} from "../../src/environment/index.js";
import { captureTrace } from "../../src/tracing/index.js";
import { messageOf, shop } from "./support/shop.js";

interface Request {
  readonly method: string;
  readonly params?: { readonly name?: string; readonly arguments?: object };
}

/** As much of the SDK's client as is touched. */
class Client {
  readonly sent: string[] = [];
  async request({ method, params }: Request): Promise<object> {
    this.sent.push(`${method} ${params?.name ?? ""}`);
    if (method !== "tools/list") return { content: [{ type: "text", text: "real" }] };
    return {
      tools: [
        { name: "convert", annotations: { readOnlyHint: true } },
        { name: "get_x", annotations: { readOnlyHint: false } },
        { name: "fetch_funds", annotations: { destructiveHint: true } },
        { name: "get_both", annotations: { readOnlyHint: true, destructiveHint: true } },
      ],
    };
  }
  callTool(params: object): Promise<object> {
    return this.request({ method: "tools/call", params });
  }
  listTools(): Promise<object> {
    return this.request({ method: "tools/list" });
  }
  readResource(): void {}
  getPrompt(): void {}
}

const pay = { name: "pay", arguments: { id: "1" } };
const refusing = interceptTools({}, { writes: "refuse" });

describe("interception of an MCP client", () => {
  for (const [how, open] of [
    ["opened", interceptMcpClient],
    ["instrumented", instrumentMcpClient],
    ["instrumented, then opened", (client: Client) => interceptMcpClient(instrumentMcpClient(client))],
    ["opened, then instrumented", (client: Client) => instrumentMcpClient(interceptMcpClient(client))],
    ["opened twice", (client: Client) => interceptMcpClient(interceptMcpClient(client))],
  ] as const) {
    describe(how, () => {
      const make = (): Client => open(new Client());

      it("does what it did outside of a simulation", async () => {
        const client = make();
        expect(await client.callTool(pay)).to.deep.equal({ content: [{ type: "text", text: "real" }] });
        expect(client.sent).to.deep.equal(["tools/call pay"]);
      });

      it("answers in the protocol's way, without sending anything", async () => {
        const client = make();
        const answers = async (value: unknown) =>
          (await runIntercepted(interceptTools({ pay: mock(value) }), () => client.callTool(pay))).result;
        expect(await answers("yes")).to.deep.equal({ content: [{ type: "text", text: "yes" }] });
        expect(await answers((args: object) => args)).to.deep.equal({
          content: [{ type: "text", text: '{"id":"1"}' }],
          structuredContent: { id: "1" },
        });
        expect(await answers({ content: [] })).to.deep.equal({ content: [] });
        expect(client.sent).to.deep.equal([]);
      });

      it("refuses with a result that is an error", async () => {
        const client = make();
        const { result } = await runIntercepted(interceptTools({ pay: refuse("no") }), () => client.callTool(pay));
        expect(result).to.deep.equal({ content: [{ type: "text", text: "no" }], isError: true });
        expect(client.sent).to.deep.equal([]);
      });

      it("believes what the server says of its tools, more than their names", async () => {
        const client = make();
        await client.listTools();
        await runIntercepted(refusing, async () => {
          await client.callTool({ name: "convert" });
          for (const name of ["get_x", "fetch_funds", "get_both"]) await client.callTool({ name });
          await client.callTool({ name: "get_order" });
        });
        expect(client.sent).to.deep.equal(["tools/list ", "tools/call convert", "tools/call get_order"]);
      });

      it("runs its tools in a world", async () => {
        const client = make();
        const stage = new Stage({ environment: shop() });
        const call = { name: "refund_order", arguments: { order_id: "A-1" } };
        const [first, second] = await stage.within(2, async () => [
          await client.callTool(call),
          await client.callTool(call),
        ]);
        expect(first).to.have.property("structuredContent").that.deep.equals({ id: "refund-1" });
        expect(second).to.deep.equal({ content: [{ type: "text", text: "it is refunded already" }], isError: true });
        expect(stage.close().calls.map(({ did }) => did)).to.deep.equal(["simulated", "simulated"]);
      });

      if (how.includes("instrumented")) {
        it("has the call on record", async () => {
          const client = make();
          const { trace } = await captureTrace(() => runIntercepted(refusing, () => client.callTool(pay)));
          expect(trace.toolsCalled).to.have.length(1);
          expect(trace.toolsCalled[0]).to.deep.include({
            name: "pay",
            type: "mcp",
            inputParameters: { id: "1" },
            executed: false,
            error: "pay is switched off and did nothing",
          });
          expect(trace.spans[0]?.metadata).to.deep.equal({ intercepted: "refused" });
        });
      }
    });
  }

  it("believes no name where the server may say otherwise and was never asked, and says what to do", async () => {
    for (const open of [interceptMcpClient<Client>, instrumentMcpClient<Client>]) {
      const client = open(new Client());
      const { result } = await runIntercepted(refusing, () => client.callTool({ name: "get_x" }));
      expect(result).to.have.nested.property("content[0].text").that.includes("Call client.listTools() before");
      await runIntercepted(interceptTools({ get_x: pass }, { writes: "refuse" }), () =>
        client.callTool({ name: "get_x" }),
      );
      expect(client.sent).to.deep.equal(["tools/call get_x"]);
    }
  });

  it("says what is no client", async () => {
    expect(await messageOf(() => interceptMcpClient({}))).to.match(
      /^interceptMcpClient\(\) was given an object that is no client/,
    );
  });
});
