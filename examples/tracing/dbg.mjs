import { createTracing, captureTrace } from "rehearsal/tracing";
const P = { onStart() {}, onEnd(s) { console.log(s.name, s.spanContext().traceId.slice(0,6), s.parentSpanContext?.spanId, JSON.stringify(s.attributes).slice(0, 9000)); }, forceFlush: async () => {}, shutdown: async () => {} };
await createTracing({ spanProcessors: [P] });
const { answer } = await import(process.argv[2]);
await captureTrace(() => answer("When is it due back? R-17", "t"));
