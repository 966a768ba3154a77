// The user's sampling stays the user's own: under a private provider, with and without a run, and where nothing was prepared.
import { trace, type Tracer } from "@opentelemetry/api";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  ParentBasedSampler,
  SimpleSpanProcessor,
  type Sampler,
} from "@opentelemetry/sdk-trace-base";
import { observe, startRun, TraceRecorder } from "../../../src/tracing/index.js";
import { answer } from "../support/answer.js";

function providerWith(root: Sampler): {
  readonly exporter: InMemorySpanExporter;
  readonly provider: BasicTracerProvider;
  readonly tracer: Tracer;
} {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor(exporter), new TraceRecorder()];
  const provider = new BasicTracerProvider({ sampler: new ParentBasedSampler({ root }), spanProcessors });
  return { exporter, provider, tracer: provider.getTracer("private") };
}
const agent = (tracer: Tracer) =>
  observe({ type: "agent", name: "agent" }, (_input: string) => {
    tracer.startActiveSpan("invoke_agent sub", { attributes: { "gen_ai.operation.name": "invoke_agent" } }, (span) =>
      span.end(),
    );
    return "answer";
  });

// Nothing prepared: no global provider, and a private one that samples its roots.
const [on, off] = [providerWith(new AlwaysOnSampler()), providerWith(new AlwaysOffSampler())];
const run = startRun();
run.within(() => [agent(on.tracer)("a"), agent(off.tracer)("b")]);
const unprepared = run.end();

// A user's global provider that samples nothing: outside of runs its decision reaches what is within an observed call.
const global = providerWith(new AlwaysOffSampler());
trace.setGlobalTracerProvider(global.provider);
agent(on.tracer)("c");
answer({
  on: on.exporter.getFinishedSpans().length,
  off: off.exporter.getFinishedSpans().length,
  global: global.exporter.getFinishedSpans().length,
  spans: unprepared.spans.map(({ name }) => name),
  turns: unprepared.turns.length,
});
