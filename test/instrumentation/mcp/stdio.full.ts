import { join } from "node:path";
import { expect } from "chai";
import { instrumentMcpClient } from "../../../instrumentation/mcp/index.js";
import { captureTrace } from "../../../src/tracing/index.js";
import { createOtlpReceiver, type OtlpReceiver } from "../../../src/tracing/receiver/otlp-receiver.js";
import { sdk, type Client } from "./support/sdk.js";

const child = join(import.meta.dirname, "children", "stdio-server.ts");

describe("instrumentation of MCP over stdio, with a server in another process", () => {
  let receiver: OtlpReceiver;
  let client: Client;
  before(async () => {
    receiver = await createOtlpReceiver();
    client = new sdk.Client({ name: "agent", version: "1.0.0" });
    const environment = Object.entries({ ...process.env, ...receiver.env }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    );
    const transport = new sdk.StdioClientTransport({
      command: process.execPath,
      args: ["--import", "tsx", child],
      env: Object.fromEntries(environment),
    });
    await client.connect(transport);
    instrumentMcpClient(client);
  });
  after(async () => {
    await client.close();
    await receiver.close();
  });

  const ask = (id: string) => captureTrace(() => client.callTool({ name: "get_order", arguments: { id } }));
  const texts = (documents: readonly (string | { readonly context: string })[]) =>
    documents.map((each) => (typeof each === "string" ? each : each.context));

  it("joins both sides to one run: the call once, and what the server did for it", async () => {
    const { result, trace } = await ask("A7");
    const output = JSON.parse(result.content?.[0]?.text ?? "null") as { pid: number };
    expect(output.pid).to.not.equal(process.pid);
    expect(result).to.not.have.property("_meta");
    expect(
      trace.toolsCalled.map(({ name, inputParameters, output: got }) => [name, inputParameters, got]),
    ).to.deep.equal([["get_order", { id: "A7" }, output]]);
    expect(texts(trace.retrievalContext)).to.deep.equal(["A7 lies on shelf 3"]);
    const [outer, inner, shelf] = trace.spans;
    expect([inner?.parentSpanId, shelf?.parentSpanId]).to.deep.equal([outer?.spanId, inner?.spanId]);
    expect(new Set(trace.spans.map(({ traceId }) => traceId)).size).to.equal(1);
  });

  it("keeps runs apart that call it at the same time", async () => {
    const ids = ["B1", "B2", "B3", "B4"];
    const traces = await Promise.all(ids.map(ask));
    expect(traces.map(({ trace }) => texts(trace.retrievalContext))).to.deep.equal(
      ids.map((id) => [`${id} lies on shelf 3`]),
    );
  });
});
