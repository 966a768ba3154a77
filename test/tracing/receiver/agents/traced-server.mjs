// An agent in a process of its own: plain Node, the OpenTelemetry SDK, an official exporter configured by its environment.
// MODE: "traceparent" (goes on with the caller's trace), "baggage" or "conversation" (begins a trace of its own and names
// the run, or but the thread, on its spans), "silent" (exports nothing). TOOL: what it calls. BACK: the URL of another such
// process, which has a part in each answer. DELAY: how long spans wait for their export, in milliseconds.
import { createServer } from "node:http";
import { context, propagation, ROOT_CONTEXT, SpanKind, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from "@opentelemetry/core";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";

const mode = process.env.MODE ?? "traceparent";
const { TOOL: toolName = "lookup_order", BACK: back, DELAY: delay = "20" } = process.env;
const isJson = process.env.OTEL_EXPORTER_OTLP_PROTOCOL === "http/json";
const { OTLPTraceExporter } = await (isJson
  ? import("@opentelemetry/exporter-trace-otlp-http")
  : import("@opentelemetry/exporter-trace-otlp-proto"));

/** As the contrib package for baggage does it: what is in baggage is put on every span. */
const baggageOnSpans = {
  onStart: (span, parent) => {
    if (mode !== "baggage") return;
    for (const [key, { value }] of propagation.getBaggage(parent)?.getAllEntries() ?? []) span.setAttribute(key, value);
  },
  onEnd: () => undefined,
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
};

const spanProcessors =
  mode === "silent"
    ? []
    : [baggageOnSpans, new BatchSpanProcessor(new OTLPTraceExporter(), { scheduledDelayMillis: Number(delay) })];
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(
  new CompositePropagator({ propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()] }),
);
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
const tracer = trace.getTracer("shop");

const span = (name, attributes, work, kind = SpanKind.INTERNAL) =>
  tracer.startActiveSpan(name, { kind, attributes }, async (started) => {
    try {
      return await work(started);
    } finally {
      started.end();
    }
  });

const tool = (name, args, work) =>
  span(
    `execute_tool ${name}`,
    {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": name,
      "gen_ai.tool.call.arguments": JSON.stringify(args),
    },
    async (started) => {
      const result = await work();
      started.setAttribute("gen_ai.tool.call.result", JSON.stringify(result));
      return result;
    },
  );

const ask = (url, body) =>
  span(
    "POST",
    { "http.request.method": "POST", "url.full": url },
    async () => {
      const headers = {};
      propagation.inject(context.active(), headers);
      await (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).text();
    },
    SpanKind.CLIENT,
  );

async function answer({ message, thread }) {
  const conversation = mode === "conversation" ? { "gen_ai.conversation.id": thread } : {};
  return span(
    "invoke_agent shop",
    { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "shop", ...conversation },
    async (agent) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
      const order = await tool(toolName, { thread, message }, async () => ({ total: 59.9 }));
      if (back !== undefined) await ask(back, { message, thread });
      const text = `${message}: ${order.total}`;
      const parts = [{ role: "assistant", parts: [{ type: "text", content: text }] }];
      agent.setAttribute("gen_ai.output.messages", JSON.stringify(parts));
      return text;
    },
  );
}

/** As the instrumentation of HTTP has them. */
function attributesOf({ method, headers: { host = "" } }) {
  const { hostname, port } = new URL(`http://${host}`);
  return { "http.request.method": method, "server.address": hostname, "server.port": Number(port) };
}

const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const incoming = propagation.extract(ROOT_CONTEXT, request.headers);
  const parent = mode === "traceparent" ? incoming : trace.deleteSpan(mode === "baggage" ? incoming : ROOT_CONTEXT);
  const text = await context.with(parent, () =>
    span("POST /chat", attributesOf(request), () => answer(JSON.parse(body)), SpanKind.SERVER),
  );
  response.setHeader("content-type", "application/json").end(JSON.stringify({ answer: text }));
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
