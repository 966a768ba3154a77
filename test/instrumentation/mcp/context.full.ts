import { trace as otel } from "@opentelemetry/api";
import { expect } from "chai";
import { instrumentMcpClient, instrumentMcpServer } from "../../../instrumentation/mcp/index.js";
import { captureTrace, observe } from "../../../src/tracing/index.js";
import type { Transport } from "./support/sdk.js";
import { linked, openShop, shopServer } from "./support/shop.js";

/** Carries messages from a loop that has nothing to do with whoever sends them, as a socket does. */
function postOffice(): { link: () => [Transport, Transport]; close: () => void } {
  const letters: (() => void)[] = [];
  let open = true;
  const deliver = (): void => {
    for (const letter of letters.splice(0)) letter();
    if (open) setImmediate(deliver);
  };
  deliver();
  const posted = (transport: Transport): Transport => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      const copy: unknown = JSON.parse(JSON.stringify(message));
      return new Promise((resolve) => letters.push(() => void send(copy, options).then(resolve)));
    };
    return transport;
  };
  const link = (): [Transport, Transport] => {
    const [ours, theirs] = linked();
    return [posted(ours), posted(theirs)];
  };
  return { link, close: () => void (open = false) };
}

describe("instrumentation of MCP: whose run it is", () => {
  let office: ReturnType<typeof postOffice>;
  beforeEach(() => void (office = postOffice()));
  afterEach(() => office.close());

  it("joins what the server does to the run that called it, though nothing but the message connects them", async () => {
    const search = observe({ type: "retriever", name: "shelf" }, async (id: string) => [`${id} lies on shelf 3`]);
    const server = instrumentMcpServer(shopServer((id) => search(id)));
    const { client, close } = await openShop(server, office.link);
    instrumentMcpClient(client);
    const { trace } = await captureTrace(() => client.callTool({ name: "get_order", arguments: { id: "A7" } }));
    expect(trace.toolsCalled.map(({ name }) => name)).to.deep.equal(["get_order"]);
    expect(trace.retrievalContext.map((each) => (typeof each === "string" ? each : each.context))).to.deep.equal([
      "A7 lies on shelf 3",
    ]);
    const [outer, inner, shelf] = trace.spans;
    expect([inner?.parentSpanId, shelf?.parentSpanId]).to.deep.equal([outer?.spanId, inner?.spanId]);
    await close();
  });

  it("gives each of many runs its own, over one connection", async () => {
    const look = observe({ type: "tool", name: "look" }, async ({ id }: { id: string }) => id);
    const server = instrumentMcpServer(shopServer((id) => look({ id })));
    const { client, close } = await openShop(server, office.link);
    instrumentMcpClient(client);
    const ids = Array.from({ length: 100 }, (_, index) => `A${String(index)}`);
    const traces = await Promise.all(
      ids.map((id) => captureTrace(() => client.callTool({ name: "get_order", arguments: { id } }))),
    );
    expect(
      traces.map(({ trace }) => trace.toolsCalled.map(({ name, inputParameters }) => ({ name, inputParameters }))),
    ).to.deep.equal(
      ids.map((id) => [
        { name: "get_order", inputParameters: { id } },
        { name: "look", inputParameters: { id } },
      ]),
    );
    await close();
  });

  it("sends nothing along where nobody listens", async () => {
    otel.disable();
    let meta: unknown = "not called";
    const server = instrumentMcpServer(
      shopServer((_id, extra) => {
        meta = extra._meta;
        return "fine";
      }),
    );
    const { client, close } = await openShop(server, office.link);
    instrumentMcpClient(client);
    const result = await client.callTool({ name: "get_order", arguments: { id: "A7" } });
    expect(result).to.deep.equal({ content: [{ type: "text", text: "fine" }] });
    expect(meta).to.equal(undefined);
    await close();
  });
});
