// What is set when, and taken out again.
import { createRequire } from "node:module";
import { context, trace } from "@opentelemetry/api";
import { captureTrace, createTracing, observe, prepareTracing, tracingStatus } from "../../../src/tracing/index.js";
import { answer } from "../support/answer.js";

const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes("sdk-trace"));
const registered = () => Reflect.get(globalThis, Symbol.for("opentelemetry.js.api.1")) as object | undefined;
const tool = observe({ type: "tool", name: "t" }, (_arg: object) => 1);
tool({});
const imported = { registered: registered() !== undefined, loaded: loaded(), status: tracingStatus() };

await Promise.all([prepareTracing(), prepareTracing()]);
const prepared = { loaded: loaded(), status: tracingStatus() };

const { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } =
  await import("@opentelemetry/sdk-trace-base");
const late = trace.setGlobalTracerProvider(new BasicTracerProvider());
await (await createTracing()).shutdown();
const shut = { late, provider: tracingStatus().provider, contextManager: tracingStatus().contextManager };

const exporter = new InMemorySpanExporter();
const tracing = await createTracing({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
await captureTrace(() => tool({}));
const own = { status: tracing.status().provider, exported: exporter.getFinishedSpans().map(({ name }) => name) };
const refused = await createTracing({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).catch(
  (error: Error) => error.message,
);
await tracing.shutdown();

const users = new BasicTracerProvider();
trace.setGlobalTracerProvider(users);
const mine = await createTracing();
const { trace: seen } = await captureTrace(() => {
  trace.getTracer("x").startSpan("foreign").end();
  return tool({});
});
const joined = {
  provider: mine.status().provider,
  recorder: mine.status().recorder,
  spans: seen.spans.map(({ name }) => name),
};
await mine.shutdown();
const proxy = trace.getTracerProvider() as unknown as { getDelegate(): unknown };
const left = {
  provider: tracingStatus().provider,
  same: proxy.getDelegate() === users,
  context: context.active() !== undefined,
};
answer({ imported, prepared, shut, own, refused, joined, left });
