import { expect } from "chai";
import { SpanKind, trace as otel } from "@opentelemetry/api";
import type { ReadableSpan, SpanProcessor } from "@opentelemetry/sdk-trace-base";
import { instrumentMcpClient, instrumentMcpServer, type McpOptions } from "../../../instrumentation/mcp/index.js";
import { captureTrace, createTracing, type Tracing } from "../../../src/tracing/index.js";
import { openShop } from "./support/shop.js";

/** All that an exporter would see, as text. */
class Exported implements SpanProcessor {
  readonly spans: ReadableSpan[] = [];
  onStart(): void {}
  onEnd(span: ReadableSpan): void {
    this.spans.push(span);
  }
  forceFlush = () => Promise.resolve();
  shutdown = () => Promise.resolve();
  get text(): string {
    return JSON.stringify(
      this.spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
    );
  }
}

describe("instrumentation of MCP: what content goes on record", () => {
  let exported: Exported;
  let tracing: Tracing;
  // Whatever earlier tests, or the frameworks that they loaded, have set up.
  before(() => void otel.disable());
  beforeEach(async () => {
    exported = new Exported();
    tracing = await createTracing({ spanProcessors: [exported] });
  });
  afterEach(async () => {
    delete process.env["REHEARSAL_CAPTURE_CONTENT"];
    await tracing.shutdown();
  });

  async function talk(options?: McpOptions) {
    const { client, server, close } = await openShop();
    instrumentMcpServer(server, options);
    instrumentMcpClient(client, options);
    const { trace } = await captureTrace(async () => {
      await client.callTool({ name: "get_order", arguments: { id: "secret-1" } });
      await client.callTool({ name: "broken", arguments: { id: "secret-2" } });
      await client.getPrompt({ name: "greet", arguments: { name: "secret-3" } });
      await client.readResource({ uri: "kb://returns" });
      await client.getPrompt({ name: "secret-free" }).catch(() => undefined);
    });
    await close();
    return trace;
  }

  it("is all of it by default, in OpenTelemetry's names", async () => {
    await talk();
    const first = exported.spans.find(({ kind }) => kind === SpanKind.CLIENT);
    expect(first?.name).to.equal("tools/call get_order");
    expect(first?.attributes).to.include({
      "mcp.method.name": "tools/call",
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "get_order",
      "gen_ai.tool.call.arguments": '{"id":"secret-1"}',
      "jsonrpc.request.id": "1",
    });
    expect(first?.attributes["gen_ai.tool.call.result"]).to.include("shipped");
    expect(exported.text)
      .to.include('"gen_ai.prompt.variable.name":"secret-3"')
      .and.include('"error.type":"tool_error"');
    expect(exported.text).to.include('"rpc.response.status_code":"-32602"');
  });

  const isHidden = (text: string) => {
    for (const secret of ["secret-1", "secret-2", "secret-3", "shipped", "shelf", "30 days", "Greet"])
      expect(text).to.not.include(secret);
  };

  it("is none of it where it is switched off, and the trace says so", async () => {
    const trace = await talk({ captureContent: false });
    isHidden(exported.text);
    isHidden(JSON.stringify(trace));
    expect(trace.toolsCalled.map(({ name, inputParameters, output }) => [name, inputParameters, output])).to.deep.equal(
      [
        ["get_order", undefined, undefined],
        ["broken", undefined, undefined],
      ],
    );
    expect(trace.missing).to.include("arguments not recorded: call 1 (get_order), call 2 (broken)");
    expect(trace.missing.join()).to.include("captureContent is false");
  });

  it("is none of it where the environment switches it off, with no option given", async () => {
    process.env["REHEARSAL_CAPTURE_CONTENT"] = "false";
    isHidden(JSON.stringify(await talk()));
    isHidden(exported.text);
  });

  it("is what a function makes of it", async () => {
    const trace = await talk({ captureContent: (text) => text.replace(/secret-\d/g, "***") });
    expect(exported.text).to.not.match(/secret-\d/);
    expect(trace.toolsCalled[0]).to.deep.include({
      inputParameters: { id: "***" },
      output: { id: "***", status: "shipped" },
    });
  });

  it("is none of it where that function throws, and the call goes on", async () => {
    const captureContent = (): string => {
      throw new Error("no");
    };
    isHidden(JSON.stringify(await talk({ captureContent })));
    isHidden(exported.text);
  });
});
