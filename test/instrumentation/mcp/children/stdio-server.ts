// An MCP server in a process of its own, which exports its spans as any instrumented process does.
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { instrumentMcpServer } from "../../../../instrumentation/mcp/index.js";
import { createTracing, observe } from "../../../../src/tracing/index.js";
import { sdk } from "../support/sdk.js";
import { shopServer } from "../support/shop.js";

await createTracing({ spanProcessors: [new SimpleSpanProcessor(new OTLPTraceExporter())] });
const search = observe({ type: "retriever", name: "shelf" }, async (id: string) => [`${id} lies on shelf 3`]);
const server = shopServer(async (id) => {
  await search(id);
  return { id, pid: process.pid };
});
await instrumentMcpServer(server).connect(new sdk.StdioServerTransport());
