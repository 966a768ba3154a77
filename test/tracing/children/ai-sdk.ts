// An AI SDK agent with a retriever inside a tool, under the provider that the first argument asks for.
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  ParentBasedSampler,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { z } from "zod";
import { captureTrace, observe, TraceRecorder, tracingStatus } from "../../../src/tracing/index.js";
import { answer } from "../support/answer.js";

const setting = process.argv[2] ?? "none";
const exporter = new InMemorySpanExporter();
const exporting = new SimpleSpanProcessor(exporter);
if (setting !== "none") {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({
      spanProcessors: setting === "recorder" ? [exporting, new TraceRecorder()] : [exporting],
      ...(setting === "off" && { sampler: new ParentBasedSampler({ root: new AlwaysOffSampler() }) }),
    }),
  );
}

const search = observe({ type: "retriever", name: "policies" }, async (query: string) => [
  { id: "refunds", text: `About ${query}: within 30 days.`, score: 0.9, source: "policy.md" },
]);
const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};
const call = (toolCallId: string, toolName: string, input: object) => ({
  type: "tool-call" as const,
  toolCallId,
  toolName,
  input: JSON.stringify(input),
});
const model = new MockLanguageModelV3({
  modelId: "rules-1",
  doGenerate: async ({ prompt }) => {
    const asked = prompt.some((message) => message.role === "tool");
    return {
      content: asked
        ? [{ type: "text", text: "Within 30 days." }]
        : [call("c1", "search_policy", { query: "refunds" }), call("c2", "lookup_order", { order_id: "A-1" })],
      finishReason: asked ? { unified: "stop", raw: "stop" } : { unified: "tool-calls", raw: "tool_calls" },
      usage,
      warnings: [],
    };
  },
});
const tools = {
  search_policy: tool({
    inputSchema: z.object({ query: z.string() }),
    execute: async ({ query }) => ({ found: (await search(query)).length }),
  }),
  // Observed as well: the AI SDK's span and ours are one call.
  lookup_order: tool({
    inputSchema: z.object({ order_id: z.string() }),
    execute: observe({ type: "tool", name: "lookup_order" }, async ({ order_id }: { order_id: string }) => {
      if (order_id === "A-1") throw new Error("no such order");
      return { order_id };
    }),
  }),
};
const agent = async (prompt: string) => {
  const { text } = await generateText({
    model,
    tools,
    prompt,
    stopWhen: stepCountIs(4),
    experimental_telemetry: { isEnabled: true },
  });
  return text;
};

const captured = await captureTrace(() => agent("Can I return shoes?"));
answer({ ...captured, status: tracingStatus(), exported: exporter.getFinishedSpans().map(({ name }) => name) });
