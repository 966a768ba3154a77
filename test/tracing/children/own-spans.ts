// Observed calls under a user's provider: what is exported reads back as what was recorded.
import { trace } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { captureTrace, observe, readTrace, updateCurrentSpan } from "../../../src/tracing/index.js";
import { answer } from "../support/answer.js";

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
trace.setGlobalTracerProvider(provider);

const values: unknown[] = [
  "text",
  "",
  "21",
  '{"a":1}',
  "[1]",
  "null",
  21,
  null,
  false,
  [],
  ["a", { text: "b", id: 1 }],
  { a: 1 },
  { text: "x" },
];
const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;
const { trace: recorded } = await captureTrace(async () => {
  for (const type of ["agent", "llm", "tool", "retriever", "embedding", "reranker", "chain"] as const) {
    for (const value of [...values, cyclic])
      observe({ type, name: `${type} it`, model: "m-1" }, (_given: unknown) => value)(value);
    observe({ type, name: "several" }, (_a: string, _b: number) => "x")("first", 2);
    await observe({ type, name: "fails" }, () => Promise.reject(new Error("down")))().catch(() => 0);
  }
  observe({ type: "llm", name: "updated" }, () =>
    updateCurrentSpan({
      inputTokens: 1,
      outputTokens: 2,
      metadata: { a: 1 },
      retrievalContext: ["c"],
      toolsCalled: ["t"],
    }),
  )();
});
const exported = exporter
  .getFinishedSpans()
  .toSorted((a, b) => a.startTime[0] - b.startTime[0] || a.startTime[1] - b.startTime[1]);
const some = exported.filter(({ name }) => name === "tool it" || name === "several").slice(0, 3);
// Two clocks: only the order is the same.
const timeless = JSON.stringify({ recorded, readBack: readTrace({ spans: exported }) }, (key, value: unknown) =>
  ["startTimeMs", "endTimeMs", "durationMs", "latencyMs", "traceId"].includes(key) ? undefined : value,
);
answer({ ...(JSON.parse(timeless) as object), attributes: some.map(({ attributes }) => attributes) });
