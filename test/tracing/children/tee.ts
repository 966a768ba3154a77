// A user's provider seen through the tee.
import { context, trace, type Span } from "@opentelemetry/api";
import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
import { captureTrace, prepareTracing } from "../../../src/tracing/index.js";
import { answer } from "../support/answer.js";

class WithSecrets extends BasicTracerProvider {
  readonly #secret = "kept";
  secret(): string {
    return this.#secret;
  }
}
const users = new WithSecrets();
trace.setGlobalTracerProvider(users);
const early = trace.getTracer("early");
await prepareTracing();
const proxy = trace.getTracerProvider() as unknown as { getDelegate(): WithSecrets };
const seenAs = proxy.getDelegate();

const { result, trace: seen } = await captureTrace(() => {
  const tracer = trace.getTracer("late");
  const ended = (span: Span) => {
    const active = trace.getActiveSpan() === span;
    span.end();
    return active;
  };
  early.startSpan("early").end();
  tracer.startSpan("plain", { attributes: { "gen_ai.operation.name": "invoke_agent" } }).end();
  tracer.startSpan("rooted", { root: true }).end();
  const twice = tracer.startSpan("twice");
  twice.end();
  twice.end();
  return [
    tracer.startActiveSpan("two", ended),
    tracer.startActiveSpan("three", {}, ended),
    tracer.startActiveSpan("four", {}, context.active(), ended),
  ];
});
answer({
  result,
  names: seen.spans.map(({ name }) => name),
  roots: seen.spans.filter(({ parentSpanId }) => parentSpanId === null).length,
  isInstance: seenAs instanceof WithSecrets,
  secret: seenAs.secret(),
  flushed: await seenAs.forceFlush().then(() => true),
  once: (await prepareTracing(), proxy.getDelegate() === seenAs),
});
